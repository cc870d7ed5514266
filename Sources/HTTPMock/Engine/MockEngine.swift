import Dispatch
import Foundation

/// The state of an instance with everything that answers its requests: clock, dispatcher, passthrough and hold.
///
/// The instance's own session retains the engine, so the session goes on working after the instance is released.
package final class MockEngine: Sendable {
    package let store = Store()
    let time: ElapsedTime
    let passthrough: Passthrough
    var dispatcher: RequestDispatcher { RequestDispatcher(store: store) }
    /// Keeps responses before their first byte; nil to hold none.
    let hold: (any ResponseHold)?
    /// The number of times that a look at a request in flight has found progress.
    let movements = Locked(0)
    /// Matches requests one by one, off the transports' queues.
    private let matchingQueue = DispatchQueue(label: "HTTPMock.matching")
    /// The longest time that the queue waits for the user code of one request.
    ///
    /// Long enough for a predicate on a busy machine, because requests may be matched out of order after that time.
    private static let stallLimit = DispatchTimeInterval.milliseconds(250)
    /// The task-local values of the task that created the instance; nil for the shared instance.
    private let context: TaskContext?

    init(clock: any Clock<Duration>, passthrough: Passthrough, context: TaskContext?, hold: (any ResponseHold)? = nil) {
        self.hold = hold
        time = ElapsedTime(clock)
        self.passthrough = passthrough
        self.context = context
    }

    deinit { store.keepMistakes() }

    // MARK: The instance

    /// The instance; created again if it was released, and nil only if its front end was released too.
    ///
    /// A handler may run after the release, because a session keeps the engine.
    var mock: HTTPMock? {
        let (mock, recreate) = store.read { ($0.instance.mock, $0.instance.recreate) }
        return mock ?? recreate?()
    }

    /// The engine for which the current task runs user code, such as a handler, a predicate or a sequence.
    ///
    /// Weak, so that running user code does not retain an instance.
    @TaskLocal static var running: Weak<MockEngine>?

    // MARK: Running the user's code

    /// Reports a warning to the test of the instance whose user code runs in the current task.
    @Sendable static func warn(_ text: String, at location: CallSite?) {
        running?.object?.store.report([Problem(.warning, text: text, location: location)])
    }

    /// Runs user code with the task-local values of the request's task, or else of the instance's creation.
    ///
    /// The shared instance has no values of its own, so its code runs without any then.
    @discardableResult
    package func run(in callerContext: TaskContext?, _ operation: @escaping @Sendable () async -> Void) -> ContextTask {
        let reference = Weak(object: self)
        let scoped: @Sendable () async -> Void = { await Self.$running.withValue(reference, operation: operation) }
        return (callerContext ?? context ?? .detached).run(scoped)
    }

    /// Dispatches a request that can't be matched on its transport's queue, in the order of arrival.
    ///
    /// User code that blocks delays the next request by ``stallLimit`` at most; then both are matched at the same time.
    func match(
        _ logged: LoggedRequest, in callerContext: TaskContext?,
        then decide: @escaping @Sendable (RequestDispatcher.Decision) -> Void
    ) {
        matchingQueue.async { [weak self] in
            guard let self else { return }
            guard logged.work == .runsUserCode else { return decide(dispatcher.dispatch(logged)) }
            let end = DispatchSemaphore(value: 0)
            run(in: callerContext) { [dispatcher] in
                decide(dispatcher.dispatch(logged))
                end.signal()
            }
            _ = end.wait(timeout: .now() + Self.stallLimit)
        }
    }
}

extension MockEngine {
    /// Stops the reports of requests without progress, and of loops over updates that begin from now on.
    ///
    /// Called for a mock that no test waits for, such as that of a tool or of a sweep's hung run.
    package func ignoreStalls() {
        store.transition { $0.reportsStalls = false }
    }

    /// Returns whether the host pattern of any registration matches the host and port of a URL.
    package func hasRegistrations(forHostOf url: URL) -> Bool {
        let target = RequestTarget(url: url)
        return store.table.routesByHost.keys.contains { $0.matches(target) }
    }

    /// Returns whether a registration that names the method matches a request, whatever its conditions.
    package func hasRegistration(withMethodOf request: MockRequest) -> Bool {
        store.table.hasRoute(withMethodOf: request)
    }

    /// Looks for progress of each request in flight; a stall of ten seconds of real time is reported once.
    ///
    /// - Returns: Whether to look again; the watch ends if no request is in flight, or if stalls are ignored.
    func reportStalledRequests() -> Bool {
        let exchanges = store.transition { state in
            let exchanges = state.reportsStalls ? state.inFlight.values.compactMap(\.object) : []
            state.isWatched = !exchanges.isEmpty
            return exchanges
        }
        for exchange in exchanges { exchange.transport.perform { exchange.lookForProgress() } }
        return !exchanges.isEmpty
    }
}

extension HTTPMock {
    /// The requests in flight, in order of arrival; those that have not arrived yet come first.
    ///
    /// A request whose transport does not respond in time is left out.
    package var requestsInFlight: [RequestInFlight] {
        get async {
            let exchanges = engine.store.exchangesInFlight
            guard !exchanges.isEmpty else { return [] }
            let found = Locked<[(number: Int, request: RequestInFlight)]>([])
            let group = DispatchGroup()
            for exchange in exchanges {
                group.enter()
                exchange.transport.perform {
                    if let request = exchange.inFlight { found.withLock { $0.append((exchange.number, request)) } }
                    group.leave()
                }
            }
            await withCheckedContinuation { continuation in
                BackgroundThread.run {
                    // At most a second, because a transport whose loop has stopped performs nothing.
                    _ = group.wait(timeout: .now() + 1)
                    continuation.resume()
                }
            }
            return found.withLock { $0 }.sorted { $0.number < $1.number }.map(\.request)
        }
    }
}
