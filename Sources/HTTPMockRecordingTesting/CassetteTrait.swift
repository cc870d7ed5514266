import Foundation
import HTTPMock
import HTTPMockRecording
import HTTPMockTesting
import Testing

/// A trait that gives the test an ``HTTPMock`` that plays a cassette; created with `.cassette`.
///
/// The trait of a test replaces the trait of its suite, and inherits the mode and each option that it does not give.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    let file: CassetteName.File
    let record: RecordMode?
    let options: Cassette.Options
    var environment = ProcessInfo.processInfo.environment

    /// The number of inner calls of `provideScope` that only run the test.
    ///
    /// They have nothing else to do, because the outermost call has merged the options of their traits.
    @TaskLocal private static var skippedCount = 0

    /// True, because each test of a suite plays a cassette, and the suite as a whole plays none.
    public var isRecursive: Bool { true }

    /// Runs a test with its cassette, saves the recording if the test passed, and reports the cassette's problems.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if Self.skippedCount > 0 {
            return try await Self.$skippedCount.withValue(Self.skippedCount - 1) { try await function() }
        }
        // The traits of the enclosing suites come first.
        let inner = test.traits.compactMap { $0 as? CassetteTrait }.dropFirst()
        let trait = inner.reduce(self) { $1.inheriting(from: $0) }
        let cassette = try CassetteLocation(test, testCase).open(
            trait.file, record: trait.record ?? .none, trait.options, trait.environment,
            owner: "the test \"\(test.displayName ?? test.name)\"")
        try await Self.$skippedCount.withValue(inner.count) {
            try await TestScope.run(for: test, function) { mock in
                mock.insert(cassette)
                mock.insert(TestCassette(cassette))
            }
        }
    }

    private func inheriting(from outer: CassetteTrait) -> CassetteTrait {
        CassetteTrait(
            file: file, record: record ?? outer.record, options: options.inheriting(from: outer.options),
            environment: environment)
    }
}

extension Trait where Self == CassetteTrait {
    /// Plays `__Cassettes__/<Suite>/<test>.har` next to the test's file.
    public static var cassette: CassetteTrait {
        CassetteTrait(file: .own(nil), record: nil, options: Cassette.Options())
    }

    /// Plays a cassette, or records it.
    ///
    /// ```swift
    /// @Test(.cassette("checkout", record: .missing))
    /// func paysByCard() async throws {
    ///     let shop = ShopClient(session: HTTPMock.current.urlSession)
    /// }
    /// ```
    ///
    /// A test that only plays fails if the file is missing. The test also fails if an entry is never played, unless
    /// `.httpMock(allowsUnused: true)` allows that. With `RecordMode.verify`, the test also fails if the network's
    /// answers have another shape. A recording is written at the end, and only if the test passed. Responses that the
    /// test registers itself come first. An option that is not given is inherited from the trait of the suite.
    ///
    /// - Parameters:
    ///   - name: The name of the file in `__Cassettes__/<Suite>`, without `.har`; the name of the test if nil. Each
    ///     argument of a parameterised test has a file of its own.
    ///   - record: How requests are treated. `HTTPMOCK_RECORD` overrides it; without that, `CI` turns recording off.
    ///   - matching: Changes to the parts that count: method, scheme, host, port, path, query and body.
    ///   - ignoring: The parts that don't count, such as query items, JSON members and header fields.
    ///   - repeatsLast: Whether the last entry of equal requests is played again and again.
    ///   - redacting: The values that are replaced before the file is written.
    ///   - recordsFailures: Whether an exchange that fails with a `URLError` becomes an entry.
    ///   - recordsChunks: Whether the chunks of all bodies are recorded, and not only the chunks of event streams.
    ///   - warnAfter: The age of the oldest entry from which a warning is written on standard error.
    ///   - failAfter: The age of the oldest entry from which the test fails, except with `RecordMode.all`.
    ///   - recording: Changes a recorded entry before anything else, or drops the entry.
    ///   - playing: Changes an entry each time it is played.
    public static func cassette(
        _ name: String? = nil, record: RecordMode, matching: [Cassette.Rule]? = nil,
        ignoring: [Cassette.Part]? = nil, repeatsLast: Bool? = nil, redacting: Cassette.Redacting? = nil,
        recordsFailures: Bool? = nil, recordsChunks: Bool? = nil, warnAfter: Duration? = nil,
        failAfter: Duration? = nil, recording: Cassette.Edit? = nil, playing: Cassette.Edit? = nil
    ) -> CassetteTrait {
        CassetteTrait(
            file: .own(name), record: record,
            options: Cassette.Options(
                matching: matching, ignoring: ignoring, repeatsLast: repeatsLast, redacting: redacting,
                recordsFailures: recordsFailures, recordsChunks: recordsChunks, warnAfter: warnAfter,
                failAfter: failAfter, recording: recording, playing: playing))
    }

    /// Plays a cassette in the suite's mode; otherwise equal to the function with `record:`.
    ///
    /// This is a separate function, because `.none` would mean nil for an optional mode.
    ///
    /// - Parameters:
    ///   - name: The name of the file in `__Cassettes__/<Suite>`, without `.har`; the name of the test if nil.
    ///   - matching: Changes to the parts that count: method, scheme, host, port, path, query and body.
    ///   - ignoring: The parts that don't count, such as query items, JSON members and header fields.
    ///   - repeatsLast: Whether the last entry of equal requests is played again and again.
    ///   - redacting: The values that are replaced before the file is written.
    ///   - recordsFailures: Whether an exchange that fails with a `URLError` becomes an entry.
    ///   - recordsChunks: Whether the chunks of all bodies are recorded, and not only the chunks of event streams.
    ///   - warnAfter: The age of the oldest entry from which a warning is written on standard error.
    ///   - failAfter: The age of the oldest entry from which the test fails, except with `RecordMode.all`.
    ///   - recording: Changes a recorded entry before anything else, or drops the entry.
    ///   - playing: Changes an entry each time it is played.
    public static func cassette(
        _ name: String? = nil, matching: [Cassette.Rule]? = nil, ignoring: [Cassette.Part]? = nil,
        repeatsLast: Bool? = nil, redacting: Cassette.Redacting? = nil, recordsFailures: Bool? = nil,
        recordsChunks: Bool? = nil, warnAfter: Duration? = nil, failAfter: Duration? = nil,
        recording: Cassette.Edit? = nil, playing: Cassette.Edit? = nil
    ) -> CassetteTrait {
        CassetteTrait(
            file: .own(name), record: nil,
            options: Cassette.Options(
                matching: matching, ignoring: ignoring, repeatsLast: repeatsLast, redacting: redacting,
                recordsFailures: recordsFailures, recordsChunks: recordsChunks, warnAfter: warnAfter,
                failAfter: failAfter, recording: recording, playing: playing))
    }

    /// Plays the cassette of the test with options that several tests share.
    ///
    /// ```swift
    /// @Suite(.cassette(.shop)) struct CartTests { … }
    /// ```
    ///
    /// - Parameter options: The options; those that are not given are inherited from the trait of the suite, as the
    ///   mode is.
    public static func cassette(_ options: Cassette.Options) -> CassetteTrait {
        CassetteTrait(file: .own(nil), record: nil, options: options)
    }

    /// Plays or records the cassette of the test with options that several tests share.
    ///
    /// - Parameters:
    ///   - options: The options; those that are not given are inherited from the trait of the suite.
    ///   - record: How requests are treated.
    public static func cassette(_ options: Cassette.Options, record: RecordMode) -> CassetteTrait {
        CassetteTrait(file: .own(nil), record: record, options: options)
    }

    /// Plays a named cassette with options that several tests share.
    ///
    /// - Parameters:
    ///   - name: The name of the file in `__Cassettes__/<Suite>`, without `.har`.
    ///   - options: The options; those that are not given are inherited from the trait of the suite, as the mode is.
    public static func cassette(_ name: String, options: Cassette.Options) -> CassetteTrait {
        CassetteTrait(file: .own(name), record: nil, options: options)
    }

    /// Plays or records a named cassette with options that several tests share.
    ///
    /// - Parameters:
    ///   - name: The name of the file in `__Cassettes__/<Suite>`, without `.har`.
    ///   - record: How requests are treated.
    ///   - options: The options; those that are not given are inherited from the trait of the suite.
    public static func cassette(_ name: String, record: RecordMode, options: Cassette.Options) -> CassetteTrait {
        CassetteTrait(file: .own(name), record: record, options: options)
    }

    /// Plays one cassette in several tests: `__Cassettes__/<name>.har` next to the test's file.
    ///
    /// Each test plays the file from its start. Entries that no test of the run plays are reported once, when the
    /// process ends.
    ///
    /// - Parameters:
    ///   - name: The name of the file, without `.har`.
    ///   - options: The options; those that are not given are inherited from the trait of the suite, as the mode is.
    public static func cassette(
        sharing name: String, options: Cassette.Options = Cassette.Options()
    ) -> CassetteTrait {
        CassetteTrait(file: .shared(name), record: nil, options: options)
    }

    /// Plays one cassette in several tests, or records it: `__Cassettes__/<name>.har` next to the test's file.
    ///
    /// Two such tests can't record at the same time. A test keeps the entries that earlier tests of the run recorded.
    ///
    /// - Parameters:
    ///   - name: The name of the file, without `.har`.
    ///   - record: How requests are treated.
    ///   - options: The options; those that are not given are inherited from the trait of the suite.
    public static func cassette(
        sharing name: String, record: RecordMode, options: Cassette.Options = Cassette.Options()
    ) -> CassetteTrait {
        CassetteTrait(file: .shared(name), record: record, options: options)
    }
}
