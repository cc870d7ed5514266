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
            self.pattern = pattern
            self.elements = content()
            self.location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        }
    }
}

/// Short for ``HTTPMock/Host``.
///
/// Foundation declares a `Host` on macOS and Linux. In a file where the compiler calls the name ambiguous, write
/// `import typealias HTTPMock.Host`.
public typealias Host = HTTPMock.Host
