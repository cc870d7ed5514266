import Foundation

/// Why no response was found for a request: the same for every policy, and kept by the log.
///
/// Prints as the request line, the nearest registrations with what held of each and what did not, and a registration
/// to paste. Headers and bodies appear only where a registration asked about them, and secrets are masked.
public struct UnmockedDiagnosis: Sendable {
    /// What no response was found for.
    public let request: MockRequest
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

    init(request: MockRequest, match: RouteTable.Match, snapshot: Store.Snapshot, servedCount: Int) {
        self.request = request
        self.problems = snapshot.problems
        var nearest: [Candidate] = []
        if let route = match.route {
            nearest.append(Candidate(route: route, verdict: .exhausted(served: servedCount)))
        }
        let others = snapshot.table.routes.values.filter { $0.id != match.route?.id }
        for route in Self.nearest(of: others, to: request, match: match).prefix(Self.limit - nearest.count) {
            let comparison = RouteComparison(route, request, conditions: match.mismatches[route.id])
            nearest.append(Candidate(route: route, verdict: comparison.verdict))
        }
        self.nearest = nearest
    }

    /// The nearest routes, by how much of the request each would take; of equals the earliest registered.
    private static func nearest(of routes: [Route], to request: MockRequest, match: RouteTable.Match) -> [Route] {
        let query = request.query
        var best: [(likeness: Int, route: Route)] = []
        for route in routes {
            let likeness = route.likeness(to: request, query: query, conditions: match.mismatches[route.id])
            let position = best.firstIndex { ($0.likeness, route.id) < (likeness, $0.route.id) } ?? best.endIndex
            guard position < limit else { continue }
            best.insert((likeness, route), at: position)
            if best.count > limit { best.removeLast() }
        }
        return best.map(\.route)
    }
}

extension Route {
    /// How much of a request this route would take; host and path weigh most, in full or in part.
    fileprivate func likeness(to request: MockRequest, query items: [URLQueryItem], conditions: [String?]?) -> Int {
        let target = request.target
        let full = 1_000
        var likeness = 0
        likeness += host.matches(target) ? full : min(host.reach(in: target) * 10, full / 2)
        likeness += path.matches(target) ? full : min(path.reach(in: target) * 10, full / 2)
        if method.map({ $0 == request.method }) ?? true { likeness += full / 5 }
        likeness -= min(query.map { $0.differences(from: items).count * 20 } ?? 0, full / 10)
        likeness -= min(conditions.map { $0.count { $0 != nil } * 20 } ?? 0, full / 10)
        return likeness
    }
}
