import HTTPMock
import Testing

/// A trait that gives the test, or each test of the suite, an ``HTTPMock`` of its own; created with `.httpMock`.
public struct HTTPMockTrait: TestTrait, SuiteTrait, TestScoping {
    /// Whether the trait is a suite's, which is known before any test runs.
    let isOfSuite = Locked(false)
    /// The default domain.
    var host: String?
    var clock: (any Clock<Duration>)?
    var allowsUnused = false
    var unmocked: UnmockedPolicy?
    var interceptsSharedSession = SharedSessionInterception()
    /// The source location of a trait with registrations.
    var location: CallSite?
    /// Makes the registrations; the depth is that of a suite among the suites, and nil for a test.
    var register: (@Sendable (HTTPMock, _ depth: Int?) -> Void)?

    /// Whether `interceptsSharedSession` is true; always false on watchOS, where the type has one value.
    var isIntercepting: Bool {
        interceptsSharedSession != .init()
    }

    /// Prepares the process.
    ///
    /// A trait of `@Test` or `@Suite` is created when tests are discovered, before any request is in flight.
    func preparingProcess() -> HTTPMockTrait {
        TestProcess.use()
        if isIntercepting { SharedSession.prepare() }
        return self
    }

    /// True, because each test has an instance, and the suite as a whole has none.
    public var isRecursive: Bool { true }

    /// Notes whether the trait is a suite's, whose registrations may stay unused.
    public func prepare(for test: Test) async throws {
        if test.isSuite { isOfSuite.withLock { $0 = true } }
    }

    /// Runs a test with its instance, and checks the instance at the end.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestScope.run(self, for: test, function)
    }
}

/// The trait `.httpMock` of a suite.
public typealias HTTPMockSuiteTrait = HTTPMockTrait

extension Trait where Self == HTTPMockTrait {
    /// Gives the test an ``HTTPMock`` of its own as `HTTPMock.current`, with nothing registered.
    public static var httpMock: HTTPMockTrait {
        HTTPMockTrait().preparingProcess()
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
    /// The registrations of a suite are made again for each test and each argument, and may stay unused. A test's own
    /// `.httpMock` adds to them, in the same instance. Where a test registers the same address, in the trait or in its
    /// body, its responses replace the suite's.
    ///
    /// - Parameters:
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, each test and each
    ///     argument has a ``HTTPMock/HTTPMock/manualClock`` of its own.
    ///   - allowsUnused: Whether a test's own responses may stay unused; a suite's may.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too, each by the instance of
    ///     the test in whose task tree the request is made.
    ///   - content: Hosts and, for the default domain, paths; evaluated again for each test and each argument.
    public static func httpMock(
        clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil,
        interceptingSharedSession: SharedSessionInterception = .init(), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @MockBuilder _ content: @escaping @Sendable () -> [MockElement]
    ) -> HTTPMockTrait {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return HTTPMockTrait(
            clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            interceptsSharedSession: interceptingSharedSession, location: location
        ) { $0.register(content(), depth: $1, location: location) }.preparingProcess()
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
    ///   - allowsUnused: Whether a test's own responses may stay unused; a suite's may.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    ///   - content: `Headers` and paths; evaluated again for each test and each argument.
    public static func httpMock(
        host: String, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
        unmocked: UnmockedPolicy? = nil, interceptingSharedSession: SharedSessionInterception = .init(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @HostBuilder _ content: @escaping @Sendable () -> [HostElement]
    ) -> HTTPMockTrait {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return HTTPMockTrait(
            host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            interceptsSharedSession: interceptingSharedSession, location: location
        ) { $0.register(content(), host: host, of: ".httpMock", depth: $1, location: location) }.preparingProcess()
    }

    /// Gives the test an ``HTTPMock`` of its own with the responses of one URL.
    ///
    /// ```swift
    /// @Test(.httpMock(forURL: "https://api.example.com/users/7", responses: [.encodable(user)]))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The absolute URL, a `String` or a `URL`, as ``HTTPMock/HTTPMock`` registers it with `forURL:`.
    ///   - method: The method to match; any if nil.
    ///   - priority: The registration with the highest priority answers, before specificity counts.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses, first in, first out.
    ///   - clock: The clock for delays and timeouts; the system's unless given.
    ///   - allowsUnused: Whether a test's own responses may stay unused; a suite's may.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    public static func httpMock(
        forURL url: some HTTPMock.RegistrationURL, method: HTTPMock.HTTPMethod? = nil, priority: Int = 0,
        when conditions: RequestCondition..., responses: [MockResponse], clock: (any Clock<Duration>)? = nil,
        allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil,
        interceptingSharedSession: SharedSessionInterception = .init(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> HTTPMockTrait {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let pattern = url.mockURLPattern
        return HTTPMockTrait(
            clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            interceptsSharedSession: interceptingSharedSession, location: location
        ) {
            $0.register(
                pattern, method: method, priority: priority, conditions: conditions, responses: responses, depth: $1,
                at: location)
        }.preparingProcess()
    }

    /// Gives the test an ``HTTPMock`` of its own as `HTTPMock.current`, with nothing registered.
    ///
    /// - Parameters:
    ///   - host: The default domain, for registrations without a host.
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, each test and each
    ///     argument has a ``HTTPMock/HTTPMock/manualClock`` of its own.
    ///   - allowsUnused: Whether a test's own responses may stay unused; a suite's may.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    public static func httpMock(
        host: String? = nil, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
        unmocked: UnmockedPolicy? = nil, interceptingSharedSession: SharedSessionInterception = .init()
    ) -> HTTPMockTrait {
        HTTPMockTrait(
            host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            interceptsSharedSession: interceptingSharedSession
        ).preparingProcess()
    }
}

extension HTTPMock {
    /// The clock of this instance, if it is a ``HTTPMock/ManualClock``.
    ///
    /// ```swift
    /// @Test(
    ///     .httpMock(host: "api.example.com", clock: .manual) {
    ///         Path("/flaky") { MockResponse.status(.serviceUnavailable) }
    ///     })
    /// func retries() async throws {
    ///     let clock = HTTPMock.current.manualClock
    /// }
    /// ```
    ///
    /// With another clock, the test fails, and the result is a clock that no mock uses.
    public var manualClock: ManualClock {
        if let clock = clock as? ManualClock { return clock }
        let name = self === HTTPMock.shared ? "HTTPMock.shared" : "the mock of this test"
        TestReporter.failNow(
            """
            HTTPMock: manualClock was read, but \(name) has the clock \(type(of: clock)), which nobody can advance
              To fix this, write clock: .manual, as in @Test(.httpMock(clock: .manual)) or makeHTTPMock(clock: .manual).
            """, at: nil, for: self)
        return ManualClock(.unconnected)
    }
}
