import HTTPMock
import Testing

/// A trait that gives each test of the suite an ``HTTPMock`` of its own.
///
/// Created with `.httpMock`. Also a test trait, because a recursive suite trait is applied to tests.
public struct HTTPMockSuiteTrait: SuiteTrait, TestTrait, TestScoping {
    let settings: TestScope.Settings

    /// True, because each test has an instance, and the suite as a whole has none.
    public var isRecursive: Bool { true }

    /// Runs a test with its instance, and checks the instance at the end.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestScope.run(settings, for: test, testCase: testCase, function)
    }
}

extension SuiteTrait where Self == HTTPMockSuiteTrait {
    /// Gives each test an ``HTTPMock`` of its own as `HTTPMock.current`, with nothing registered.
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
    /// The registrations are made again for each test and each argument, and may stay unused. A test's own `.httpMock`
    /// adds to them, in the same instance. Where a test registers the same address, in the trait or in its body, its
    /// responses replace the suite's.
    ///
    /// - Parameters:
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, each test and each
    ///     argument has a ``HTTPMock/HTTPMock/manualClock`` of its own.
    ///   - allowsUnused: Whether a test's own responses may stay unused; the suite's may.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too, each by the instance of
    ///     the test in whose task tree the request is made.
    ///   - content: Hosts and, for the default domain, paths; evaluated again for each test and each argument.
    public static func httpMock(
        clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil,
        interceptingSharedSession: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, @MockBuilder _ content: @escaping @Sendable () -> [MockElement]
    ) -> HTTPMockSuiteTrait {
        HTTPMockSuiteTrait(
            settings: TestScope.Settings(
                isSuite: true, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
                interceptsSharedSession: interceptingSharedSession, content: content,
                location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
    }

    /// Gives each test an ``HTTPMock`` of its own with the paths of one host.
    ///
    /// ```swift
    /// @Suite(.httpMock(host: "api.example.com") { Path("/user") { MockResponse.encodable(user) } })
    /// ```
    ///
    /// - Parameters:
    ///   - host: The host pattern, which is also the default domain.
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, each test and each
    ///     argument has a ``HTTPMock/HTTPMock/manualClock`` of its own.
    ///   - allowsUnused: Whether a test's own responses may stay unused; the suite's may.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    ///   - content: `Headers` and paths; evaluated again for each test and each argument.
    public static func httpMock(
        host: String, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
        unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @HostBuilder _ content: @escaping @Sendable () -> [HostElement]
    ) -> HTTPMockSuiteTrait {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return HTTPMockSuiteTrait(
            settings: TestScope.Settings(
                isSuite: true, host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
                interceptsSharedSession: interceptingSharedSession,
                content: { .host(host, at: location, content) }, location: location))
    }

    /// Gives each test an ``HTTPMock`` of its own as `HTTPMock.current`, with nothing registered.
    ///
    /// - Parameters:
    ///   - host: The default domain, for registrations without a host.
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, each test and each
    ///     argument has a ``HTTPMock/HTTPMock/manualClock`` of its own.
    ///   - allowsUnused: Whether a test's own responses may stay unused; the suite's may.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    public static func httpMock(
        host: String? = nil, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
        unmocked: UnmockedPolicy? = nil, interceptingSharedSession: Bool = false
    ) -> HTTPMockSuiteTrait {
        HTTPMockSuiteTrait(
            settings: TestScope.Settings(
                isSuite: true, host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
                interceptsSharedSession: interceptingSharedSession))
    }
}
