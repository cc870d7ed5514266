import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An in-process HTTP mock: a real `URLSession` that answers from queued responses.
///
/// Inject ``urlSession`` into the code under test, register responses, and run it. Nothing reaches the network unless
/// a response or the ``unmockedPolicy`` says passthrough.
///
/// ```swift
/// let mock = HTTPMock()
/// mock.addResponses(forPath: "/user", host: "api.example.com", responses: [.encodable(user)])
/// let client = Client(session: mock.urlSession)
/// ```
///
/// Instances share nothing: no queue, no policy, no session. A released instance gives back all it held. Every member
/// may be called from any thread.
public final class HTTPMock: Sendable {
    /// The instance of the whole process, for tests that need no isolation.
    public static let shared = HTTPMock(passthroughSession: nil, clock: ContinuousClock(), context: nil)

    /// The mock of the running test; ``shared`` outside one.
    ///
    /// The first use inside a test that has no instance of its own is reported on standard error, because ``shared`` is
    /// not strict.
    public static var current: HTTPMock { MockEngine.running?.mock ?? scoped ?? reportedShared }

    /// The mock of the task, if one was set for it.
    @TaskLocal package static var scoped: HTTPMock?

    let engine: MockEngine
    let frontEnd: SessionFrontEnd
    /// The source locations at which ``install(in:fileID:filePath:line:column:)`` was called.
    package let installations = Locked<[CallSite]>([])
    /// Whether a test fails at its end for the registration problems, so that they need no other report.
    package let hasSummary = Locked(false)
    private let ownSession = Locked<URLSession?>(nil)

    /// Makes an instance with nothing registered.
    ///
    /// - Parameters:
    ///   - passthroughSession: How to reach the network for what is passed through: its configuration is used. Without
    ///     one it is an ephemeral session.
    ///   - clock: What delays and timeouts run on; a test's own clock makes them the test's to drive.
    public convenience init(passthroughSession: URLSession? = nil, clock: any Clock<Duration> = ContinuousClock()) {
        self.init(passthroughSession: passthroughSession, clock: clock, context: TaskContext())
    }

    private convenience init(passthroughSession: URLSession?, clock: any Clock<Duration>, context: TaskContext?) {
        let engine = MockEngine(clock: clock, passthrough: Passthrough(given: passthroughSession), context: context)
        self.init(SessionFrontEnd(engine))
    }

    /// Makes the face of an engine.
    init(_ frontEnd: SessionFrontEnd) {
        self.frontEnd = frontEnd
        engine = frontEnd.engine
        engine.mock = self
    }

    /// The session to inject into the code under test.
    ///
    /// Made when it is first asked for, then always the same. It goes on answering when only the session was kept. It
    /// is ephemeral: it has cookies of its own, and no cache.
    public var urlSession: URLSession {
        if let session = ownSession.withLock({ $0 }) { return session }
        // Made without the lock; if two threads make one, the first is kept.
        let made = frontEnd.makeSession()
        return ownSession.withLock { session in
            let kept = session ?? made
            session = kept
            return kept
        }
    }

    /// The session that says how the network is reached for what is passed through.
    public var passthroughSession: URLSession { (engine.passthrough as? Passthrough)?.session ?? .shared }

    /// The host of registrations that name none, `example.com` at first.
    public var defaultDomain: String {
        get { engine.store.defaultDomain }
        set { engine.store.defaultDomain = newValue }
    }

    /// What happens to a request that no response was found for, ``UnmockedPolicy/notFound`` at first.
    public var unmockedPolicy: UnmockedPolicy {
        get { engine.store.policy }
        set { engine.store.policy = newValue }
    }

    /// The class for a session of your own: `configuration.protocolClasses = [mock.protocolClass]`.
    ///
    /// Keep the instance for as long as such a session is used: without it, requests fail with an ``HTTPMockError``.
    public var protocolClass: URLProtocol.Type { frontEnd.protocolClass }

    /// Has the sessions made from a configuration answered by this instance.
    ///
    /// Puts ``protocolClass`` before the classes already there, and takes the cache away, which would reorder requests.
    ///
    /// - Parameter configuration: The configuration, before a session is made from it.
    public func install(
        in configuration: URLSessionConfiguration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        installations.withLock {
            $0.append(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        }
        let others = configuration.protocolClasses ?? []
        configuration.protocolClasses = [protocolClass] + others.filter { !($0 is MockURLProtocol.Type) }
        configuration.urlCache = nil
        // Mocked cookies must reach neither another instance nor the disk.
        if configuration.httpCookieStorage === HTTPCookieStorage.shared {
            configuration.httpCookieStorage = URLSessionConfiguration.privateCookieStorage
        }
    }

    /// Makes a request through ``urlSession``.
    ///
    /// - Parameter request: The request.
    /// - Returns: The body and the response.
    /// - Throws: What the request fails with; `URLError` where it is an error of the loading system.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await urlSession.data(for: request)
    }

    /// Removes every registration and every queued response.
    public func clearQueues() {
        engine.store.clear()
    }

    /// Removes what is registered under a host pattern.
    ///
    /// - Parameter host: The pattern as it was registered, case aside; other patterns that take the same hosts stay.
    public func clearQueue(forHost host: String) {
        do {
            engine.store.clear(host: try HostPattern(host))
        } catch {
            StandardError.report("HTTPMock: clearQueue(forHost:) removes nothing, because \(error)")
        }
    }

    /// Makes the instance as new: no registrations, an empty log with its first limit, the policy
    /// ``UnmockedPolicy/notFound``, the domain `example.com`.
    public func reset() {
        engine.store.reset()
    }
}
