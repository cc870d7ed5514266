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
    /// Nested paths do not inherit the method, the query, the priority or the conditions.
    public struct Path: MockElement, HostElement, PathElement {
        /// The registration as far as this call writes it: without the host, the outer paths and the elements.
        let registration: Registration
        let elements: [PathElement]

        /// Creates the mocks of one path, with its responses as a block or as an array.
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
        ///   - content: More responses; ``HTTPMock/Headers``; nested paths.
        public init(
            _ pattern: String, method: HTTPMethod? = nil, query: Query? = nil, matching: QueryMatching = .exact,
            priority: Int = 0, when conditions: RequestCondition..., responses: [MockResponse] = [],
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, @PathBuilder content: () -> [PathElement] = { [] }
        ) {
            registration = Registration(
                host: "", path: pattern, method: method, query: query.map { QueryPattern($0, matching: matching) },
                priority: priority, conditions: conditions, responses: [],
                location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
            elements = responses + content()
        }
    }
}
