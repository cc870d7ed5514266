extension HTTPMock {
    /// The mocks of one path, and of the paths nested in it.
    ///
    /// ```swift
    /// Path("/users/{id}", method: .get, query: ["page": "1"], matching: .contains) {
    ///     MockResponse.encodable(user)
    ///     MockResponse.empty(status: .notFound)
    ///     Path("/posts") { MockResponse.json("[]") }     // /users/{id}/posts
    /// }
    /// ```
    ///
    /// Method, query and conditions are this path's own: nested paths don't inherit them.
    public struct Path: Sendable {
        let pattern: String
        let method: HTTPMethod?
        let query: QueryPattern?
        let conditions: [RequestCondition]
        let elements: [PathElement]
        let location: CallSite

        /// The mocks of one path.
        ///
        /// - Parameters:
        ///   - pattern: The path: `*` is any run of characters in one segment, `**` any number of segments, none
        ///     included, `{name}` a `*` whose match is kept. A leading `/` is added if it lacks one.
        ///   - method: The method it takes; any if nil.
        ///   - query: The query items it takes; any if nil.
        ///   - matching: Whether these are all of the query or part of it.
        ///   - conditions: What else must hold of the request.
        ///   - content: Responses, first in first out; ``HTTPMock/Headers``; nested paths.
        public init(
            _ pattern: String, method: HTTPMethod? = nil, query: Query? = nil, matching: QueryMatching = .exact,
            when conditions: RequestCondition..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
            line: UInt = #line, column: UInt = #column, @PathBuilder content: () -> [PathElement]
        ) {
            self.pattern = pattern
            self.method = method
            self.query = query.map { QueryPattern($0, matching: matching) }
            self.conditions = conditions
            self.elements = content()
            self.location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        }
    }
}

/// The same as ``HTTPMock/Path``, for files where SwiftUI's `Path` is in the way spell it out.
public typealias Path = HTTPMock.Path
