extension HTTPMock {
    /// Header fields that responses below a ``HTTPMock/Host`` or in a ``HTTPMock/Path`` get.
    ///
    /// Those of a host reach every path below it. Those of a path reach that path's own responses and, with
    /// `cascade: true`, those of the paths nested in it. An inner field replaces an outer one of the same name, and a
    /// response's own replaces both; names are compared without case.
    ///
    /// ```swift
    /// Host("api.example.com") {
    ///     Headers(["X-Env": "Test"], cascade: true)
    ///     Path("/user") { MockResponse.empty() }
    /// }
    /// ```
    public struct Headers: Sendable {
        let fields: HTTPMock.HeaderFields
        let cascade: Bool

        /// Header fields for the scope this stands in, wherever in it.
        ///
        /// - Parameters:
        ///   - fields: Values by name.
        ///   - cascade: Whether nested paths get them too.
        public init(_ fields: [String: String], cascade: Bool = false) {
            self.fields = HTTPMock.HeaderFields(fields)
            self.cascade = cascade
        }
    }
}

/// The same as ``HTTPMock/Headers``.
public typealias Headers = HTTPMock.Headers
