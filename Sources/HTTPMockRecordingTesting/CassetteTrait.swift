import Foundation
import HTTPMock
import HTTPMockRecording
import HTTPMockTesting
import Testing

/// A trait that gives the test an ``HTTPMock`` that plays a cassette; created with `.cassette`.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    let name: String?
    let record: RecordMode
    let options: Cassette.Options
    var environment = ProcessInfo.processInfo.environment

    /// Each test of a suite has a cassette of its own, and the suite as a whole has none.
    public var isRecursive: Bool { true }

    /// Runs a test with its cassette, checks it at the end, and saves the recording of a test that passed.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let cassette = try open(for: test, testCase)
        try await TestScope.run(with: CassettePart(cassette: cassette), for: test, testCase: testCase, function)
    }

    private func open(for test: Test, _ testCase: Test.Case?) throws -> Cassette {
        let location = try CassetteLocation(test, testCase)
        return try Cassette(
            at: try location.url(named: name), record: record, options: options,
            environment: environment,
            owner: "the test \"\(test.displayName ?? test.name)\"",
            command: "HTTPMOCK_RECORD=missing swift test --filter \(location.filter)")
    }
}

extension Trait where Self == CassetteTrait {
    /// Plays `__Cassettes__/<Suite>/<test>.har` next to the test's file.
    public static var cassette: CassetteTrait {
        CassetteTrait(name: nil, record: .none, options: Cassette.Options())
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
    /// The test fails if the file is missing, if an entry is never played, or, with `RecordMode.verify`, if the
    /// network's answers have another shape. A recording is written at the end, and only if the test passed. Responses
    /// that the test registers itself come first.
    ///
    /// - Parameters:
    ///   - name: The name of the file in `__Cassettes__/<Suite>`, without `.har`; the name of the test if nil. Each
    ///     argument of a parameterised test has a file of its own.
    ///   - record: How requests are treated; `HTTPMOCK_RECORD` overrides it, and `CI` turns recording off.
    ///   - matching: What counts in addition to method, scheme, host, port, path, query and body.
    ///   - ignoring: Query items, JSON members, form fields and header fields that don't count.
    ///   - repeatsLast: Whether the last of equal requests is played again and again.
    ///   - redacting: Which values are replaced before the file is written.
    ///   - recordsFailures: Whether a request that fails to reach the network becomes an entry.
    ///   - recordsChunks: Whether the chunks of all bodies are recorded, and not those of event streams only.
    ///   - warnAfter: The age of the oldest entry from which a warning is written on standard error.
    ///   - failAfter: The age of the oldest entry from which the test fails.
    public static func cassette(
        _ name: String? = nil, record: RecordMode = .none, matching: [Cassette.Rule] = [],
        ignoring: [Cassette.Part] = [], repeatsLast: Bool = false, redacting: Cassette.Redacting = .secrets,
        recordsFailures: Bool = false, recordsChunks: Bool = false, warnAfter: Duration? = nil,
        failAfter: Duration? = nil
    ) -> CassetteTrait {
        CassetteTrait(
            name: name, record: record,
            options: Cassette.Options(
                matching: matching, ignoring: ignoring, repeatsLast: repeatsLast, redacting: redacting,
                recordsFailures: recordsFailures, recordsChunks: recordsChunks, warnAfter: warnAfter,
                failAfter: failAfter))
    }
}
