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
        _ value: some Encodable, status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .status(status) }
}
