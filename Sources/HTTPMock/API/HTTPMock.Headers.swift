extension HTTPMock {
    /// Header fields for the responses of a ``HTTPMock/Host`` or a ``HTTPMock/Path``.
    ///
    /// A host's fields apply to every path of the host. A path's fields apply to the responses of that path and, with
    /// `cascade: true`, to the responses of nested paths. An inner field replaces an outer field of the same name, and
    /// a field of the response replaces both. Names are compared without case.
    ///
    /// ```swift
    /// Host("api.example.com") {
    ///     Headers(["X-Env": "Test"])
    ///     Path("/user") { MockResponse.empty() }
    /// }
    /// ```
    public struct Headers: HostElement, PathElement {
        let fields: HTTPMock.HeaderFields
        let cascades: Bool

        /// Creates header fields for the enclosing host or path, before or after its other elements.
        ///
        /// - Parameters:
        ///   - fields: Values by name.
        ///   - cascade: Whether the fields of a path apply to nested paths too, as those of a host always do.
        public init(_ fields: [String: String], cascade: Bool = false) {
            self.fields = HTTPMock.HeaderFields(fields)
            cascades = cascade
        }
    }
}
