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

extension HTTPMock {
    /// The mocks of one path and of its nested paths.
    ///
    /// ```swift
    /// Path("/users/{id}", method: .get, query: ["page": "1"], matching: .contains) {
    ///     MockResponse.encodable(user)
    ///     MockResponse.empty(status: .notFound)
    ///     Path("/posts") { MockResponse.json("[]") }     // /users/{id}/posts
    /// }
    /// ```
    ///
    /// Nested paths do not inherit the method, the query, the priority and the conditions.
    public struct Path: Sendable {
        let pattern: String
        let method: HTTPMethod?
        let query: QueryPattern?
        let priority: Int
        let conditions: [RequestCondition]
        let elements: [PathElement]
        let location: CallSite

        /// Creates the mocks of one path.
        ///
        /// - Parameters:
        ///   - pattern: The path: `*` is any run of characters in one segment, `**` any number of segments, including
        ///     none, `{name}` a `*` with a name. A missing leading `/` is added.
        ///   - method: The method to match; any if nil.
        ///   - query: The query items to match; any query if nil.
        ///   - matching: `.exact` if these are all items of the query, `.contains` if others may be there too.
        ///   - priority: The registration with the highest priority answers, before specificity counts.
        ///   - conditions: Further conditions, all of which must match.
        ///   - content: Responses, first in, first out; ``HTTPMock/Headers``; nested paths.
        public init(
            _ pattern: String, method: HTTPMethod? = nil, query: Query? = nil, matching: QueryMatching = .exact,
            priority: Int = 0, when conditions: RequestCondition..., fileID: StaticString = #fileID,
            filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
            @PathBuilder content: () -> [PathElement]
        ) {
            self.pattern = pattern
            self.method = method
            self.query = query.map { QueryPattern($0, matching: matching) }
            self.priority = priority
            self.conditions = conditions
            self.elements = content()
            self.location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        }

        /// Creates the mock of one path from an array of responses.
        ///
        /// ```swift
        /// Path("/login", method: .post, when: .json(["user": "alice"]), responses: [.status(.noContent)])
        /// ```
        ///
        /// - Parameters:
        ///   - pattern: The path: `*` is any run of characters in one segment, `**` any number of segments, including
        ///     none, `{name}` a `*` with a name. A missing leading `/` is added.
        ///   - method: The method to match; any if nil.
        ///   - query: The query items to match; any query if nil.
        ///   - matching: `.exact` if these are all items of the query, `.contains` if others may be there too.
        ///   - priority: The registration with the highest priority answers, before specificity counts.
        ///   - conditions: Further conditions, all of which must match.
        ///   - responses: The responses, first in, first out.
        public init(
            _ pattern: String, method: HTTPMethod? = nil, query: Query? = nil, matching: QueryMatching = .exact,
            priority: Int = 0, when conditions: RequestCondition..., responses: [MockResponse],
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column
        ) {
            self.pattern = pattern
            self.method = method
            self.query = query.map { QueryPattern($0, matching: matching) }
            self.priority = priority
            self.conditions = conditions
            self.elements = responses.map { PathElement(kind: .response($0)) }
            self.location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        }
    }
}

/// Short for ``HTTPMock/Path``.
///
/// SwiftUI declares a `Path` too. In a file where the compiler calls the name ambiguous, write
/// `import typealias HTTPMock.Path`.
public typealias Path = HTTPMock.Path

extension HTTPMock {
    /// Header fields for the responses of a ``HTTPMock/Host`` or a ``HTTPMock/Path``.
    ///
    /// A host's fields apply to every path of the host. A path's fields apply to the responses of that path and, with
    /// `cascade: true`, to the responses of nested paths. An inner field replaces an outer field of the same name, and
    /// a field of the response replaces both. Names are compared without case.
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

        /// Creates header fields for the enclosing host or path, before or after its other elements.
        ///
        /// - Parameters:
        ///   - fields: Values by name.
        ///   - cascade: Whether the fields apply to nested paths too.
        public init(_ fields: [String: String], cascade: Bool = false) {
            self.fields = HTTPMock.HeaderFields(fields)
            self.cascade = cascade
        }
    }
}

/// Short for ``HTTPMock/Headers``.
public typealias Headers = HTTPMock.Headers

// Foundation declares a class `Host` here. A file that imports Foundation and HTTPMock sees both, and the compiler
// tries both for `Host("api.example.com") { … }`.
#if os(macOS) || !canImport(Darwin)
    import Foundation

    extension Foundation.Host {
        /// Never chosen: makes the compiler report a mistake inside `Host { … }` in place.
        ///
        /// Without an initializer of the same shape, the compiler blames the name `Host` for every mistake inside the
        /// closure. Foundation's class then differs from the call in more ways than the mistake does.
        @_documentation(visibility: internal)
        @available(*, unavailable, message: "Write HTTPMock.Host, or import typealias HTTPMock.Host")
        public convenience init(
            _ pattern: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, @HostBuilder content: () -> [HostElement]
        ) {
            fatalError("unavailable")
        }
    }
#endif
