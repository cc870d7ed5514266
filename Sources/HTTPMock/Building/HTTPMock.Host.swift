extension HTTPMock {
    /// The mocks of one host, for ``HTTPMock/registerResponses(fileID:filePath:line:column:_:)``.
    ///
    /// ```swift
    /// Host("*.example.com:8080") {
    ///     Path("/user") { MockResponse.encodable(user) }
    /// }
    /// ```
    public struct Host: Sendable {
        let pattern: String
        let elements: [HostElement]
        let location: CallSite

        /// The mocks of one host.
        ///
        /// - Parameters:
        ///   - pattern: The host, case aside: `*` is any run of characters in one label, `**` any number of labels,
        ///     none included. With a port it takes that port alone.
        ///   - content: ``HTTPMock/Headers`` and ``HTTPMock/Path``s.
        public init(
            _ pattern: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, @HostBuilder content: () -> [HostElement]
        ) {
            self.pattern = pattern
            self.elements = content()
            self.location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        }
    }
}

/// The same as ``HTTPMock/Host``, for files where Foundation's `Host` is in the way spell it out.
public typealias Host = HTTPMock.Host
