import Foundation

/// The reason why no response was found for a request.
///
/// The diagnosis is the same for every policy, and the log keeps it.
///
/// Prints as the request line, the nearest registrations with the parts that match and those that do not, further
/// reasons, and one way to fix the test. Headers and bodies appear only where a registration has a condition on them,
/// and secrets are masked.
public struct UnmockedDiagnosis: Sendable {
    /// The request that has no response.
    public internal(set) var request: MockRequest
    /// The nearest registrations, the nearest first, at most three.
    private(set) var nearest: [Candidate]
    /// The small edit after which the nearest registration matches, if there is one.
    private(set) var edit: SuggestedEdit?
    /// The edits to choose from; nil once the edit is decided, and if there are none.
    private var search: EditSearch?
    /// Whether the nearest registration matches, and has used up its responses for such requests.
    private let isExhausted: Bool
    /// Whether another registration matches as well, and may answer if the exhausted one is removed.
    private let hasNextMatch: Bool
    /// Code that appends to the queue of the registration that matches, for the case that the queue is exhausted.
    ///
    /// Nil if none matches, and if the code can't be written, as for a predicate.
    let repetition: SuggestedRegistration?
    /// The form in which another registration, next to the nearest one, compiles.
    private let form: RouteSpelling.Form
    package let problems: [RegistrationProblem]
    /// The removed registrations whose host, path, method and query match the request, as text.
    let removals: [String]

    /// The number of registrations that `clearQueues()` or `reset()` removed, if there are none any more.
    let clearedCount: Int

    /// The reasons that were found while the request was decided; the last line gives the fix.
    private let reasons: [String]

    /// The advice for an upgrade that no registration answers; nil for any other request.
    private let upgradeFix: String?

    /// Whether a suggested response is optional, because another run of the test may not make the request.
    private let suggestsOptional: Bool

    /// The reasons why no response source answered; the last line gives the fix, unless a small edit is the fix.
    var notes: [String] {
        guard let upgradeFix else { return reasons }
        let reason = "the request asks for a WebSocket."
        guard edit == nil else { return reasons + [reason] }
        return reasons + ["\(reason) To fix this, \(upgradeFix)"]
    }

    /// The maximum number of nearest registrations, and of removals and problems that are printed.
    private static let limit = 3

    init(
        request: MockRequest, match: RouteTable.Match, table: RouteTable, problems: [RegistrationProblem] = [],
        servedCount: Int, allowedWork: MatchingWork = .runsUserCode, reasons: [String] = [],
        upgradeFix: String? = nil, suggestsOptional: Bool = false
    ) {
        self.request = request
        self.reasons = reasons
        self.upgradeFix = upgradeFix
        self.suggestsOptional = suggestsOptional
        self.problems = problems
        clearedCount = table.isEmpty ? table.clearedCount : 0
        removals = table.removed.filter { $0.key.matchesExceptConditions(request) }.map(\.text)
        isExhausted = match.route != nil && match.isFit && servedCount > 0
        repetition = match.route.flatMap(SuggestedRegistration.init(repeating:))
        nearest = []
        if let winner = match.route {
            let verdict = match.isFit ? Self.exhaustion(servedCount) : Self.otherKind
            nearest = [Candidate(winner, verdict, parts: [])]
        }
        let others = NearestRoutes.find(
            Self.limit - nearest.count, of: table, to: request, mismatches: match.mismatches, except: match.route)
        let comparisons = others.map { route in
            let conditions = match.mismatches[route.id] ?? Self.evaluate(route, request, allowedWork)
            return RouteComparison(route, request, conditions: conditions)
        }
        // Only the edit of the nearest registration is printed. It is no fix if the registration is for the other kind
        // of requests.
        if nearest.isEmpty, let route = others.first, let comparison = comparisons.first, !comparison.isMatch,
            table.answers(request.kind, route)
        {
            let isHostRegistered = table.routesByHost.keys.contains { $0.matches(request.target) }
            search = EditSearch(comparison, of: route, for: request, isHostRegistered: isHostRegistered)
        }
        nearest += zip(others, comparisons).map { Candidate($0, $1, below: match.route) }
        hasNextMatch = isExhausted && others.contains { Self.isMatch($0, request, match.mismatches[$0.id]) }
        form = Self.form(nextTo: match.route ?? others.first, for: request)
        if let search, !search.needsSource { decideEdit() }
    }

    /// Returns the form in which a registration of a request, next to a route, compiles.
    private static func form(nextTo route: Route?, for request: MockRequest) -> RouteSpelling.Form {
        guard let route else { return .statement }
        // Among the paths of one host, a registration of another host can't be written.
        if route.spelling.form == .paths, !route.host.matches(request.target) { return .statement }
        return route.spelling.form
    }

    /// Returns whether a route matches a request in every part; false if its conditions were not evaluated.
    private static func isMatch(_ route: Route, _ request: MockRequest, _ mismatches: [String?]?) -> Bool {
        guard route.key.matchesExceptConditions(request) else { return false }
        if route.conditions.isEmpty { return true }
        guard let mismatches else { return false }
        return mismatches.allSatisfy { $0 == nil }
    }

    /// Whether the edit is not decided, because it depends on a source file.
    var needsSource: Bool { search != nil }

    /// Decides the edit; reads the source files that it depends on, each once, and may block.
    mutating func decideEdit() {
        edit = search?.edit(in: SourceFiles())
        search = nil
    }

    private static let otherKind = "matches, but answers requests of the other kind, plain HTTP or upgrades"

    private static func exhaustion(_ servedCount: Int) -> String {
        switch servedCount {
        case 0: "matches, but its responses were removed before this request"
        case 1: "matches, but its only response was already used"
        case let count: "matches, but all \(count) responses were already used"
        }
    }

    /// Evaluates the conditions that matching skipped because another part did not match.
    ///
    /// Returns nil where the host or more than the path's spelling differs, because the route is for other requests.
    /// Returns nil also where the conditions need more work than the thread allows; a short body is read on any thread.
    /// Returns nil for a route without conditions as well.
    private static func evaluate(_ route: Route, _ request: MockRequest, _ allowedWork: MatchingWork) -> [String?]? {
        var allowedWork = allowedWork
        let hasShortBody = request.content.fileURL == nil && request.content.count <= shortBodyLimit
        if hasShortBody { allowedWork = max(allowedWork, .readsBody) }
        guard !route.conditions.isEmpty, route.work <= allowedWork else { return nil }
        guard route.host.matches(request.target) else { return nil }
        guard route.path.matches(request.target) || PathEdit(route, request) != nil else { return nil }
        // A mistake in a predicate is no part of the diagnosis.
        let request = route.addingParameters(to: request, warn: { _, _ in })
        return route.conditions.map { $0.mismatch(request) }
    }

    /// The maximum size of a short body, in bytes.
    private static let shortBodyLimit = 1 << 14

    /// The identity of the route for which the diagnosis suggests a small edit.
    ///
    /// Not the source location, because all registrations in the arguments of `@Test` have the same one.
    package var suggestedEditRoute: AnyHashable? {
        guard edit != nil else { return nil }
        return nearest.first?.registration.routeIdentity
    }

    /// A registration that comes near a request, and how it compares.
    struct Candidate: Sendable {
        let registration: MockRegistration
        /// The result as one line, as in `host and path match; method is GET, expected POST`.
        let verdict: String
        let parts: [ComparedPart]

        // The log keeps a candidate, but not the route, because the route's conditions capture values of the test.
        init(_ route: Route, _ verdict: String, parts: [ComparedPart]) {
            registration = MockRegistration(route, location: route.location)
            self.verdict = verdict
            self.parts = parts
        }

        /// Creates the candidate of a route that was compared, or that matches, but less well than the winner.
        fileprivate init(_ route: Route, _ comparison: RouteComparison, below winner: Route?) {
            guard comparison.isMatch else {
                self.init(route, "\(comparison)", parts: comparison.parts)
                return
            }
            var verdict =
                "matches, but is not used, because the more specific one above was chosen (no fall-through)"
            if let winner, winner.key.priority > route.key.priority {
                verdict = "matches, but is not used, because the one above has a higher priority (no fall-through)"
            }
            self.init(route, verdict, parts: [])
        }
    }

    /// A part of a registration that a request is compared with.
    enum Part: String, Sendable {
        case host, method, path, query, conditions
    }

    /// A part and its differences, as in `method is GET, expected POST`, with secrets masked; none if the part matches.
    struct ComparedPart: Sendable {
        let part: Part
        let reasons: [String]
    }
}

extension UnmockedDiagnosis: CustomStringConvertible {
    /// The request, the nearest registrations, further reasons, and one way to fix the test.
    public var description: String {
        var lines = ["HTTPMock: no response for \(request)"]
        if nearest.isEmpty, notes.isEmpty { lines.append("  \(emptiness)") }
        for (number, candidate) in nearest.enumerated() {
            let title = number == 0 ? "nearest" : "then"
            lines.append("  \(title): \(candidate.registration)")
            lines.append("    \(candidate.verdict)")
        }
        lines += removals.suffix(Self.limit).map { "  matched before: \($0)" }
        if !problems.isEmpty {
            lines.append("  registrations with a problem:")
            lines += problems.suffix(Self.limit).map { "    \($0)" }
            let hiddenCount = problems.count - Self.limit
            if hiddenCount > 0 { lines.append("    and \(hiddenCount) more, reported when they were made") }
        }
        lines += notes.map { "  \($0)" }
        lines += fix().map { "  \($0)" }
        return lines.joined(separator: "\n")
    }

    private var emptiness: String {
        guard clearedCount > 0 else { return "nothing is registered" }
        let registrations = clearedCount.counted("registration")
        return
            "nothing is registered any more: clearQueues() or reset() removed \(registrations), perhaps in another test "
            + "that uses the same mock"
    }

    /// Returns the lines of a way to fix the test: an edit of the nearest registration, or another registration.
    ///
    /// The registration has the form that compiles next to the nearest one. For an exhausted queue, advice about a
    /// lifetime comes first.
    /// Without an edit, empty after notes such as those of a cassette, because notes end with a fix. An upgrade that no
    /// registration matches has the edit, or advice about WebSockets.
    func fix() -> [String] {
        if let edit, !edit.isUncertain { return ["\(edit)"] }
        if let upgradeFix, let edit { return ["\(edit), or \(upgradeFix)"] }
        guard notes.isEmpty || edit != nil else { return [] }
        guard let first = nearest.first, isExhausted else {
            var title = edit.map { "\($0), or register:" } ?? "To fix this, register:"
            if nearest.isEmpty, !problems.isEmpty { title = "To fix this, correct that registration, or register:" }
            return [title] + SuggestedRegistration(for: request).lines(as: form, isOptional: suggestsOptional)
        }
        var registration = repetition?.lines(as: form, isOptional: suggestsOptional) ?? []
        // The suggested response answers no upgrade.
        if request.isWebSocketUpgrade { registration = [] }
        var (place, end) = ("", ":")
        if registration.isEmpty {
            place = first.registration.location.map { " at \($0)" } ?? ""
            end = " there."
        }
        let advice = "give a response\(place) the lifetime .eternal, or queue another\(end)"
        var lines = ["To fix this, \(advice)"]
        if hasNextMatch, let repetition {
            lines = [
                "To fix this, remove it once it is used up, so that the next one answers:", repetition.removal,
                "or \(advice)",
            ]
        }
        return lines + registration
    }
}

extension MockRequest {
    /// The host, with the port unless the port is the default of the scheme.
    var hostAndPort: String {
        guard let port = url.port, port != RequestTarget.defaultPort(of: target.scheme) else { return host }
        return "\(host):\(port)"
    }
}
