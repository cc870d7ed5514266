import Foundation

extension HTTPMock {
    /// A URL to register responses for: a `String`, in which patterns are allowed, or a `URL`.
    public protocol RegistrationURL {
        /// The URL in which host and path are patterns, and a query value `*` is any.
        var mockURLPattern: String { get }
    }

    /// Queues responses for a URL, first in, first out.
    ///
    /// ```swift
    /// mock.addResponses(forURL: "https://api.example.com/search?q=swift", method: .get, responses: [.json("[]")])
    /// ```
    ///
    /// The URL gives the host with its port, the path and, if the URL has one, the exact query. The scheme is ignored.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, a `String` or a `URL`. In a string, host and path may be patterns, and a query value
    ///     `*` is any. A user or a fragment is reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - priority: The registration with the highest priority answers, before specificity counts.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func addResponses(
        forURL url: some RegistrationURL, method: HTTPMethod? = nil, priority: Int = 0,
        when conditions: RequestCondition..., responses: [MockResponse], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(url, method: method, priority: priority, conditions: conditions, responses: responses, at: location)
    }

    /// Queues responses for a URL, first in, first out.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, a `String` or a `URL`. In a string, host and path may be patterns, and a query value
    ///     `*` is any. A user or a fragment is reported as a problem.
    ///   - method: The method to match; any if nil.
    ///   - priority: The registration with the highest priority answers, before specificity counts.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func addResponses(
        forURL url: some RegistrationURL, method: HTTPMethod? = nil, priority: Int = 0,
        when conditions: RequestCondition..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(url, method: method, priority: priority, conditions: conditions, responses: responses(), at: location)
    }

    /// Replaces the responses that the registration of a URL still has, in one step.
    ///
    /// Without responses, removes the registration.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, as it was registered.
    ///   - method: The method to match; any if nil.
    ///   - priority: The priority, as it was registered.
    ///   - conditions: Further conditions; two are the same if their descriptions are equal.
    ///   - responses: The responses.
    public func replaceResponses(
        forURL url: some RegistrationURL, method: HTTPMethod? = nil, priority: Int = 0,
        when conditions: RequestCondition..., responses: [MockResponse], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(
            url, method: method, priority: priority, conditions: conditions, responses: responses, at: location,
            purpose: .replacing)
    }

    /// Replaces the responses that the registration of a URL still has, in one step.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, as it was registered.
    ///   - method: The method to match; any if nil.
    ///   - priority: The priority, as it was registered.
    ///   - conditions: Further conditions; two are the same if their descriptions are equal.
    ///   - responses: The responses.
    public func replaceResponses(
        forURL url: some RegistrationURL, method: HTTPMethod? = nil, priority: Int = 0,
        when conditions: RequestCondition..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(
            url, method: method, priority: priority, conditions: conditions, responses: responses(), at: location,
            purpose: .replacing)
    }

    /// Removes the registration of a URL, so that its requests go to the next one that matches.
    ///
    /// If there is no such registration, that is reported as a problem.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, as it was registered.
    ///   - method: The method, as it was registered.
    ///   - conditions: The conditions, as they were registered; two are the same if their descriptions are equal.
    public func removeResponses(
        forURL url: some RegistrationURL, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(url, method: method, conditions: conditions, at: location, purpose: .removing)
    }

    /// Registers responses for a URL, or reports why no request can match the URL.
    private func register(
        _ url: some RegistrationURL, method: HTTPMethod?, priority: Int = 0, conditions: [RequestCondition],
        responses: [MockResponse] = [], at location: CallSite, purpose: Registration.Purpose = .adding
    ) {
        do {
            let pattern = try URLPattern(url.mockURLPattern)
            register(
                pattern.host, path: pattern.path, method: method, query: pattern.query.map { QueryPattern($0) },
                priority: priority, conditions: conditions, responses: responses, location: location, purpose: purpose)
        } catch {
            register(RegistrationProblem(text: "\(error)", location: location))
        }
    }
}

extension String: HTTPMock.RegistrationURL {
    /// The text itself.
    public var mockURLPattern: String { self }
}

extension URL: HTTPMock.RegistrationURL {
    /// The text of the URL, with its stars and braces escaped.
    public var mockURLPattern: String { PathPattern.escapingWildcards(absoluteString) }
}
