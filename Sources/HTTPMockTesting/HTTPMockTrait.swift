import HTTPMock
import Testing

/// Gives a test an ``HTTPMock`` of its own; made with `.httpMock`.
public struct HTTPMockTrait: TestTrait, TestScoping {
    let settings: TestScope.Settings

    /// Runs a test with its instance, and checks at the end what became of it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestScope.run(settings, for: test, testCase: testCase, function)
    }
}

extension TestTrait where Self == HTTPMockTrait {
    /// Gives the test an ``HTTPMock`` of its own as `HTTPMock.current`, with nothing registered.
    public static var httpMock: HTTPMockTrait {
        HTTPMockTrait(settings: TestScope.Settings())
    }

    /// Gives the test an ``HTTPMock`` of its own as `HTTPMock.current`.
    ///
    /// ```swift
    /// @Test(.httpMock {
    ///     Host("api.example.com") { Path("/user") { MockResponse.encodable(user) } }
    /// })
    /// func showsUser() async throws {
    ///     let client = Client(session: HTTPMock.current.urlSession)
    /// }
    /// ```
    ///
    /// An unmocked request fails the test whatever the code under test does with the answer, and so does, at the end, a
    /// response that was never asked for. Each argument of a parameterised test has an instance of its own. A request
    /// that arrives after its test has ended is refused.
    ///
    /// - Parameters:
    ///   - allowsUnused: Whether responses may stay unasked for.
    ///   - unmocked: What happens to a request that no response was found for; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests through `URLSession.shared` are answered too, each by the
    ///     instance of the test in whose task tree it is made.
    ///   - content: Hosts and, for the default domain, paths; made anew for each test and each argument.
    public static func httpMock(
        allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @MockBuilder _ content: @escaping @Sendable () -> [MockElement]
    ) -> HTTPMockTrait {
        HTTPMockTrait(
            settings: TestScope.Settings(
                allowsUnused: allowsUnused, unmocked: unmocked, interceptsSharedSession: interceptingSharedSession,
                content: content,
                location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
    }

    /// Gives the test an ``HTTPMock`` of its own as `HTTPMock.current`, with nothing registered.
    ///
    /// - Parameters:
    ///   - allowsUnused: Whether responses may stay unasked for.
    ///   - unmocked: What happens to a request that no response was found for; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests through `URLSession.shared` are answered too.
    public static func httpMock(
        allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false
    ) -> HTTPMockTrait {
        HTTPMockTrait(
            settings: TestScope.Settings(
                allowsUnused: allowsUnused, unmocked: unmocked, interceptsSharedSession: interceptingSharedSession))
    }
}
