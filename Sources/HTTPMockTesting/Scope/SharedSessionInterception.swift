#if os(watchOS)
    /// No interception of `URLSession.shared`, because it sends the real requests on watchOS.
    public struct SharedSessionInterception: Equatable, Sendable {
        /// Creates the only value.
        public init() {}
    }

    @available(
        *, unavailable,
        message: "URLSession of watchOS sends the real request. Test on another system, or use HTTPMockServer."
    )
    extension SharedSessionInterception: ExpressibleByBooleanLiteral {
        /// Creates nothing, because no test can write a literal.
        public init(booleanLiteral value: Bool) {}
    }
#else
    /// `true` or `false`: whether requests of `URLSession.shared` are answered, which watchOS does not allow.
    public typealias SharedSessionInterception = Bool
#endif
