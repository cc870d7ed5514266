import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The state of an instance with everything that answers its requests: clock, dispatcher and passthrough.
///
/// Created by the ``HTTPMock`` and used by all its front ends. The instance's own session retains the engine, so the
/// session goes on working after the instance is released.
package final class MockEngine: Sendable {
    package let store = Store()
    let clock: UserOwned<any Clock<Duration>>
    /// The clock as requests use it.
    let timeSource: ElapsedTime.Source
    /// The time since the instance's creation on its clock; nil for the real clock, which the log reads anyway.
    let age: ElapsedTime?
    let passthrough: Passthrough
    let dispatcher: RequestDispatcher
    /// Keeps every response before its first byte; nil to send responses at once.
    let hold: (any ResponseHold)?
    private let matchingQueue = MatchingQueue()
    /// The task-local values of the task that created the instance; nil for the shared instance.
    private let context: TaskContext?

    init(
        clock: any Clock<Duration>, passthrough: Passthrough, context: TaskContext?,
        hold: (any ResponseHold)? = nil
    ) {
        self.hold = hold
        self.clock = UserOwned(clock)
        timeSource = ElapsedTime.Source(self.clock)
        if case .continuous = timeSource { age = nil } else { age = ElapsedTime(timeSource) }
        self.passthrough = passthrough
        self.context = context
        dispatcher = RequestDispatcher(store)
    }

    // MARK: The instance

    /// The instance; created again if it was released, and nil only if its front end was released too.
    ///
    /// A handler may run after the release, because a session keeps the engine.
    var mock: HTTPMock? {
        let (mock, recreate) = store.read { ($0.instance.mock, $0.instance.recreate) }
        return mock ?? recreate?()
    }

    /// Sets the instance, and the way to create the instance again.
    func setMock(_ mock: HTTPMock, recreate: @escaping @Sendable () -> HTTPMock?) {
        store.transition { $0.instance = WeakInstance(mock: mock, recreate: recreate) }
    }

    /// The engine whose handler, predicate or sequence the current task runs.
    @TaskLocal static var running: Reference?

    /// A weak reference to an engine, so that running user code does not retain an instance.
    final class Reference: Sendable {
        private let engine: Locked<WeakEngine>

        private struct WeakEngine {
            weak var engine: MockEngine?
        }

        init(_ engine: MockEngine) {
            self.engine = Locked(WeakEngine(engine: engine))
        }

        var mock: HTTPMock? { engine.withLock { $0.engine }?.mock }
    }

    // MARK: Running the user's code

    /// Runs user code with the task-local values of the request's task, or else of the instance's creation.
    ///
    /// - Parameters:
    ///   - callerContext: The task-local values of the task that makes the request, if they are known.
    ///   - operation: The user's code, which may block its thread.
    @discardableResult
    func run(
        in callerContext: TaskContext?, _ operation: @escaping @Sendable () async -> Void
    ) -> ContextTask {
        let reference = Reference(self)
        let scoped: @Sendable () async -> Void = { await Self.$running.withValue(reference, operation: operation) }
        guard let context = callerContext ?? context else { return ContextTask.runDetached(scoped) }
        return context.run(scoped)
    }

    /// Dispatches a request whose conditions read bodies or run user code, in order of arrival.
    ///
    /// - Parameters:
    ///   - logged: The request.
    ///   - callerContext: The task-local values of the task that makes the request, if they are known.
    ///   - decide: Called with the decision, on any thread.
    func match(
        _ logged: LoggedRequest, in callerContext: TaskContext?,
        then decide: @escaping @Sendable (RequestDispatcher.Decision) -> Void
    ) {
        matchingQueue.add { [self] done in
            let work: @Sendable () -> Void = { [dispatcher] in
                decide(dispatcher.dispatch(logged))
                done()
            }
            if logged.work == .runsUserCode { run(in: callerContext) { work() } } else { BackgroundThread.run(work) }
        }
    }

    /// Fails all requests in flight and all later requests.
    ///
    /// - Parameters:
    ///   - reason: The error that every such request fails with.
    ///   - test: The name of the test that has ended, if it is known.
    func refuseAll(_ reason: HTTPMockError, of test: String?) {
        for exchange in store.refuse(reason, of: test) { exchange.refuseBecauseTestEnded(reason) }
    }
}

/// An instance, referenced weakly because it may be released before its engine.
struct WeakInstance: Sendable {
    weak var mock: HTTPMock?
    /// Creates the instance again after its release.
    var recreate: (@Sendable () -> HTTPMock?)?
}

/// An error that a handler threw, for the report of a test that failed.
package struct HandlerFailure: Sendable, Hashable {
    /// The source location of the handler's registration; nil for a handler of the unmocked policy.
    package let location: CallSite?
    /// The error as text, with secrets masked.
    package let text: String
    /// The name of the error's type, as in `Testing.ExpectationFailedError`.
    package let type: String

    init(_ error: any Error, of registration: MockRegistration) {
        location = registration.location
        text = Redaction.text(of: error)
        type = String(reflecting: Swift.type(of: error))
    }
}

/// Members for front ends in other modules.
extension MockEngine {
    /// The host of registrations that name none.
    package var defaultDomain: String { store.defaultDomain }

    /// Returns whether anything is registered for the host and port of a URL.
    package func hasRegistrations(forHostOf url: URL) -> Bool {
        let target = RequestTarget(url: url)
        return store.table.routesByHost.keys.contains { $0.matches(target) }
    }

    /// Returns whether a registration that names the method has the address of a request.
    package func hasRegistration(withMethodOf request: MockRequest) -> Bool {
        store.table.hasRoute(withMethodOf: request)
    }

    /// Logs a request that a front end has refused by itself, and reports each refusal once.
    ///
    /// The test of the instance reports refusals at its end; without such a test, standard error has them at once.
    package func log(_ refused: RefusedRequest) {
        if let request = refused.request {
            var record = store.arrive(request).record
            record.note(ResponseHead(url: request.url, status: refused.status, headers: [:]), at: nil)
            record.end(HTTPMockError(refused.text), at: nil)
            store.end(record, of: nil)
        }
        if store.note(refused), !store.hasSummary { StandardError.report(refused.text) }
    }
}

extension HTTPMock {
    /// The texts of the requests that a front end has refused by itself, each text once.
    package var refusals: [String] {
        var known: Set<String> = []
        return engine.store.refusedRequests.map(\.text).filter { known.insert($0).inserted }
    }
}
