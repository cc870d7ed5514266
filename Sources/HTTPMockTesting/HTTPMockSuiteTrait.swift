import HTTPMock
import Testing

/// Gives each test of a suite an ``HTTPMock`` of its own; made with `.httpMock`.
///
/// A test trait as well, because that is what a recursive suite trait is handed on as.
public struct HTTPMockSuiteTrait: SuiteTrait, TestTrait, TestScoping {
    let settings: TestScope.Settings

    /// It is each test's, those of suites inside included, and not the suite's as a whole.
    public var isRecursive: Bool { true }

    /// Runs a test with its instance, and checks at the end what became of it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestScope.run(settings, for: test, testCase: testCase, function)
    }
}

extension SuiteTrait where Self == HTTPMockSuiteTrait {
    /// Gives each test of the suite an ``HTTPMock`` of its own as `HTTPMock.current`, with nothing registered.
    public static var httpMock: HTTPMockSuiteTrait {
        HTTPMockSuiteTrait(settings: TestScope.Settings(isSuite: true))
    }

    /// Gives each test of the suite an ``HTTPMock`` of its own as `HTTPMock.current`.
    ///
    /// ```swift
    /// @Suite(.httpMock {
    ///     Host("api.example.com") { Path("/session") { MockResponse.encodable(session) } }
    /// })
    /// struct ProfileTests {}
    /// ```
    ///
    /// The registrations are made anew for each test and each argument, and none of them is missed by a test that does
    /// not ask for it. A test's own `.httpMock` adds to them, in the same instance.
    ///
    /// - Parameters:
    ///   - allowsUnused: Whether a test's own responses may stay unasked for; the suite's may.
    ///   - unmocked: What happens to a request that no response was found for; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests through `URLSession.shared` are answered too, each by the
    ///     instance of the test in whose task tree it is made.
    ///   - content: Hosts and, for the default domain, paths; made anew for each test and each argument.
    public static func httpMock(
        allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @MockBuilder _ content: @escaping @Sendable () -> [MockElement]
    ) -> HTTPMockSuiteTrait {
        HTTPMockSuiteTrait(
            settings: TestScope.Settings(
                isSuite: true, allowsUnused: allowsUnused, unmocked: unmocked,
                interceptsSharedSession: interceptingSharedSession,
                content: content,
                location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
    }

    /// Gives each test of the suite an ``HTTPMock`` of its own as `HTTPMock.current`, with nothing registered.
    ///
    /// - Parameters:
    ///   - allowsUnused: Whether a test's own responses may stay unasked for; the suite's may.
    ///   - unmocked: What happens to a request that no response was found for; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests through `URLSession.shared` are answered too.
    public static func httpMock(
        allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false
    ) -> HTTPMockSuiteTrait {
        HTTPMockSuiteTrait(
            settings: TestScope.Settings(
                isSuite: true, allowsUnused: allowsUnused, unmocked: unmocked,
                interceptsSharedSession: interceptingSharedSession))
    }
}
