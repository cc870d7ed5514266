/// Modifiers and factories that other libraries have; the compiler's error names the spelling of this library.
@_documentation(visibility: internal)
extension MockResponse {
    /// Names the lifetime to write.
    @_alwaysEmitIntoClient
    @available(
        *, unavailable, message: "Write the lifetime in the factory, as in .encodable(user, lifetime: .multiple(3))"
    )
    public func times(_ count: Int) -> MockResponse { self }

    /// Names the call to leave out.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "A response answers one request unless it has a lifetime: leave out .once()")
    public func once() -> MockResponse { self }

    /// Names the lifetime to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the lifetime in the factory, as in .encodable(user, lifetime: .eternal)")
    public func eternal() -> MockResponse { self }

    /// Names the delivery to write.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write the delivery in the factory, as in .empty(delivery: .delayed(2))")
    public func delayed(_ time: Double) -> MockResponse { self }

    /// Names the factory for a value.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write .encodable(value) for a value; .json has the text")
    public static func json(
        _ value: some Encodable, status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .status(status) }

    /// Names the factory for a dictionary.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write .dictionary(value) for a dictionary; .json has the text")
    public static func json(
        _ value: [String: Any], status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) -> MockResponse { .status(status) }
}

@_documentation(visibility: internal)
extension MockResponse.Delivery {
    /// Names the spelling of a delay in seconds.
    @_alwaysEmitIntoClient
    @available(*, unavailable, message: "Write .delayed(2), or .delayed(.seconds(2))")
    public static func delayed(seconds: Double) -> MockResponse.Delivery { .instant }
}

@_documentation(visibility: internal)
extension MockResponse.StatusCode where Self == MockResponse.Status {
    /// Names the spelling of a status without a name.
    @available(*, unavailable, message: "Write the number: status: 418, or .other(418) after a dot")
    public static var teapot: Self { Self(418) }
}
