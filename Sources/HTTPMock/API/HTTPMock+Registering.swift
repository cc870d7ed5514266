import Foundation

extension HTTPMock {
    /// Queues responses for a path, first in, first out.
    ///
    /// ```swift
    /// mock.addResponses(forPath: "/user", responses: [.encodable(user)])
    /// mock.addResponses(forPath: "/user") {
    ///     MockResponse.plaintext("first")
    ///     for n in 1...3 { MockResponse.plaintext("\(n)") }
    /// }
    /// ```
    ///
    /// Registering the same host, path, method, query, conditions and priority again appends to the queue. Only the
    /// responses that a trait further out has registered are replaced. A mistake, such as a registration that can't
    /// match, is reported with its source location: at the end of a strict test, otherwise at once on standard error.
    ///
    /// - Parameters:
    ///   - path: The path pattern: `*` is any run of characters in one segment, `**` any number of segments, `{name}` a
    ///     `*` with a name.
    ///   - host: The host pattern, ``defaultDomain`` unless given; a pattern with a port matches only that port.
    ///   - method: The method to match; any if nil.
    ///   - query: The query items to match; any query if nil.
    ///   - matching: `.exact` if these are all items of the query, `.contains` if others may be there too.
    ///   - priority: The registration with the highest priority answers, before specificity counts.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses as an array.
    ///   - content: The responses as a block; they come after those of the array.
    public func addResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, priority: Int = 0, when conditions: RequestCondition...,
        responses: [MockResponse] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, @ResponseBuilder _ content: () -> [MockResponse] = { [] }
    ) {
        register(
            host, path: path, method: method, query: query, matching: matching, priority: priority,
            conditions: conditions, responses: responses + content(),
            location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Replaces the responses that a registration still has, in one step.
    ///
    /// If there is no such registration, adds it. Without responses, removes the registration with this priority, as
    /// ``removeResponses(forPath:host:method:query:matching:when:fileID:filePath:line:column:)`` does.
    ///
    /// - Parameters:
    ///   - path: The path pattern, as it was registered.
    ///   - host: The host pattern, ``defaultDomain`` unless given.
    ///   - method: The method to match; any if nil.
    ///   - query: The query items to match; any query if nil.
    ///   - matching: `.exact` if these are all items of the query, `.contains` if others may be there too.
    ///   - priority: The priority, as it was registered.
    ///   - conditions: The conditions, as they were registered; a predicate is compared by its description.
    ///   - responses: The responses as an array.
    ///   - content: The responses as a block; they come after those of the array.
    public func replaceResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, priority: Int = 0, when conditions: RequestCondition...,
        responses: [MockResponse] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, @ResponseBuilder _ content: () -> [MockResponse] = { [] }
    ) {
        register(
            host, path: path, method: method, query: query, matching: matching, priority: priority,
            conditions: conditions, responses: responses + content(),
            location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), purpose: .replacing)
    }

    /// Removes a registration, so that its requests go to the next one that matches.
    ///
    /// ```swift
    /// mock.addResponses(forPath: "/**", priority: 1) { MockResponse.status(.serviceUnavailable, lifetime: .eternal) }
    /// mock.removeResponses(forPath: "/**")     // the maintenance is over
    /// ```
    ///
    /// Of several that differ only in their priority, removes the one with the highest. If there is no such
    /// registration, that is reported as a problem.
    ///
    /// - Parameters:
    ///   - path: The path pattern, as it was registered.
    ///   - host: The host pattern, ``defaultDomain`` unless given.
    ///   - method: The method, as it was registered.
    ///   - query: The query items, as they were registered.
    ///   - matching: The way the query is compared, as it was registered.
    ///   - conditions: The conditions, as they were registered; a predicate is compared by its description.
    public func removeResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, when conditions: RequestCondition..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        register(
            host, path: path, method: method, query: query, matching: matching, conditions: conditions,
            location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), purpose: .removing)
    }

    /// Registers hosts and, for the default domain, paths, in one step.
    ///
    /// ```swift
    /// mock.registerResponses {
    ///     Host("api.example.com") {
    ///         Path("/user") { MockResponse.encodable(user) }
    ///     }
    ///     Path("/health") { MockResponse.empty() }     // defaultDomain
    /// }
    /// ```
    ///
    /// - Parameter content: ``HTTPMock/Host``s and ``HTTPMock/Path``s.
    public func registerResponses(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @MockBuilder _ content: () -> [MockElement]
    ) {
        register(content(), location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Registers the paths of one host, in one step.
    ///
    /// - Parameters:
    ///   - host: The host pattern.
    ///   - content: ``HTTPMock/Headers`` and ``HTTPMock/Path``s.
    public func registerResponses(
        host: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @HostBuilder _ content: () -> [HostElement]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(content(), host: host, of: "registerResponses", depth: nil, location: location)
    }

    /// Registers the elements of `registerResponses` or of a trait, at a source location.
    ///
    /// - Parameter depth: The nesting level of the suite that has the trait, 0 for the outermost; nil for a test's own
    ///   trait and for `registerResponses`. The responses of a suite are optional. An inner suite or the test replaces
    ///   them by registering the same requests.
    package func register(_ elements: [MockElement], depth: Int? = nil, location: CallSite) {
        let list = RegistrationList(elements, defaultHost: defaultDomain, location: location)
        register(list.registrations, problems: list.problems, depth: depth)
    }

    /// Registers the paths of one host; `call` is the user's call in messages, such as `.httpMock`.
    package func register(
        _ elements: [HostElement], host: String, of call: String, depth: Int?, location: CallSite
    ) {
        let host = Host(pattern: host, elements: elements, location: location, call: call)
        register([host], depth: depth, location: location)
    }

    /// Adds, replaces or removes the registration of a path; `url` is the URL that the path is from, nil if none.
    func register(
        _ host: String?, path: String, method: HTTPMethod?, query: Query?, matching: QueryMatching = .exact,
        priority: Int = 0, conditions: [RequestCondition] = [], responses: [MockResponse] = [], location: CallSite,
        purpose: MockRegistration.Purpose = .adding, depth: Int? = nil, url: String? = nil
    ) {
        let registration = Registration(
            host: host ?? defaultDomain, path: path, method: method,
            query: query.map { QueryPattern($0, matching: matching) }, priority: priority, conditions: conditions,
            responses: responses, location: location, purpose: purpose,
            spelling: RouteSpelling(hasDefaultHost: host == nil, url: url))
        register([registration], depth: depth)
    }

    /// Adds, replaces or removes registrations, and prints their problems unless the instance's test reports them.
    private func register(_ registrations: [Registration], problems: [RegistrationProblem] = [], depth: Int? = nil) {
        let problems = engine.store.add(registrations.map { $0.of(suiteAt: depth) }, problems: problems)
        guard !hasSummary else { return }
        for problem in problems { StandardError.report("HTTPMock: \(problem)") }
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
    ///   - responses: The responses as an array.
    ///   - content: The responses as a block; they come after those of the array.
    public func addResponses(
        forURL url: some RegistrationURL, method: HTTPMethod? = nil, priority: Int = 0,
        when conditions: RequestCondition..., responses: [MockResponse] = [], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @ResponseBuilder _ content: () -> [MockResponse] = { [] }
    ) {
        register(
            url.mockURLPattern, method: method, priority: priority, conditions: conditions,
            responses: responses + content(),
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Replaces the responses that the registration of a URL still has, in one step.
    ///
    /// If there is no such registration, adds it. Without responses, removes the registration with this priority.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, as it was registered.
    ///   - method: The method to match; any if nil.
    ///   - priority: The priority, as it was registered.
    ///   - conditions: The conditions, as they were registered; a predicate is compared by its description.
    ///   - responses: The responses as an array.
    ///   - content: The responses as a block; they come after those of the array.
    public func replaceResponses(
        forURL url: some RegistrationURL, method: HTTPMethod? = nil, priority: Int = 0,
        when conditions: RequestCondition..., responses: [MockResponse] = [], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @ResponseBuilder _ content: () -> [MockResponse] = { [] }
    ) {
        register(
            url.mockURLPattern, method: method, priority: priority, conditions: conditions,
            responses: responses + content(),
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), purpose: .replacing)
    }

    /// Removes the registration of a URL, so that its requests go to the next one that matches.
    ///
    /// Of several that differ only in their priority, removes the one with the highest. If there is no such
    /// registration, that is reported as a problem.
    ///
    /// - Parameters:
    ///   - url: The absolute URL, as it was registered.
    ///   - method: The method, as it was registered.
    ///   - conditions: The conditions, as they were registered; a predicate is compared by its description.
    public func removeResponses(
        forURL url: some RegistrationURL, method: HTTPMethod? = nil, when conditions: RequestCondition...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        register(
            url.mockURLPattern, method: method, conditions: conditions,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), purpose: .removing)
    }

    /// Adds, replaces or removes the registration of a URL, or reports why no request can match the URL.
    package func register(
        _ url: String, method: HTTPMethod?, priority: Int = 0, conditions: [RequestCondition],
        responses: [MockResponse] = [], depth: Int? = nil, at location: CallSite,
        purpose: MockRegistration.Purpose = .adding
    ) {
        do {
            let pattern = try URLPattern(url)
            register(
                pattern.host, path: pattern.path, method: method, query: pattern.query, priority: priority,
                conditions: conditions, responses: responses, location: location, purpose: purpose, depth: depth,
                url: url)
        } catch {
            register([], problems: [RegistrationProblem(text: "\(error)", location: location)])
        }
    }
}

extension String: HTTPMock.RegistrationURL {
    /// The text itself.
    public var mockURLPattern: String { self }
}

extension URL: HTTPMock.RegistrationURL {
    /// The text of the URL, with its stars and braces escaped.
    public var mockURLPattern: String {
        PathPattern.escapingWildcards(absoluteString)
    }
}
