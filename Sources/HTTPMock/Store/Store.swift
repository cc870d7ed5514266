/// All that changes in an instance: one state, one lock, a whole transition inside it.
///
/// Nothing waits, calls a user or delivers under the lock. Conditions are matched on the snapshot that ``snapshot()``
/// gives, and the response is popped in ``take(from:)``, so a winner whose queue has run out meanwhile is unmocked.
final class Store: Sendable {
    fileprivate struct State {
        var table = RouteTable()
        var queues: [Int: ResponseQueue] = [:]
        var policy = UnmockedPolicy.notFound
        var defaultDomain = Store.initialDomain
        var problems: [RegistrationProblem] = []
    }

    /// What a request is matched against.
    struct Snapshot: Sendable {
        let table: RouteTable
        let policy: UnmockedPolicy
        let problems: [RegistrationProblem]
    }

    private static let initialDomain = "example.com"

    private let state = Locked(State())

    var defaultDomain: String {
        get { state.withLock { $0.defaultDomain } }
        set { state.withLock { $0.defaultDomain = newValue } }
    }

    var policy: UnmockedPolicy {
        get { state.withLock { $0.policy } }
        set { state.withLock { $0.policy = newValue } }
    }

    /// Whether matching may run conditions, and with them the user's code.
    var hasConditions: Bool { state.withLock { $0.table.conditionalCount > 0 } }

    func snapshot() -> Snapshot {
        state.withLock { Snapshot(table: $0.table, policy: $0.policy, problems: $0.problems) }
    }

    /// Pops the response a request is served with; nil if the route's queue has run out or was cleared.
    func take(from route: Route) -> ResponseQueue.Serving? {
        state.withLock { $0.queues[route.id]?.take() }
    }

    /// How many requests a route has served.
    func servedCount(of route: Route) -> Int {
        state.withLock { $0.queues[route.id]?.servedCount ?? 0 }
    }

    /// Registers, all in one step.
    ///
    /// - Parameter replacing: Whether what the same registrations still hold is dropped first.
    /// - Returns: What is wrong with them.
    func add(_ registrations: [Registration], replacing: Bool = false) -> [RegistrationProblem] {
        state.withLock { state in
            var problems: [RegistrationProblem] = []
            for registration in registrations {
                problems += state.add(registration, replacing: replacing)
            }
            state.problems += problems
            return problems
        }
    }

    func note(_ problems: [RegistrationProblem]) {
        state.withLock { $0.problems += problems }
    }

    func clear() {
        state.withLock { $0.clear() }
    }

    func clear(host: HostPattern) {
        state.withLock { state in
            for id in state.table.removeAll(host: host) {
                state.queues[id] = nil
            }
        }
    }

    func reset() {
        state.withLock { state in
            state.clear()
            state.policy = .notFound
            state.defaultDomain = Self.initialDomain
        }
    }
}

extension Store.State {
    fileprivate mutating func clear() {
        table.removeAll()
        queues = [:]
        problems = []
    }

    fileprivate mutating func add(_ registration: Registration, replacing: Bool) -> [RegistrationProblem] {
        let route: Route
        do {
            route = try table.route(for: registration)
        } catch {
            return [RegistrationProblem(text: "\(error)", place: registration.place)]
        }
        guard !registration.responses.isEmpty else {
            return [.nothingIn("the registration of \(route)", place: registration.place)]
        }
        var problems: [RegistrationProblem] = []
        if replacing { queues[route.id]?.removeAll() }
        for response in registration.responses {
            if let count = response.lifetime.count, count < 1 {
                problems.append(.emptyLifetime(count, of: route, place: registration.place))
                continue
            }
            if queues[route.id]?.endsInEternal == true {
                problems.append(.behindEternal(route, place: registration.place))
            }
            queues[route.id, default: ResponseQueue()].append(
                QueuedResponse(
                    response, inherited: registration.headers, origin: route.description, place: registration.place))
        }
        return problems
    }
}
