extension UnmockedDiagnosis {
    /// A registration that comes near a request, and how it compares.
    public struct Candidate: Sendable {
        /// The registration.
        public let registration: MockRegistration
        /// The result of the comparison.
        public let verdict: Verdict
        /// Code that appends to the registration's queue, if the queue is empty.
        ///
        /// Nil if the code can't be written, as for a predicate.
        let repetition: SuggestedRegistration?
        /// The small edit after which the registration matches, if there is one.
        let edit: SuggestedEdit?
        let isInBuilder: Bool
        /// Whether the registration matches, but the chosen one has a higher priority.
        let isOutrankedByPriority: Bool

        // The log keeps a candidate, but not the route, because the route's conditions capture values of the test.
        init(_ route: Route, exhaustedAfter servedCount: Int) {
            registration = MockRegistration(route, location: route.location)
            verdict = .exhausted(servedCount: servedCount)
            repetition = SuggestedRegistration(repeating: route)
            edit = nil
            isOutrankedByPriority = false
            isInBuilder = route.spelling.isInBuilder
        }

        init(_ route: Route, _ request: MockRequest, conditions: [String?]?, winnerPriority: Int?) {
            let mismatch = RouteMismatch(route, request, conditions: conditions)
            registration = MockRegistration(route, location: route.location)
            verdict = mismatch.verdict
            repetition = nil
            isOutrankedByPriority = verdict == .outranked && winnerPriority.map { $0 > route.key.priority } ?? false
            edit = SuggestedEdit(mismatch, of: route, for: request)
            isInBuilder = route.spelling.isInBuilder
        }
    }

    /// The result of comparing a request with a registration.
    public enum Verdict: Sendable, Hashable {
        /// Everything matches, but all responses have been used.
        case exhausted(servedCount: Int)
        /// Everything matches, but a more specific registration was chosen, whose responses have all been used.
        case outranked
        /// Some parts match and others do not.
        case mismatch(matching: [Part], mismatches: [Mismatch])
    }

    /// A part of a registration that a request is compared with.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The host, with its port.
        case host
        /// The method.
        case method
        /// The path.
        case path
        /// The query.
        case query
        /// The conditions.
        case conditions
    }

    /// One way in which a request does not match a registration.
    public struct Mismatch: Sendable, Hashable {
        /// The part that does not match.
        public let part: Part
        /// The difference as text, as in `method is GET, expected POST`; secrets are masked.
        public let reason: String
    }
}
