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
