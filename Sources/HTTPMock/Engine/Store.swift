/// An instance's only mutable state: one struct under one lock, changed as a whole.
///
/// Created and owned by the ``MockEngine``; may be used on any thread. Under the lock nothing waits, calls user code or
/// delivers a response. A request is matched with the snapshot that ``log(_:)`` returns, and its response is popped in
/// `take(from:)`. If the winner's queue has become empty in between, the request is unmocked.
package final class Store: Sendable {
    /// The state, changed as a whole under the lock.
    struct State {
        var table = RouteTable()
        var queues: [Int: ResponseQueue] = [:]
        var sources: [any ResponseSource] = []
        var policy = UnmockedPolicy.notFound
        /// The policy after a reset.
        var initialPolicy = UnmockedPolicy.notFound
        var defaultDomain = "example.com"
        /// The default domain after a reset.
        var initialDomain = "example.com"
        var faultInjector: FaultInjector?
        var problems: [RegistrationProblem] = []
        var inspectors: [any TrafficInspector] = []
        var trafficProblems: [TrafficProblem] = []
        /// Whether a test reports the problems by failing at its end.
        var hasSummary = false
        var log = RequestLog()
        /// Called once, with true, when the next request arrives.
        var watchers: [Int: @Sendable (Bool) -> Void] = [:]
        var nextWatcher = 0
        /// The error that every request fails with, once the instance's test has ended.
        var refusal: HTTPMockError?
        /// The values that requests are matched with, until one of them changes.
        var snapshot: Snapshot?
        /// Released after unlocking, because a user's deinitializer may call back into the instance.
        var discarded: [any Sendable] = []
    }

    /// The values that a request is matched with.
    ///
    /// The values are in one object, so that a request retains only one reference.
    package final class Snapshot: Sendable {
        let table: RouteTable
        /// The sources that may answer when no registration does, in the order they are asked.
        let sources: [any ResponseSource]
        let policy: UnmockedPolicy
        let problems: [RegistrationProblem]
        let refusal: HTTPMockError?
        let inspectors: [any TrafficInspector]
        let faultInjector: FaultInjector?

        fileprivate init(_ state: State) {
            table = state.table
            sources = state.sources
            policy = state.policy
            problems = state.problems
            refusal = state.refusal
            inspectors = state.inspectors
            faultInjector = state.faultInjector
        }

        /// Returns the work that matching a request needs, which decides where the request may be matched.
        ///
        /// - Parameter hasBody: Whether the request has a body. Sources compare bodies.
        func matchingWork(hasBody: Bool) -> MatchingWork {
            guard !sources.isEmpty else { return table.matchingWork }
            if sources.contains(where: \.runsUserCode) { return .runsUserCode }
            return hasBody ? max(table.matchingWork, .readsBody) : table.matchingWork
        }
    }

    private let state: Locked<State>
    let updates = RequestUpdates()

    init(logLimits: RequestLog.Limits = RequestLog.Limits()) {
        state = Locked(State(log: RequestLog(logLimits)))
    }

    /// Changes the values that requests are matched with, in one transition.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        transition { state in
            // Released first, so that the tables are changed in place instead of being copied.
            state.snapshot = nil
            return body(&state)
        }
    }

    /// Changes the state in one transition, and releases the discarded values after unlocking.
    ///
    /// - Parameters:
    ///   - isRequest: Whether a request makes the change, perhaps on a work queue, where no user code may run.
    ///   - body: The change.
    private func transition<Result>(ofRequest isRequest: Bool = false, _ body: (inout State) -> Result) -> Result {
        let (result, discarded) = state.withLock { state in
            let result = body(&state)
            if state.log.hasDiscarded { state.discarded.append(state.log.takeDiscarded()) }
            guard !state.discarded.isEmpty else { return (result, [any Sendable]()) }
            defer { state.discarded = [] }
            return (result, state.discarded)
        }
        if isRequest, !discarded.isEmpty { BackgroundThread.run { _ = discarded } }
        return result
    }

    var defaultDomain: String {
        get { state.withLock { $0.defaultDomain } }
        set { state.withLock { $0.defaultDomain = newValue } }
    }

    /// Sets the default domain, now and after each reset.
    func setInitialDomain(_ domain: String) {
        state.withLock { ($0.defaultDomain, $0.initialDomain) = (domain, domain) }
    }

    var policy: UnmockedPolicy {
        get { state.withLock { $0.policy } }
        set {
            change { state in
                state.discarded.append(state.policy)
                state.policy = newValue
            }
        }
    }

    /// Sets the policy, now and after each reset.
    func setInitialPolicy(_ policy: UnmockedPolicy) {
        change { state in
            state.discarded.append((state.policy, state.initialPolicy))
            state.policy = policy
            state.initialPolicy = policy
        }
    }

    /// Whether the policy reports unmocked requests to the test that makes them.
    var reportsToTest: Bool { state.withLock { $0.policy.reportsToTest } }

    var faultInjector: FaultInjector? {
        get { state.withLock { $0.faultInjector } }
        set {
            change { state in
                state.discarded.append(state.faultInjector)
                state.faultInjector = newValue
            }
        }
    }

    var logBodyLimit: Int {
        get { state.withLock { $0.log.bodyLimit } }
        set { state.withLock { $0.log.bodyLimit = max(0, newValue) } }
    }

    var records: [RecordedRequest] { state.withLock { $0.log }.records }

    /// Returns the records after the first `known` requests, and the number of requests so far.
    func records(after known: Int) -> (records: [RecordedRequest], count: Int) {
        let log = state.withLock { $0.log }
        return (log.records(after: known), log.count)
    }

    /// The number of tasks that wait for a request to arrive.
    var watcherCount: Int { state.withLock { $0.watchers.count } }

    var problems: [RegistrationProblem] { state.withLock { $0.problems } }

    /// The current routes.
    var table: RouteTable { state.withLock { $0.table } }

    /// Whether a test reports the problems by failing at its end.
    ///
    /// If so, the problems are not printed on standard error.
    var hasSummary: Bool {
        get { state.withLock { $0.hasSummary } }
        set { state.withLock { $0.hasSummary = newValue } }
    }

    // MARK: Inspectors

    var inspectors: [any TrafficInspector] { state.withLock { $0.inspectors } }

    /// The problems that inspectors have found, without warnings.
    var trafficProblems: [TrafficProblem] { state.withLock { $0.trafficProblems.filter { !$0.isWarning } } }

    /// Returns the inspector of a kind, which is added if there is none.
    func inspector<Inspector: TrafficInspector>(orAdding new: Inspector) -> Inspector {
        change { state in
            if let known = state.inspectors.lazy.compactMap({ $0 as? Inspector }).first { return known }
            state.inspectors.append(new)
            return new
        }
    }

    /// Keeps the problems that are new, and returns them.
    func note(_ problems: [TrafficProblem]) -> [TrafficProblem] {
        state.withLock { state in
            var new: [TrafficProblem] = []
            for problem in problems where !state.trafficProblems.contains(problem) {
                state.trafficProblems.append(problem)
                new.append(problem)
            }
            return new
        }
    }

    /// The responses that wait in the queues.
    var registered: [RegisteredResponse] {
        state.withLock { state in state.queues.sorted { $0.key < $1.key }.flatMap { $0.value.responses } }
    }

    // MARK: A request

    /// Logs a request that has arrived.
    func log(_ request: MockRequest) -> LoggedRequest {
        let (logged, watchers) = transition(ofRequest: true) { state in
            let snapshot = state.snapshot ?? Snapshot(state)
            state.snapshot = snapshot
            defer { state.watchers = [:] }
            let logged = LoggedRequest(
                number: state.log.add(request), request: request, snapshot: snapshot, bodyLimit: state.log.bodyLimit)
            return (logged, state.watchers)
        }
        if !watchers.isEmpty {
            BackgroundThread.run { for watcher in watchers.values { watcher(true) } }
        }
        return logged
    }

    /// Pops the next response of a route; nil if the queue is empty or was cleared.
    func take(from route: Route) -> ServedResponse? {
        var served = state.withLock { $0.queues[route.id]?.take() }
        if !route.path.parameterNames.isEmpty { served?.path = route.path }
        return served
    }

    /// Returns the next response of a route without popping the response.
    func next(of route: Route) -> ServedResponse? {
        var served = state.withLock { state in
            var queue = state.queues[route.id]
            return queue?.take()
        }
        served?.path = route.path
        return served
    }

    /// Returns the number of requests that a route has answered.
    func servedCount(of route: Route) -> Int {
        state.withLock { $0.queues[route.id]?.servedCount ?? 0 }
    }

    /// Logs the end of a request.
    func end(_ number: Int, _ completion: RequestCompletion) {
        let isFollowed = updates.hasSubscribers
        let record = transition(ofRequest: true) { state in
            state.log.end(number, completion)
            return isFollowed ? state.log.record(number) : nil
        }
        if let record { updates.send(record) }
    }

    /// The error that every request fails with; nil while the instance's test runs.
    var refusal: HTTPMockError? { state.withLock { $0.refusal } }

    /// Makes every request fail from now on.
    func refuse(_ reason: HTTPMockError) {
        change { $0.refusal = reason }
    }

    /// Waits until another request has arrived.
    ///
    /// - Parameters:
    ///   - known: The number of requests that the caller has seen.
    ///   - deadline: The moment, in real time, at which the wait ends.
    /// - Returns: Whether a request has arrived; false at the deadline, or if cancelled.
    func arrival(after known: Int, before deadline: ContinuousClock.Instant) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.arrival(after: known) }
            group.addTask {
                try? await ContinuousClock().sleep(until: deadline)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    private func arrival(after known: Int) async -> Bool {
        let number = state.withLock { state in
            state.nextWatcher += 1
            return state.nextWatcher
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver: Bool? = state.withLock { state in
                    if state.log.count != known { return true }
                    if Task.isCancelled { return false }
                    state.watchers[number] = { continuation.resume(returning: $0) }
                    return nil
                }
                if let isOver { continuation.resume(returning: isOver) }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: number) }?(false)
        }
    }

    // MARK: Registrations

    /// Adds registrations, all in one transition.
    ///
    /// - Parameters:
    ///   - registrations: The registrations, in order.
    ///   - problems: The problems found while the registrations were built.
    /// - Returns: `problems`, and the problems of the registrations.
    func add(
        _ registrations: [Registration], problems: [RegistrationProblem] = []
    ) -> [RegistrationProblem] {
        let (problems, responses) = change { state in
            var problems = problems
            var responses: [RegisteredResponse] = []
            for registration in registrations {
                let added = state.add(registration)
                problems += added.problems
                responses += added.responses
            }
            state.problems += problems
            return (problems, responses)
        }
        judge(responses)
        return problems
    }

    /// The unused responses that must be used; those of sources come last.
    var unused: [UnusedResponse] {
        let (queued, sources) = state.withLock { state in
            (state.queues.sorted { $0.key < $1.key }.flatMap { $0.value.unused }, state.sources)
        }
        return queued + sources.flatMap(\.unusedResponses)
    }

    /// Adds a source, which is asked after those that are there.
    func insert(_ source: any ResponseSource) {
        change { $0.sources.append(source) }
    }

    func clear() {
        change { $0.clear() }
    }

    func clear(host: HostPattern) {
        change { state in
            for route in state.table.removeAll(host: host) {
                state.discarded.append((route, state.queues.removeValue(forKey: route.id)))
            }
        }
    }

    func reset() {
        change { state in
            state.clear()
            state.discarded.append(state.sources)
            state.sources = []
            state.log.removeAll()
            state.discarded.append(state.policy)
            state.policy = state.initialPolicy
            state.discarded.append(state.inspectors)
            state.inspectors = []
            state.trafficProblems = []
            state.defaultDomain = state.initialDomain
        }
    }
}
