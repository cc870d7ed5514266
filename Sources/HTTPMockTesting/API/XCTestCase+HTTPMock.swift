import Foundation
import HTTPMock
import XCTest

extension XCTestCase {
    /// Creates an instance for the running test method, and checks it at the end.
    ///
    /// ```swift
    /// func testShowsUser() async throws {
    ///     let mock = makeHTTPMock {
    ///         Host("api.example.com") { Path("/user") { MockResponse.encodable(user) } }
    ///     }
    ///     let client = Client(session: mock.urlSession)
    /// }
    /// ```
    ///
    /// As with the trait `.httpMock`, the test fails for an unmocked request. It also fails for a response that can't
    /// be made or was never used. Call this method in a test method or in `setUp`.
    ///
    /// - Parameters:
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, it is the instance's
    ///     ``HTTPMock/HTTPMock/manualClock``.
    ///   - allowsUnused: Whether responses may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    ///   - content: Hosts and, for the default domain, paths.
    /// - Returns: The instance.
    public func makeHTTPMock(
        clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil,
        interceptingSharedSession: SharedSessionInterception = .init(), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @MockBuilder _ content: () -> [MockElement]
    ) -> HTTPMock {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let mock = makeHTTPMock(
            clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            interceptingSharedSession: interceptingSharedSession, fileID: fileID, filePath: filePath, line: line,
            column: column)
        mock.register(content(), depth: nil, location: location)
        return mock
    }

    /// Creates an instance with the paths of one host for the running test method.
    ///
    /// ```swift
    /// let mock = makeHTTPMock(host: "api.example.com") { Path("/user") { MockResponse.encodable(user) } }
    /// ```
    ///
    /// - Parameters:
    ///   - host: The host pattern, which is also the default domain.
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, it is the instance's
    ///     ``HTTPMock/HTTPMock/manualClock``.
    ///   - allowsUnused: Whether responses may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    ///   - content: `Headers` and paths.
    /// - Returns: The instance.
    public func makeHTTPMock(
        host: String, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
        unmocked: UnmockedPolicy? = nil, interceptingSharedSession: SharedSessionInterception = .init(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @HostBuilder _ content: () -> [HostElement]
    ) -> HTTPMock {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let mock = makeHTTPMock(
            host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            interceptingSharedSession: interceptingSharedSession, fileID: fileID, filePath: filePath, line: line,
            column: column)
        mock.register(content(), host: host, of: "makeHTTPMock", depth: nil, location: location)
        return mock
    }

    /// Creates an instance with the responses of one URL for the running test method.
    ///
    /// ```swift
    /// let mock = makeHTTPMock(forURL: "https://api.example.com/users/7", responses: [.encodable(user)])
    /// ```
    ///
    /// - Parameters:
    ///   - url: The absolute URL, a `String` or a `URL`, as ``HTTPMock/HTTPMock`` registers it with `forURL:`.
    ///   - method: The method to match; any if nil.
    ///   - priority: The registration with the highest priority answers, before specificity counts.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses, first in, first out.
    ///   - clock: The clock for delays and timeouts; the system's unless given.
    ///   - allowsUnused: Whether responses may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    /// - Returns: The instance.
    public func makeHTTPMock(
        forURL url: some HTTPMock.RegistrationURL, method: HTTPMock.HTTPMethod? = nil, priority: Int = 0,
        when conditions: RequestCondition..., responses: [MockResponse], clock: (any Clock<Duration>)? = nil,
        allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil,
        interceptingSharedSession: SharedSessionInterception = .init(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> HTTPMock {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let mock = makeHTTPMock(
            clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            interceptingSharedSession: interceptingSharedSession, fileID: fileID, filePath: filePath, line: line,
            column: column)
        mock.register(
            url.mockURLPattern, method: method, priority: priority, conditions: conditions, responses: responses,
            depth: nil, at: location)
        return mock
    }

    /// Creates an instance with nothing registered for the running test method.
    ///
    /// - Parameters:
    ///   - host: The default domain, for registrations without a host.
    ///   - clock: The clock for delays and timeouts; the system's unless given. With `.manual`, it is the instance's
    ///     ``HTTPMock/HTTPMock/manualClock``.
    ///   - allowsUnused: Whether responses may stay unused.
    ///   - unmocked: The treatment of a request that has no response; `.recordIssue` unless given.
    ///   - interceptingSharedSession: Whether requests of `URLSession.shared` are answered too.
    /// - Returns: The instance.
    public func makeHTTPMock(
        host: String? = nil, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
        unmocked: UnmockedPolicy? = nil, interceptingSharedSession: SharedSessionInterception = .init(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> HTTPMock {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let trait = HTTPMockTrait(
            host: host, clock: clock, allowsUnused: allowsUnused, unmocked: unmocked,
            interceptsSharedSession: interceptingSharedSession)
        let scope = TestScope(TestReporter(xctest: name, at: location), clock: clock)
        scope.add(trait.preparingProcess())
        let mock = scope.mock
        RunningMethod.note(self)
        if trait.isIntercepting { SharedSession.begin(mock) }
        // Safe, because XCTest runs a teardown block after the test method, when nothing else uses the test case.
        nonisolated(unsafe) let test = self
        addTeardownBlock {
            // Failures in callbacks belong to this method, and not to a later one.
            await mock.settleCallbacks()
            if trait.isIntercepting { SharedSession.end(mock) }
            // The test's `hasSucceeded` is false until the test has ended.
            await scope.end(hasFailed: { (test.testRun?.totalFailureCount ?? 0) > 0 }) { log in
                #if canImport(Darwin)
                    let attachment = XCTAttachment(data: log, uniformTypeIdentifier: "public.json")
                    attachment.name = "network-log-\(test.name).har"
                    attachment.lifetime = .keepAlways
                    test.add(attachment)
                #endif
            }
        }
        return mock
    }
}
