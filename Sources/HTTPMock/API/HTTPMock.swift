import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An HTTP mock within the process: a real `URLSession` that answers with registered responses.
///
/// Register responses, inject ``urlSession`` into the code under test, and run it. No request reaches the network,
/// unless a response, the ``unmockedPolicy`` or a recording passes the request through.
///
/// ```swift
/// let mock = HTTPMock()
/// mock.addResponses(forPath: "/user", host: "api.example.com", responses: [.encodable(user)])
/// let client = Client(session: mock.urlSession)
/// ```
///
/// Instances are independent: each has its own responses, policy and session. The resources of an instance are freed
/// when the instance and its session are released. Every member may be called from any thread.
public final class HTTPMock: Sendable {
    /// The instance of the whole process, for tests that need no isolation.
    public static let shared = HTTPMock(passthroughSession: nil, clock: ContinuousClock(), context: nil)

    /// The mock of the current task's test with `.httpMock`, or of a sweep's run; otherwise ``shared``.
    ///
    /// In a handler, a predicate or a sequence, it is the mock that runs this code.
    ///
    /// Once a test has had an instance, the first read in each other test that returns ``shared`` is reported on
    /// standard error, because ``shared`` is not strict.
    public static var current: HTTPMock {
        if let mock = MockEngine.running?.object?.mock ?? scoped { return mock }
        RunningTests.framework?.reportSharedUse()
        return shared
    }

    /// The mock that a trait has made for its test, or a sweep for its run, in the current task.
    @TaskLocal package static var scoped: HTTPMock?

    package let engine: MockEngine
    let frontEnd: SessionFrontEnd
    /// Not in the store, because the session retains the front end, which retains the store.
    private let ownSession = Locked<URLSession?>(nil)

    /// Creates an instance without registrations.
    ///
    /// - Parameters:
    ///   - passthroughSession: The session whose configuration is used for passed-through requests; by default an
    ///     ephemeral one.
    ///   - clock: The clock of all delays and timeouts. With a ``ManualClock`` the test controls them. Its `now` is
    ///     read for each request, so it must return at once and must not use a `URLSession`.
    public convenience init(passthroughSession: URLSession? = nil, clock: any Clock<Duration> = ContinuousClock()) {
        self.init(passthroughSession: passthroughSession, clock: clock, context: TaskContext())
        let store = engine.store
        let note = RunningTests.framework?.noteInstanceMadeByHand { store.mistakes }
        if let note { store.transition { $0.noteMistakes = note } }
    }

    /// Creates an instance whose problems its test or the run of a sweep reports.
    ///
    /// If `hold` is nil, no response is held. If `context` is nil, that of the current task is used.
    package convenience init(clock: any Clock<Duration>, holding hold: (any ResponseHold)?, context: TaskContext?) {
        self.init(passthroughSession: nil, clock: clock, context: context ?? TaskContext(), hold: hold)
        hasSummary = true
    }

    private convenience init(
        passthroughSession: URLSession?, clock: any Clock<Duration>, context: TaskContext?,
        hold: (any ResponseHold)? = nil
    ) {
        let engine = MockEngine(
            clock: clock, passthrough: Passthrough(given: passthroughSession), context: context, hold: hold)
        self.init(SessionFrontEnd(engine))
    }

    init(_ frontEnd: SessionFrontEnd) {
        self.frontEnd = frontEnd
        engine = frontEnd.engine
        let recreate: @Sendable () -> HTTPMock? = { [weak frontEnd] in frontEnd.map { HTTPMock($0) } }
        engine.store.transition { $0.instance = WeakInstance(mock: self, recreate: recreate) }
    }

    deinit { engine.store.finish() }

    /// Waits, at most for a duration, until ``urlSession`` has made the callbacks that are due now.
    package func settleCallbacks(within limit: Duration = .seconds(1)) async {
        guard let session = ownSession.withLock({ $0 }) else { return }
        let (callbacks, end) = AsyncStream.makeStream(of: Void.self)
        frontEnd.afterCallbacks(of: session) { end.finish() }
        DispatchQueue(label: "HTTPMock.callbacks").asyncAfter(deadline: .now() + limit.dispatchInterval) {
            end.finish()
        }
        for await _ in callbacks {}
    }

    /// Makes the next use of ``urlSession`` create a session, because this one has been invalidated.
    func replace(_ invalidated: URLSession) {
        ownSession.withLock { session in
            if session === invalidated { session = nil }
        }
    }

    /// The session whose configuration is used for passed-through requests.
    public var passthroughSession: URLSession { engine.passthrough.session }

    /// The host of registrations without a host; `example.com` by default.
    public var defaultDomain: String {
        get { engine.store.read { $0.contents.defaultDomain } }
        set { engine.store.transition { $0.contents.defaultDomain = newValue } }
    }

    /// The policy for requests without a response; ``UnmockedPolicy/notFound`` by default.
    ///
    /// As long as no policy was set, the first such request is reported on standard error as well.
    public var unmockedPolicy: UnmockedPolicy {
        get { engine.store.read { $0.contents.policy } }
        set { engine.store.setPolicy(newValue) }
    }

    /// Removes every registration with its responses, and the problems of registrations.
    public func clearQueues() { engine.store.clear() }

    /// Removes every registration for a host pattern.
    ///
    /// An invalid pattern removes nothing, and is reported on standard error.
    ///
    /// - Parameter host: The pattern as registered, ignoring case. Other patterns that match the same hosts stay.
    public func clearQueue(forHost host: String) {
        do {
            engine.store.clear(host: try HostPattern(host))
        } catch {
            StandardError.report("HTTPMock: clearQueue(forHost:) removes nothing, because \(error)")
        }
    }

    /// Resets the instance to its initial state.
    ///
    /// Removes all registrations, contracts, cassettes, problems and the log. Resets ``logBodyLimit``,
    /// ``unmockedPolicy`` and ``defaultDomain`` to their defaults. The instance of a strict test keeps the policy and
    /// the host that the test began with.
    public func reset() { engine.store.reset() }
}

/// The ways to a session whose requests the instance answers.
@available(
    watchOS, unavailable,
    message: "URLSession of watchOS sends the real request. Test on another system, or use HTTPMockServer."
)
extension HTTPMock {
    /// The session to inject into the code under test.
    ///
    /// The session is created on first use and stays the same. The session keeps working after the instance is
    /// released. The session is ephemeral, has cookies of its own and no cache. On Linux the session can't be
    /// invalidated; elsewhere an invalidated session is replaced once the loading system reports the invalidation.
    public var urlSession: URLSession {
        if let session = ownSession.withLock({ $0 }) { return session }
        // Created without the lock; if two threads create a session, the first is kept.
        let made = frontEnd.makeSession { [weak self] in self?.replace($0) }
        return ownSession.withLock { session in
            let kept = session ?? made
            session = kept
            return kept
        }
    }

    /// The class for a session of your own: `configuration.protocolClasses = [mock.protocolClass]`.
    ///
    /// Keep the instance for as long as such a session is used. After the instance and its ``urlSession`` are released,
    /// requests fail with an ``HTTPMockError``.
    public var protocolClass: URLProtocol.Type { frontEnd.protocolClass }

    /// Makes sessions created from a configuration use this mock.
    ///
    /// Inserts ``protocolClass``, or on Apple's systems a class for this configuration, before the other protocol
    /// classes, and removes those of other mocks. Also removes the cache, because a cache reorders requests. The shared
    /// cookie storage is replaced with a private copy of it.
    ///
    /// - Parameter configuration: The configuration, before a session is created from it.
    public func install(
        in configuration: URLSessionConfiguration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        engine.store.transition { $0.installations.append(location) }
        let others = configuration.protocolClasses ?? []
        #if canImport(FoundationNetworking)
            let installed = protocolClass
        #else
            let installed = frontEnd.protocolClass(for: configuration)
        #endif
        configuration.protocolClasses = [installed] + others.filter { !($0 is MockURLProtocol.Type) }
        configuration.urlCache = nil
        // Mocked cookies must reach neither another instance nor the disk.
        if configuration.httpCookieStorage === HTTPCookieStorage.shared {
            let own = URLSessionConfiguration.privateCookieStorage
            for cookie in HTTPCookieStorage.shared.cookies ?? [] { own?.setCookie(cookie) }
            configuration.httpCookieStorage = own
        }
    }

    /// Sends a request through ``urlSession``.
    ///
    /// - Parameter request: The request.
    /// - Returns: The body and the response.
    /// - Throws: The error that the request fails with: a `URLError`, an ``HTTPMockError`` or a registered error.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        #if canImport(FoundationNetworking)
            return try await urlSession.data(for: request)
        #else
            do {
                return try await urlSession.data(for: request)
            } catch {
                throw original(of: error)
            }
        #endif
    }
}

extension HTTPMock {
    /// Returns the logged error of which Apple's loading system has passed on only the domain and the code.
    ///
    /// - Parameter error: The error that was passed on; also the result if no request has failed with such an error.
    func original(of error: any Error) -> any Error {
        let received = error as NSError
        // A `URLError` is passed on unchanged.
        guard received.domain != NSURLErrorDomain else { return error }
        let url = received.userInfo[NSURLErrorFailingURLErrorKey] as? URL
        let record = requests.last { record in
            guard let logged = record.error.map({ $0 as NSError }) else { return false }
            guard logged.domain == received.domain, logged.code == received.code else { return false }
            return url == nil || url == record.request.url
        }
        return record?.error ?? error
    }

    package var clock: any Clock<Duration> { engine.time.clock }

    /// Sets the default domain, now and after each reset.
    package func setInitialDefaultDomain(_ domain: String) {
        engine.store.transition { ($0.contents.defaultDomain, $0.initialDomain) = (domain, domain) }
    }

    /// Whether a test reports the problems at its end, instead of on standard error.
    package var hasSummary: Bool {
        get { engine.store.read { $0.hasSummary } }
        set { engine.store.transition { $0.hasSummary = newValue } }
    }

    /// Lets the task of a request expect the request's problems.
    ///
    /// - Parameter isExpected: Called in that task; returns whether the task expects a problem, and records it if so.
    package func letRequestsExpectProblems(if isExpected: @escaping @Sendable (Problem) async -> Bool) {
        engine.store.transition { $0.isExpected = isExpected }
    }

    package var registrationProblems: [RegistrationProblem] {
        engine.store.read { $0.contents.registrationProblems }
    }

    /// The problems so far, other than the registration problems: each once, and at most 100 of some kinds.
    package var problems: [Problem] {
        engine.store.read { $0.contents.problems }
    }

    /// The texts of the problems of the kind `.turnedDown`, such as requests of other tests.
    package var turnedDown: [String] {
        problems.filter { $0.kind == .turnedDown }.map(\.text)
    }

    package var installations: [CallSite] {
        engine.store.read { $0.installations }
    }

    /// Returns the source location at which the route of a request was first registered, without using a response.
    ///
    /// Nil if no route matches. Conditions are evaluated, predicates included.
    package func registration(for request: MockRequest) -> CallSite? {
        engine.store.table.match(request).route?.location
    }

    /// Returns the first request that matches an unused response's registration, but was answered by another one.
    ///
    /// Nil if there is none. Nil also if the registration has conditions, because a predicate runs at most once for a
    /// request.
    package func requestAnswered(insteadOf unused: UnusedResponse) -> (RecordedRequest, by: MockRegistration)? {
        for record in requests {
            guard case .mocked(let winner) = record.outcome, winner.key != unused.registration.key else { continue }
            if unused.registration.matchesWithoutConditions(record.request) { return (record, winner) }
        }
        return nil
    }

    /// Returns the last request that an earlier response of the same queue answered; nil if there is none.
    ///
    /// Nil also if the unused response itself has answered a request.
    package func requestAnswered(before unused: UnusedResponse) -> RecordedRequest? {
        guard unused.servedCount == 0, let key = unused.registration.key else { return nil }
        return requests.last { $0.registration?.key == key }
    }

    /// Returns the call that lets an unused response answer in the place of another registration.
    ///
    /// Nil if requests would have no response then, if uses of the response would be left, or if the other registration
    /// can't be written as source.
    package func removal(of winner: MockRegistration, inFavorOf unused: UnusedResponse) -> String? {
        // The call removes the responses that the registration got at other source locations too.
        let answered = requests.filter { $0.registration?.key == winner.key }
        guard answered.allSatisfy({ unused.registration.matchesWithoutConditions($0.request) }) else { return nil }
        // The uses that are left must answer exactly these requests.
        if let count = unused.response.lifetime.count, count - unused.servedCount != answered.count { return nil }
        return SuggestedRegistration(winner)?.removal
    }

    /// Makes the instance a test's own, so that requests of other tests fail.
    package func begin(in test: RequestingTest) {
        engine.store.beforeArrival.withLock { $0.test = test }
    }

    /// Refuses all further requests, ends those in flight and runs the end actions, because the test has ended.
    package func end(because reason: String) {
        engine.store.endTest(HTTPMockError(reason, cause: .testEnded))
        engine.store.runEndActions()
    }

    /// Drops everything that a test registered and its log, because the test has ended and was reported.
    ///
    /// A handler, a predicate or a policy may refer to the instance, which would otherwise live for ever.
    package func release() { engine.store.release() }

    // MARK: Extensions

    /// Adds an extension, which is called after those that are there.
    package func insert(_ new: any EngineExtension) {
        // The extension may run user code, as a cassette runs the closures of its options.
        engine.store.noteUserCode()
        engine.store.change { $0.contents.extensions.append(new) }
    }

    /// Adds an extension that runs no user code, unless there is one of its type; returns the one that is there then.
    package func insert<Extension: EngineExtension>(ifMissing new: Extension) -> Extension {
        engine.store.insert(ifMissing: new)
    }

    /// Lets an extension inspect the responses that are registered already.
    package func inspectRegistrations(with inspector: any EngineExtension) {
        let responses = engine.store.read { $0.contents.sortedQueues.flatMap(\.responses) }
        engine.store.inspect(responses, with: inspector)
    }

    /// Waits for the work of the extensions that the test's end must not cut off.
    package func settleExtensions(testHasFailed: Bool) async {
        for known in engine.store.extensions { await known.settle(testHasFailed: testHasFailed) }
    }

    package func problemsAtEnd(testHasFailed: Bool) -> [Problem] {
        engine.store.extensions.flatMap { $0.problemsAtEnd(testHasFailed: testHasFailed) }
    }
}
