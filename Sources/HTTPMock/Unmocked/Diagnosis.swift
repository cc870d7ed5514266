/// Why no response was found for a request: the same for every policy.
struct Diagnosis: Sendable {
    let request: MockRequest
    /// The registrations that come nearest, the nearest first, three at most.
    let nearest: [Candidate]
    /// Registrations that were refused or can't be reached.
    let problems: [RegistrationProblem]

    /// One registration and how it compares.
    struct Candidate: Sendable {
        let route: Route
        let verdict: Verdict
    }

    /// What held of a registration and what did not.
    enum Verdict: Sendable {
        /// All of it held, and its queue has run out.
        case exhausted(served: Int)
        /// Which parts held, and why the others did not.
        case mismatch(holding: [String], reasons: [String])
    }

    private static let limit = 3

    init(request: MockRequest, match: RouteTable.Match, snapshot: Store.Snapshot, store: Store) {
        self.request = request
        self.problems = snapshot.problems
        var ranked: [(score: Int, route: Route)] = []
        for route in snapshot.table.routes.values where route.id != match.route?.id {
            ranked.append((route.likeness(to: request), route))
        }
        ranked.sort { ($0.score, $1.route.id) > ($1.score, $0.route.id) }
        var nearest = ranked.prefix(Self.limit).map { entry in
            Candidate(route: entry.route, verdict: entry.route.verdict(on: request, match: match))
        }
        if let route = match.route {
            let exhausted = Verdict.exhausted(served: store.servedCount(of: route))
            nearest.insert(Candidate(route: route, verdict: exhausted), at: 0)
        }
        self.nearest = Array(nearest.prefix(Self.limit))
    }
}

extension Route {
    /// How much of a request this route would take; the more the higher.
    fileprivate func likeness(to request: MockRequest) -> Int {
        var score = 0
        if host.matches(request.target) { score += 8 }
        if path.matches(request.target) { score += 8 }
        if method.map({ $0 == request.method }) ?? true { score += 2 }
        if query.map({ $0.matches(request.query) }) ?? true { score += 1 }
        return score
    }

    fileprivate func verdict(on request: MockRequest, match: RouteTable.Match) -> Diagnosis.Verdict {
        var holding: [String] = []
        var reasons: [String] = []
        if host.matches(request.target) {
            holding.append("host")
        } else {
            reasons.append("host is \"\(request.hostAndPort)\", expected \"\(host.text)\"")
        }
        if path.matches(request.target) {
            holding.append("path")
        } else {
            reasons.append("path is \"\(request.path)\", expected \"\(path.text)\"")
        }
        if let method {
            if method == request.method {
                holding.append("method")
            } else {
                reasons.append("method is \(request.method), expected \(method)")
            }
        }
        if let query {
            let differences = query.differences(from: request.query)
            if differences.isEmpty { holding.append("query") }
            reasons += differences.map { "query item \($0)" }
        }
        if !conditions.isEmpty, let mismatches = match.mismatches[id] {
            let failed = zip(conditions, mismatches).compactMap { condition, reason in
                reason.map { "\(condition): \($0)" }
            }
            if failed.isEmpty { holding.append("conditions") }
            reasons += failed
        }
        return .mismatch(holding: holding, reasons: reasons)
    }
}
