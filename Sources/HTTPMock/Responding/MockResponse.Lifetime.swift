extension MockResponse {
    /// The number of requests that a response answers before the next in its queue.
    public enum Lifetime: Hashable, Sendable {
        /// One request.
        case single
        /// A number of requests; with a number below 1 the response is dropped, with a warning when it is registered.
        case multiple(Int)
        /// Every further request; a response registered after this one is never used, which is reported.
        case eternal

        /// The number of requests; nil if there is no limit.
        var count: Int? {
            switch self {
            case .single: 1
            case .multiple(let count): count
            case .eternal: nil
            }
        }
    }
}
