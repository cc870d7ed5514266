import Foundation

/// The reason why no response was found for a request.
///
/// The diagnosis is the same for every policy, and the log keeps it.
///
/// Prints as the request line, the nearest registrations with the parts that match and those that do not, and one way
/// to fix it. Headers and bodies appear only where a registration has a condition on them, and secrets are masked.
public struct UnmockedDiagnosis: Sendable {
    /// The request that has no response.
    public internal(set) var request: MockRequest
    /// The nearest registrations, the nearest first, at most three.
    public let nearest: [Candidate]
    /// The registrations that were refused or can't be reached.
    let problems: [RegistrationProblem]

    /// The problems of registrations that were refused or can't be reached, as text.
    public var registrationProblems: [String] { problems.map(\.description) }

    /// The removed registrations that matched such a request, as text.
    let removals: [String]

    /// The number of registrations that `clearQueues()` or `reset()` removed, if there are none any more.
    let clearedCount: Int

    /// The reasons why no response source answered; the last line gives the fix.
    let notes: [String]

    private static let limit = 3

    init(
        request: MockRequest, match: RouteTable.Match, table: RouteTable, problems: [RegistrationProblem] = [],
        servedCount: Int, allowedWork: MatchingWork = .runsUserCode, notes: [String] = []
    ) {
        self.request = request
        self.notes = notes
        self.problems = problems
        clearedCount = table.routes.isEmpty ? table.clearedCount : 0
        removals = table.removed.filter { $0.matches(request) }.map(\.description)
        var nearest: [Candidate] = []
        if let route = match.route {
            nearest.append(Candidate(route, exhaustedAfter: servedCount))
        }
        let others = NearestRoutes.find(
            Self.limit - nearest.count, of: table, to: request, mismatches: match.mismatches,
            except: match.route)
        for route in others {
            let conditions = match.mismatches[route.id] ?? Self.evaluate(route, request, allowedWork)
            nearest.append(
                Candidate(route, request, conditions: conditions, winnerPriority: match.route?.key.priority))
        }
        self.nearest = nearest
    }

    /// Evaluates the conditions that matching skipped because the method or the query did not match.
    ///
    /// Returns nil where the host or the path does not match either, because the request is then of another kind.
    /// Returns nil also where the conditions need more work than the thread allows.
    private static func evaluate(
        _ route: Route, _ request: MockRequest, _ allowedWork: MatchingWork
    ) -> [String?]? {
        guard !route.conditions.isEmpty, route.work <= allowedWork, route.host.matches(request.target),
            route.path.matches(request.target)
        else {
            return nil
        }
        let request = route.completed(request)
        return route.conditions.map { $0.mismatch(request) }
    }
}

extension UnmockedDiagnosis {
    /// The address of the registration for which the diagnosis suggests a small edit.
    ///
    /// Not the source location, because all registrations in the arguments of `@Test` have the same one.
    package var suggestedEditRoute: String? {
        nearest.first.flatMap { $0.edit == nil ? nil : $0.registration.route }
    }
}
