extension MockResponse {
    /// The number of requests that a response answers before the next in its queue.
    public enum Lifetime: Hashable, Sendable {
        /// One request.
        case single
        /// A number of requests.
        ///
        /// A number below 1 drops the response, with a warning at registration.
        case multiple(Int)
        /// Every further request; a later response in the queue for the same kind of requests is never used, which is
        /// reported.
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
