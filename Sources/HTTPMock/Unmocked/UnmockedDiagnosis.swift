import Foundation

/// Why no response was found for a request: the same for every policy, and kept by the log.
///
/// Prints as the request line, the nearest registrations with what held of each and what did not, and a registration
/// to paste. Headers and bodies appear only where a registration asked about them, and secrets are masked.
public struct UnmockedDiagnosis: Sendable {
    /// What no response was found for.
    public internal(set) var request: MockRequest
    /// The registrations that come nearest, the nearest first, three at most.
    let nearest: [Candidate]
    /// Registrations that were refused or can't be reached.
    let problems: [RegistrationProblem]

    /// One registration and how it compares.
    struct Candidate: Sendable {
        // The log keeps this, but not what the route's conditions hold.
        let registration: MockRegistration
        let verdict: Verdict
        /// What appends to its queue, if that can be told.
        let repetition: SuggestedRegistration?

        init(_ route: Route, _ verdict: Verdict) {
            registration = MockRegistration(route, location: route.location)
            self.verdict = verdict
            if case .exhausted = verdict {
                repetition = SuggestedRegistration(repeating: route)
            } else {
                repetition = nil
            }
        }
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
            nearest.append(Candidate(route, .exhausted(served: servedCount)))
        }
        let others = NearestRoutes.nearest(
            Self.limit - nearest.count, of: snapshot.table, to: request, mismatches: match.mismatches,
            besides: match.route)
        for route in others {
            let conditions = match.mismatches[route.id] ?? Self.ask(route, request)
            let comparison = RouteMismatch(route, request, conditions: conditions)
            nearest.append(Candidate(route, comparison.verdict))
        }
        self.nearest = nearest
    }

    /// Asks a route's conditions that were not asked because method or query did not hold.
    ///
    /// Where host or path don't hold either they are left alone: what they ask about may well not be there.
    private static func ask(_ route: Route, _ request: MockRequest) -> [String?]? {
        guard !route.conditions.isEmpty, route.host.matches(request.target), route.path.matches(request.target) else {
            return nil
        }
        let request = route.completed(request)
        return route.conditions.map { $0.mismatch(request) }
    }
}
