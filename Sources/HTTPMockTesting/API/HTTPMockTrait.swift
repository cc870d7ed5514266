import HTTPMock
import Testing

/// A trait that gives the test an ``HTTPMock`` of its own; created with `.httpMock`.
public struct HTTPMockTrait: TestTrait, TestScoping {
    let settings: TestScope.Settings

    /// Runs a test with its instance, and checks the instance at the end.
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
    /// The test fails for an unmocked request, whatever the code under test does with the answer. It also fails for a
    /// response that can't be made, and for a response that was never used. Each argument of a parameterised test has
    /// an instance of its own. A request that arrives after its test has ended is refused, and reported on standard
    /// error.
    ///
    /// A registration with the address of one of the suite's replaces that one.
    ///
    /// - Parameters:
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, each test and each
    ///     argument has a ``HTTPMock/HTTPMock/manualClock`` of its own.
    ///   - allowsUnused: Whether responses may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too, each by the instance of
    ///     the test in whose task tree the request is made.
    ///   - content: Hosts and, for the default domain, paths; evaluated again for each test and each argument.
    public static func httpMock(
        clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil,
        interceptingSharedSession: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, @MockBuilder _ content: @escaping @Sendable () -> [MockElement]
    ) -> HTTPMockTrait {
        HTTPMockTrait(
            settings: TestScope.Settings(
                clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
                interceptsSharedSession: interceptingSharedSession, content: content,
                location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
    }

    /// Gives the test an ``HTTPMock`` of its own with the paths of one host.
    ///
    /// ```swift
    /// @Test(.httpMock(host: "api.example.com") { Path("/user") { MockResponse.encodable(user) } })
    /// ```
    ///
    /// - Parameters:
    ///   - host: The host pattern, which is also the default domain.
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, each test and each
    ///     argument has a ``HTTPMock/HTTPMock/manualClock`` of its own.
    ///   - allowsUnused: Whether responses may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    ///   - content: `Headers` and paths; evaluated again for each test and each argument.
    public static func httpMock(
        host: String, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
        unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @HostBuilder _ content: @escaping @Sendable () -> [HostElement]
    ) -> HTTPMockTrait {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return HTTPMockTrait(
            settings: TestScope.Settings(
                host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
                interceptsSharedSession: interceptingSharedSession,
                content: { .host(host, at: location, content) }, location: location))
    }

    /// Gives the test an ``HTTPMock`` of its own as `HTTPMock.current`, with nothing registered.
    ///
    /// - Parameters:
    ///   - host: The default domain, for registrations without a host.
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, each test and each
    ///     argument has a ``HTTPMock/HTTPMock/manualClock`` of its own.
    ///   - allowsUnused: Whether responses may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    public static func httpMock(
        host: String? = nil, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
        unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false
    ) -> HTTPMockTrait {
        HTTPMockTrait(
            settings: TestScope.Settings(
                host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
                interceptsSharedSession: interceptingSharedSession))
    }
}
