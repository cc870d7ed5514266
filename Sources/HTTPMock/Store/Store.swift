import Dispatch

/// All that changes in an instance: one state, one lock, a whole transition inside it.
///
/// Nothing waits, calls a user or delivers under the lock. Conditions are matched on the snapshot that ``arrive(_:)``
/// gives, and the response is popped in ``take(from:)``, so a winner whose queue has run out meanwhile is unmocked.
final class Store: Sendable {
    fileprivate struct State {
        var table = RouteTable()
        var queues: [Int: ResponseQueue] = [:]
        var fieldsTable = WireHeaders.Table()
        var policy = UnmockedPolicy.notFound
        var defaultDomain = Store.initialDomain
        var problems: [RegistrationProblem] = []
        var log = RequestLog()
        /// Called once, with true, when the next request arrives.
        var watchers: [Int: @Sendable (Bool) -> Void] = [:]
        var nextWatcher = 0
        /// Why nothing is answered any more, once the instance's test has ended.
        var refusal: HTTPMockError?
        /// What requests are matched against until one of these changes.
        var snapshot: Snapshot?
        /// What is to be let go of once the lock is open: deinitialisers may be the user's, and use the instance.
        var discarded: [any Sendable] = []
    }

    /// What a request is matched against: an object, so that a request takes one reference and not those of all tables.
    final class Snapshot: Sendable {
        let table: RouteTable
        let policy: UnmockedPolicy
        let problems: [RegistrationProblem]
        let refusal: HTTPMockError?

        fileprivate init(_ state: State) {
            table = state.table
            policy = state.policy
            problems = state.problems
            refusal = state.refusal
        }

        /// Whether matching may take long or run the user's code.
        var needsMatchingQueue: Bool { table.matchingWork > .headOnly }
    }

    /// A request that has been logged.
    struct Arrival: Sendable {
        /// Its number in the log.
        let number: Int
        /// What it is to be matched against.
        let snapshot: Snapshot
    }

    /// Changes what requests are matched against.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        transition { state in
            // Before, so that the tables are changed in place.
            state.snapshot = nil
            return body(&state)
        }
    }

    /// Changes the state, and lets go of what it no longer holds once that is done.
    ///
    /// - Parameters:
    ///   - isRequest: Whether a request does it, maybe on a work queue, where nothing of the user's is to run.
    ///   - body: The change.
    private func transition<Result>(ofRequest isRequest: Bool = false, _ body: (inout State) -> Result) -> Result {
        let (result, discarded) = state.withLock { state in
            let result = body(&state)
            if state.log.hasDiscarded { state.discarded.append(state.log.takeDiscarded()) }
            guard !state.discarded.isEmpty else { return (result, [any Sendable]()) }
            defer { state.discarded = [] }
            return (result, state.discarded)
        }
        if isRequest, !discarded.isEmpty { DispatchQueue.global().async { _ = discarded } }
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

    var logBodyLimit: Int {
        get { state.withLock { $0.log.bodyLimit } }
        set { state.withLock { $0.log.bodyLimit = max(0, newValue) } }
    }

    var records: [RecordedRequest] { state.withLock { $0.log }.records }

    /// The log of what has arrived after so many requests, and how many there are by now.
    func records(after known: Int) -> (records: [RecordedRequest], count: Int) {
        let log = state.withLock { $0.log }
        return (log.records(after: known), log.count)
    }

    /// How many wait for a request to arrive.
    var watcherCount: Int { state.withLock { $0.watchers.count } }

    var problems: [RegistrationProblem] { state.withLock { $0.problems } }

    /// The routes at this moment.
    var table: RouteTable { state.withLock { $0.table } }

    // MARK: A request

    /// Logs a request that has arrived.
    func arrive(_ request: MockRequest) -> Arrival {
        let (arrival, watchers) = transition(ofRequest: true) { state in
            let snapshot = state.snapshot ?? Snapshot(state)
            state.snapshot = snapshot
            defer { state.watchers = [:] }
            return (Arrival(number: state.log.add(request), snapshot: snapshot), state.watchers)
        }
        if !watchers.isEmpty {
            Waking.elsewhere { for watcher in watchers.values { watcher(true) } }
        }
        return arrival
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

    /// Logs what became of a request.
    func end(_ number: Int, _ ending: RequestEnding) {
        transition(ofRequest: true) { $0.log.end(number, ending) }
    }

    /// Why nothing is answered any more; nil as long as something is.
    var refusal: HTTPMockError? { state.withLock { $0.refusal } }

    /// Answers nothing any more.
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

    /// What was queued and never asked for.
    var unused: [UnusedResponse] {
        state.withLock { state in
            state.queues.sorted { $0.key < $1.key }.flatMap { $0.value.unused }
        }
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
        fieldsTable = WireHeaders.Table()
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
        }
        let origin = MockRegistration(route, location: registration.location)
        for response in responses {
            if queue.endsInEternal {
                problems.append(.behindEternal(route, location: registration.location))
            }
            queue.append(
                RegisteredResponse(response, inherited: registration.headers, registration: origin) {
                    fieldsTable.fields($0, contentLength: $1)
                })
        }
        queues[route.id] = queue
        return problems
    }
}
