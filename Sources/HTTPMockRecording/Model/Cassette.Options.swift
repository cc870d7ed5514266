import Foundation
import HTTPMock

extension Cassette {
    /// A change to an entry, before the entry is written or played.
    public typealias Edit = @Sendable (_ entry: inout Entry) throws -> Void

    /// The options of a cassette, as a value that several tests can share.
    ///
    /// ```swift
    /// extension Cassette.Options {
    ///     static let shop = Cassette.Options(ignoring: [.query("t")], redacting: .names("account"))
    /// }
    ///
    /// @Suite(.cassette(.shop)) struct CartTests { … }
    /// ```
    ///
    /// In a trait, an option that is not given is inherited from the trait of the enclosing suite. Elsewhere, or if the
    /// suite does not give the option either, the option has its default.
    public struct Options: Sendable {
        var matching: [Rule]?
        var ignoring: [Part]?
        var repeatsLast: Bool?
        var redacting: Redacting?
        var recordsFailures: Bool?
        var recordsChunks: Bool?
        var warnAfter: Duration?
        var failAfter: Duration?
        var recording: Edit?
        var playing: Edit?

        /// Creates options; an option that is nil is inherited, or has its default.
        ///
        /// - Parameters:
        ///   - matching: Changes to the parts that count: method, scheme, host, port, path, query and body.
        ///   - ignoring: The parts that don't count.
        ///   - repeatsLast: Whether the last entry of equal requests is played again and again; false by default.
        ///   - redacting: The values that are replaced before the file is written; secrets by default.
        ///   - recordsFailures: Whether an exchange that fails with a `URLError` becomes an entry; false by default.
        ///   - recordsChunks: Whether the chunks of all bodies are recorded, and not only the chunks of event streams.
        ///   - warnAfter: The age of the oldest entry from which there is a warning.
        ///   - failAfter: The age of the oldest entry from which the file can only be opened with ``RecordMode/all``.
        ///   - recording: Changes a recorded entry before anything else, or drops the entry; may throw.
        ///   - playing: Changes an entry each time it is played; may throw.
        public init(
            matching: [Rule]? = nil, ignoring: [Part]? = nil, repeatsLast: Bool? = nil, redacting: Redacting? = nil,
            recordsFailures: Bool? = nil, recordsChunks: Bool? = nil, warnAfter: Duration? = nil,
            failAfter: Duration? = nil, recording: Edit? = nil, playing: Edit? = nil
        ) {
            self.matching = matching
            self.ignoring = ignoring
            self.repeatsLast = repeatsLast
            self.redacting = redacting
            self.recordsFailures = recordsFailures
            self.recordsChunks = recordsChunks
            self.warnAfter = warnAfter
            self.failAfter = failAfter
            self.recording = recording
            self.playing = playing
        }

        /// Returns the options; those that are not given are the enclosing suite's.
        package func inheriting(from outer: Options) -> Options {
            Options(
                matching: matching ?? outer.matching, ignoring: ignoring ?? outer.ignoring,
                repeatsLast: repeatsLast ?? outer.repeatsLast, redacting: redacting ?? outer.redacting,
                recordsFailures: recordsFailures ?? outer.recordsFailures,
                recordsChunks: recordsChunks ?? outer.recordsChunks, warnAfter: warnAfter ?? outer.warnAfter,
                failAfter: failAfter ?? outer.failAfter, recording: recording ?? outer.recording,
                playing: playing ?? outer.playing)
        }
    }
}
