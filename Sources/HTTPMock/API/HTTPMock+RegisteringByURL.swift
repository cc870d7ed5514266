import Foundation

extension HTTPMock {
    /// Queues responses for a URL, first in, first out.
    ///
    /// ```swift
    /// mock.addResponses(forURL: "https://api.example.com/search?q=swift", method: .get, responses: [.json("[]")])
    /// ```
    ///
    /// The URL gives the host with its port, the path and, if the URL has one, the exact query. The scheme is ignored.
    ///
    /// - Parameters:
    ///   - url: The absolute URL; host and path may be patterns, and a query value `*` is any. A user or a fragment is
    ///     reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func addResponses(
        forURL url: String, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        responses: [MockResponse], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(try URLPattern(url), responses, method: method, conditions: conditions, at: location)
    }

    /// Queues responses for a URL, first in, first out.
    ///
    /// - Parameters:
    ///   - url: The absolute URL; host and path may be patterns, and a query value `*` is any. A user or a fragment is
    ///     reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func addResponses(
        forURL url: String, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(try URLPattern(url), responses(), method: method, conditions: conditions, at: location)
    }

    /// Queues responses for a URL, first in, first out.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, without patterns. A user or a fragment is reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func addResponses(
        forURL url: URL, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        responses: [MockResponse], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(try URLPattern(url), responses, method: method, conditions: conditions, at: location)
    }

    /// Queues responses for a URL, first in, first out.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, without patterns. A user or a fragment is reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func addResponses(
        forURL url: URL, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(try URLPattern(url), responses(), method: method, conditions: conditions, at: location)
    }

    /// Replaces the responses that the registration of a URL still has, in one step.
    ///
    /// - Parameters:
    ///   - url: The absolute URL; host and path may be patterns, and a query value `*` is any. A user or a fragment is
    ///     reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func replaceResponses(
        forURL url: String, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        responses: [MockResponse], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(
            try URLPattern(url), responses, method: method, conditions: conditions, at: location, isReplacing: true)
    }

    /// Replaces the responses that the registration of a URL still has, in one step.
    ///
    /// - Parameters:
    ///   - url: The absolute URL; host and path may be patterns, and a query value `*` is any. A user or a fragment is
    ///     reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func replaceResponses(
        forURL url: String, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(
            try URLPattern(url), responses(), method: method, conditions: conditions, at: location, isReplacing: true)
    }

    /// Replaces the responses that the registration of a URL still has, in one step.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, without patterns. A user or a fragment is reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func replaceResponses(
        forURL url: URL, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        responses: [MockResponse], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(
            try URLPattern(url), responses, method: method, conditions: conditions, at: location, isReplacing: true)
    }

    /// Replaces the responses that the registration of a URL still has, in one step.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, without patterns. A user or a fragment is reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func replaceResponses(
        forURL url: URL, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(
            try URLPattern(url), responses(), method: method, conditions: conditions, at: location, isReplacing: true)
    }

    /// Registers responses for a URL, or reports why no request can match the URL.
    private func register(
        _ pattern: @autoclosure () throws(PatternProblem) -> URLPattern, _ responses: [MockResponse],
        method: HTTPMethod?, conditions: [RequestCondition], at location: CallSite, isReplacing: Bool = false
    ) {
        do {
            let pattern = try pattern()
            let draft = Draft(
                path: pattern.path, host: pattern.host, method: method, query: pattern.query, matching: .exact,
                when: conditions)
            register(draft, responses, at: location, isReplacing: isReplacing)
        } catch {
            register(RegistrationProblem(text: "\(error)", location: location))
        }
    }
}
