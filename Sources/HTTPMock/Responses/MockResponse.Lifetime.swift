extension MockResponse {
    /// The number of requests that a response answers before the next in its queue.
    public enum Lifetime: Hashable, Sendable {
        /// One request.
        case single
        /// A number of requests.
        ///
        /// A number below 1 drops the response, with a warning at registration.
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

/// Modifiers that other libraries have; the compiler's error names the argument to write here.
@_documentation(visibility: internal)
extension MockResponse {
    /// Names the lifetime to write.
    @available(
        *, unavailable, message: "Write the lifetime in the factory, as in .encodable(user, lifetime: .multiple(3))"
    )
    public func times(_ count: Int) -> MockResponse { self }

    /// Names the lifetime to write.
    @available(*, unavailable, message: "A response answers one request unless it has a lifetime: leave out .once()")
    public func once() -> MockResponse { self }

    /// Names the lifetime to write.
    @available(*, unavailable, message: "Write the lifetime in the factory, as in .encodable(user, lifetime: .eternal)")
    public func eternal() -> MockResponse { self }

    /// Names the delivery to write.
    @available(*, unavailable, message: "Write the delivery in the factory, as in .empty(delivery: .delayed(2))")
    public func delayed(_ time: Double) -> MockResponse { self }

    /// Names the factory for a value.
    @available(*, unavailable, message: "Write .encodable(value) for a value; .json has the text")
    public static func json(
        _ value: some Encodable, status: Status = .ok, lifetime: Lifetime = .single, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .status(status) }
}
