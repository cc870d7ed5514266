/// An instance's only mutable state: one struct behind one lock, changed as a whole.
///
/// Nothing waits, calls user code or delivers under the lock. A request is matched with the snapshot that ``log(_:)``
/// returns, and its response is popped in ``take(from:)``: a winner whose queue has run out meanwhile is unmocked.
package final class Store: Sendable {
    fileprivate struct State {
        var table = RouteTable()
        var queues: [Int: ResponseQueue] = [:]
        var sources: [any ResponseSource] = []
        var policy = UnmockedPolicy.notFound
        var defaultDomain = Store.initialDomain
        var problems: [RegistrationProblem] = []
        var log = RequestLog()
        /// Called once, with true, when the next request arrives.
        var watchers: [Int: @Sendable (Bool) -> Void] = [:]
        var nextWatcher = 0
        /// Why every request is refused, once the instance's test has ended.
        var refusal: HTTPMockError?
        /// The values that requests are matched with, until one of them changes.
        var snapshot: Snapshot?
        /// Released after unlocking: a user's deinitialiser may call back into the instance.
        var discarded: [any Sendable] = []
    }

    /// The values that a request is matched with, in one object, so that a request retains one reference only.
    package final class Snapshot: Sendable {
        let table: RouteTable
        /// The sources of responses besides the registrations, in the order in which they are asked.
        let sources: [any ResponseSource]
        let policy: UnmockedPolicy
        let problems: [RegistrationProblem]
        let refusal: HTTPMockError?

        fileprivate init(_ state: State) {
            table = state.table
            sources = state.sources
            policy = state.policy
            problems = state.problems
            refusal = state.refusal
        }

        /// The work that matching a request needs, which decides where the request may be matched.
        var matchingWork: MatchingWork {
            guard !sources.isEmpty else { return table.matchingWork }
            return sources.contains(where: \.runsUserCode) ? .runsUserCode : max(table.matchingWork, .readsBody)
        }
    }

    /// Changes the values that requests are matched with.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        transition { state in
            // Before, so that the tables are changed in place.
            state.snapshot = nil
            return body(&state)
        }
    }

    /// Changes the state, and releases what the state no longer holds after unlocking.
    ///
    /// - Parameters:
    ///   - isRequest: Whether a request does it, perhaps on a work queue, where no user code may run.
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

    private static let initialDomain = "example.com"

    private let state: Locked<State>

    init(logLimits: RequestLog.Limits = RequestLog.Limits()) {
        state = Locked(State(log: RequestLog(logLimits)))
    }

    var defaultDomain: String {
        get { state.withLock { $0.defaultDomain } }
        set { state.withLock { $0.defaultDomain = newValue } }
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

    /// Whether the policy reports unmocked requests to the test that makes them.
    var reportsToTest: Bool { state.withLock { $0.policy.reportsToTest } }

    var logBodyLimit: Int {
        get { state.withLock { $0.log.bodyLimit } }
        set { state.withLock { $0.log.bodyLimit = max(0, newValue) } }
    }

    var records: [RecordedRequest] { state.withLock { $0.log }.records }

    /// The records after the first `known` requests, and the number of requests by now.
    func records(after known: Int) -> (records: [RecordedRequest], count: Int) {
        let log = state.withLock { $0.log }
        return (log.records(after: known), log.count)
    }

    /// The number of tasks that wait for a request to arrive.
    var watcherCount: Int { state.withLock { $0.watchers.count } }

    var problems: [RegistrationProblem] { state.withLock { $0.problems } }

    /// The routes at this moment.
    var table: RouteTable { state.withLock { $0.table } }

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

    /// Pops the response a request is served with; nil if the route's queue has run out or was cleared.
    func take(from route: Route) -> ServedResponse? {
        var serving = state.withLock { $0.queues[route.id]?.take() }
        if !route.path.parameterNames.isEmpty { serving?.path = route.path }
        return serving
    }

    /// How many requests a route has served.
    func servedCount(of route: Route) -> Int {
        state.withLock { $0.queues[route.id]?.servedCount ?? 0 }
    }

    /// Logs the end of a request.
    func end(_ number: Int, _ completion: RequestCompletion) {
        transition(ofRequest: true) { $0.log.end(number, completion) }
    }

    /// Why every request is refused; nil while requests are answered.
    var refusal: HTTPMockError? { state.withLock { $0.refusal } }

    /// Refuses every request from now on.
    func refuse(_ reason: HTTPMockError) {
        change { $0.refusal = reason }
    }

    /// Waits until one more request has arrived than the caller knows of.
    ///
    /// - Parameters:
    ///   - known: How many requests the caller has seen.
    ///   - deadline: When to give up.
    /// - Returns: Whether one has arrived; false at the deadline, or if cancelled.
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

    /// Registers, all in one step.
    ///
    /// - Parameters:
    ///   - registrations: What is registered, in order.
    ///   - problems: What is wrong with what surrounds them.
    /// - Returns: What is wrong with them, and `problems`.
    func add(
        _ registrations: [Registration], problems: [RegistrationProblem] = []
    ) -> [RegistrationProblem] {
        change { state in
            var problems = problems
            for registration in registrations {
                problems += state.add(registration)
            }
            state.problems += problems
            return problems
        }
    }

    /// The responses that wait and were never requested, those of sources last.
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
            state.policy = .notFound
            state.defaultDomain = Self.initialDomain
        }
    }
}

extension Store.State {
    fileprivate mutating func clear() {
        discarded.append((table, queues, problems))
        table.removeAll()
        queues = [:]
        problems = []
    }

    fileprivate mutating func add(_ registration: Registration) -> [RegistrationProblem] {
        var problems = registration.problems
        let responses = registration.responses.filter { $0.lifetime.count.map { $0 > 0 } ?? true }
        // A route without a response would take requests from less specific ones, only to leave them unanswered.
        guard !responses.isEmpty || registration.isReplacing && table.has(registration) else { return problems }
        let route: Route
        do {
            route = try table.route(for: registration)
        } catch {
            return [RegistrationProblem(text: "\(error)", location: registration.location)]
        }
        var queue = queues.removeValue(forKey: route.id) ?? ResponseQueue()
        if registration.isReplacing {
            discarded.append(queue)
            queue.removeAll()
        } else if !registration.isDefault, queue.hasDefaults {
            discarded.append(queue)
            queue.removeDefaults()
        }
        let origin = MockRegistration(route, location: registration.location)
        var hasUnreachable = false
        for response in responses {
            if queue.endsInEternal, !hasUnreachable {
                hasUnreachable = true
                problems.append(.afterEternal(route, location: registration.location))
            }
            queue.append(
                RegisteredResponse(response, inherited: registration.headers, registration: origin),
                isDefault: registration.isDefault)
        }
        queues[route.id] = queue
        return problems
    }
}
