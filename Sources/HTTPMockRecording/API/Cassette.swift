import Foundation
import HTTPMock

/// A file of recorded exchanges that a mock plays back.
///
/// ```swift
/// let cassette = try Cassette(at: url)
/// mock.insert(cassette)
/// ```
///
/// Nothing is recorded unless a ``RecordMode`` turns recording on, and nothing is written before ``save()``. Every
/// member may be called from any thread.
public final class Cassette: Sendable {
    /// The file.
    public let url: URL

    /// The record mode in effect, which the environment may override.
    public let mode: RecordMode

    let options: Options
    let state: Locked<State>
    let claim: RecordingClaim?
    let pending = PendingExchanges()

    struct State: Sendable {
        /// The entries of the file when it was opened.
        let loaded: [HAREntry]
        let problems: [HARProblem]
        let format: Format
        var player: EntryPlayer
        /// The exchanges with the network, in the order of the requests.
        var recorded: [HAREntry] = []
        var differences: [Difference] = []
        var warnings: [String] = []
        /// True once the recording was to be written, whether or not that succeeded.
        var wasSaved = false
        /// The reason why nothing may be written; nil if there is none.
        var failure: HTTPMockError?
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - url: The file: a HAR of any tool, or Stubborn Network's JSON.
    ///   - record: How requests are treated; `HTTPMOCK_RECORD` overrides it, and `CI` turns recording off.
    ///   - matching: Changes to the parts that count: method, scheme, host, port, path, query and body.
    ///   - ignoring: Query items, JSON members, form fields and header fields that don't count.
    ///   - repeatsLast: Whether the last of equal requests is played again and again.
    ///   - redacting: The values that are replaced before the file is written.
    ///   - recordsFailures: Whether a request that fails to reach the network becomes an entry.
    ///   - recordsChunks: Whether the chunks of all bodies are recorded, and not only the chunks of event streams.
    ///   - warnAfter: The age of the oldest entry from which a warning is added to ``warnings``.
    ///   - failAfter: The age of the oldest entry from which the file can't be opened.
    ///   - environment: The variables that count.
    /// - Throws: `HTTPMockError` if the file is missing where it is needed, can't be read, or is too old, or if another
    ///   cassette records into it at this moment.
    public convenience init(
        at url: URL, record: RecordMode = .none, matching: [Rule] = [], ignoring: [Part] = [],
        repeatsLast: Bool = false, redacting: Redacting = .secrets, recordsFailures: Bool = false,
        recordsChunks: Bool = false, warnAfter: Duration? = nil, failAfter: Duration? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let options = Options(
            matching: matching, ignoring: ignoring, repeatsLast: repeatsLast, redacting: redacting,
            recordsFailures: recordsFailures, recordsChunks: recordsChunks, warnAfter: warnAfter, failAfter: failAfter)
        try self.init(
            at: url, record: record, options: options, environment: environment,
            owner: "the cassette made at \(location)")
    }

    /// Opens a file for an owner, which messages name.
    ///
    /// - Parameters:
    ///   - owner: The test or the source location that the cassette belongs to.
    ///   - command: The command that records the file.
    package init(
        at url: URL, record: RecordMode, options: Options, environment: [String: String], owner: String,
        command: String = "HTTPMOCK_RECORD=missing swift test"
    ) throws {
        let mode = try record.effective(in: environment)
        let exists = try CassetteFile.exists(at: url)
        if !exists, mode == .none || mode == .verify { throw MissingFile(url: url, command: command).error }
        let file = exists ? try CassetteFile(contentsOf: url) : nil
        var options = options
        options.environment = environment
        self.url = url
        self.mode = mode
        self.options = options
        let entries = file?.entries ?? []
        let records = mode == .new || mode == .all || mode == .missing && !exists
        claim = records ? try RecordingClaim(url, owner: owner) : nil
        let player = EntryPlayer(
            mode == .all ? [] : entries, rules: options.rules, repeatsLast: options.repeatsLast)
        var state = State(
            loaded: entries, problems: file?.problems ?? [], format: file?.format ?? Format(of: url), player: player)
        if mode != .all, let warning = try options.expiry.check(entries, of: url, command: command) {
            state.warnings.append(warning)
        }
        self.state = Locked(state)
    }

    deinit {
        // At the end of a test that has failed, the claim was released.
        let (count, wasSaved) = state.withLock { ($0.recorded.count, $0.wasSaved) }
        guard claim?.isReleased == false, pending.hasBegun, count > 0, !wasSaved else { return }
        StandardError.report(
            "HTTPMock: \(count) \(count == 1 ? "exchange was" : "exchanges were") recorded for \(url.lastPathComponent), but "
                + "not saved. To fix this, call save() when the requests have ended.")
    }

    /// Whether the network answers requests that are not in the file, to record them.
    package var isRecording: Bool { claim != nil }

    /// Lets another cassette record into the file, although this one may still be retained.
    package func endRecording() {
        claim?.release()
    }

    /// The playable entries as the file has them, and the recorded entries with their secrets redacted.
    public var entries: [Entry] {
        let (loaded, recorded) = state.withLock { (mode == .all ? [] : $0.loaded, $0.recorded) }
        var redactor = Redactor(options.redacting, firstNumber: Self.firstNumber(after: loaded))
        var number = loaded.map(\.number).max() ?? 0
        let added = recorded.map { entry in
            number += 1
            var redacted = redactor.redact(entry, number: number)
            redacted.number = number
            return redacted
        }
        return (loaded + added).map { Entry($0, in: url) }
    }

    /// The entries of the file that can't be played, with the reasons.
    public var problems: [Problem] {
        state.withLock { $0.problems }.map { Problem($0, in: url) }
    }

    /// The entries of the file that no request has played.
    public var unplayedEntries: [Entry] {
        state.withLock { $0.player.unplayed }.map { Entry($0, in: url) }
    }

    /// The differences between the file and the network that ``RecordMode/verify`` found.
    public var differences: [Difference] { state.withLock { $0.differences } }

    /// Warnings about an old file, and about requests that won't match their recording again.
    public var warnings: [String] {
        let (warnings, recorded) = state.withLock { ($0.warnings, $0.recorded) }
        let volatile = VolatileValues(options)
        var known: Set<String> = []
        return warnings + recorded.flatMap(volatile.warnings).filter { known.insert($0).inserted }
    }
}
