extension MockResponse {
    /// How many requests a queued response answers before the next in its queue takes over.
    public enum Lifetime: Hashable, Sendable {
        /// One request.
        case single
        /// So many requests; a response with a count below 1 is dropped with a warning when it is registered.
        case multiple(Int)
        /// Every request from then on; a response queued behind it is never reached, which is reported.
        case eternal

        /// The number of requests it answers, nil without a bound.
        var count: Int? {
            switch self {
            case .single: 1
            case .multiple(let count): count
            case .eternal: nil
            }
        }
    }
}
