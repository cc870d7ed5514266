import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An instance's shared state; its own session retains it, so that the session outlives the ``HTTPMock``.
///
/// Every front end of the instance uses the one engine: the same registrations, queues, log and clock.
package final class MockEngine: Sendable {
    package let store = Store()
    let clock: any Clock<Duration>
    let passthrough: any PassthroughLoader
    let dispatcher: RequestDispatcher
    private let matchingQueue = MatchingQueue()
    /// The task-local values of the task that made the instance; nil for the shared one, which no test made.
    private let context: TaskContext?
    /// The instance, which may be released before the engine.
    private let face = Locked(WeakMock())
    /// Requests that wait: for a delay, a gate, a handler, the network.
    private let waiting = Locked<[ObjectIdentifier: WeakExchange]>([:])

    private struct WeakMock {
        weak var mock: HTTPMock?
    }

    private struct WeakExchange {
        weak var exchange: Exchange?
    }

    init(clock: any Clock<Duration>, passthrough: any PassthroughLoader, context: TaskContext?) {
        self.clock = clock
        self.passthrough = passthrough
        self.context = context
        dispatcher = RequestDispatcher(store)
    }

    /// The instance; nil once it has been released.
    var mock: HTTPMock? {
        get { face.withLock { $0.mock } }
        set { face.withLock { $0.mock = newValue } }
    }

    /// The engine whose handler, predicate or sequence runs in the current task.
    @TaskLocal static var running: Reference?

    /// A weak reference, so that the user's code that runs does not keep an instance alive.
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

    /// Runs an operation of the user's as part of the test that made the instance.
    ///
    /// - Parameters:
    ///   - callerContext: The task-local values to run with instead, if they are known.
    ///   - operation: The operation; it may block its thread.
    @discardableResult
    func run(
        in callerContext: TaskContext? = nil, _ operation: @escaping @Sendable () async -> Void
    ) -> ContextTask {
        let reference = Reference(self)
        let scoped: @Sendable () async -> Void = { await Self.$running.withValue(reference, operation: operation) }
        guard let context = callerContext ?? context else { return ContextTask.runDetached(scoped) }
        return context.run(scoped)
    }

    /// Decides a request whose conditions read bodies or run the user's code, in the order of arrival.
    ///
    /// - Parameters:
    ///   - logged: The request.
    ///   - decide: Called with the decision, on any thread.
    func match(_ logged: LoggedRequest, then decide: @escaping @Sendable (RequestDispatcher.Decision) -> Void) {
        matchingQueue.add { [self] done in
            let work: @Sendable () -> Void = { [dispatcher] in
                decide(dispatcher.dispatch(logged))
                done()
            }
            if logged.snapshot.matchingWork == .runsUserCode { run { work() } } else { BackgroundThread.run(work) }
        }
    }

    // MARK: Requests in flight

    func watch(_ exchange: Exchange) {
        waiting.withLock { $0[ObjectIdentifier(exchange)] = WeakExchange(exchange: exchange) }
        // One that was answered just before the end is not among those that were ended then.
        if let refusal = store.refusal { exchange.refuse(refusal) }
    }

    /// How many requests wait.
    var waitingCount: Int { waiting.withLock { $0.count } }

    func unwatch(_ exchange: ObjectIdentifier) {
        _ = waiting.withLock { $0.removeValue(forKey: exchange) }
    }

    /// Answers nothing any more, and ends the requests that wait.
    ///
    /// - Parameter reason: The error that every such request fails with.
    func refuseAll(_ reason: HTTPMockError) {
        store.refuse(reason)
        let exchanges = waiting.withLock { $0.values.compactMap(\.exchange) }
        for exchange in exchanges { exchange.refuse(reason) }
    }
}

extension MockEngine {
    /// Reports registrations that can't serve as they were meant, when they are made.
    func report(_ problems: [RegistrationProblem]) {
        for problem in problems {
            StandardError.report("HTTPMock: \(problem)")
        }
    }
}
