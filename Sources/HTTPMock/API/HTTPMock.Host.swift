extension HTTPMock {
    /// The mocks of one host, for a ``MockBuilder``.
    ///
    /// ```swift
    /// Host("*.example.com:8080") {
    ///     Path("/user") { MockResponse.encodable(user) }
    /// }
    /// ```
    public struct Host: MockElement {
        let pattern: String
        let elements: [HostElement]
        let location: CallSite
        /// The name of the call whose argument is the host; nil for a host in a tree.
        var call: String?
    }
}

extension HTTPMock.Host {
    /// Creates the mocks of one host.
    ///
    /// - Parameters:
    ///   - pattern: The host, case-insensitive: `*` is any run of characters in one label, `**` any number of
    ///     labels, including none. A pattern with a port matches only that port.
    ///   - content: ``HTTPMock/Headers`` and ``HTTPMock/Path``s.
    public init(
        _ pattern: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @HostBuilder content: () -> [HostElement]
    ) {
        self.init(
            pattern: pattern, elements: content(),
            location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}
