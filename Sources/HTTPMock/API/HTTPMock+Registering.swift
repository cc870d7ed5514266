extension HTTPMock {
    /// Queues responses for a path, first in, first out.
    ///
    /// Registering the same host, path, method, query and conditions again appends to the queue. A registration that
    /// can't match or can't be reached is reported on standard error, with its source location.
    ///
    /// - Parameters:
    ///   - path: The path pattern: `*` is any run of characters in one segment, `**` any number of segments, `{name}` a
    ///     `*` with a name.
    ///   - host: The host pattern, ``defaultDomain`` unless given; a pattern with a port matches only that port.
    ///   - method: The method to match; any if nil.
    ///   - query: The query items to match; any query if nil.
    ///   - matching: `.exact` if these are all items of the query, `.contains` if others may be there too.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func addResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, when conditions: RequestCondition..., responses: [MockResponse],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let route = Draft(path: path, host: host, method: method, query: query, matching: matching, when: conditions)
        register(route, responses, at: location)
    }

    /// Queues responses for a path, first in, first out.
    ///
    /// ```swift
    /// mock.addResponses(forPath: "/user") {
    ///     MockResponse.plaintext("first")
    ///     for n in 1...3 { MockResponse.plaintext("\(n)") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path pattern: `*` is any run of characters in one segment, `**` any number of segments, `{name}` a
    ///     `*` with a name.
    ///   - host: The host pattern, ``defaultDomain`` unless given; a pattern with a port matches only that port.
    ///   - method: The method to match; any if nil.
    ///   - query: The query items to match; any query if nil.
    ///   - matching: `.exact` if these are all items of the query, `.contains` if others may be there too.
    ///   - conditions: Further conditions, all of which must match.
    ///   - responses: The responses.
    public func addResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, when conditions: RequestCondition..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let route = Draft(path: path, host: host, method: method, query: query, matching: matching, when: conditions)
        register(route, responses(), at: location)
    }

    /// Replaces the responses that a registration still has, in one step.
    ///
    /// - Parameters:
    ///   - path: The path pattern, as it was registered.
    ///   - host: The host pattern, ``defaultDomain`` unless given.
    ///   - method: The method to match; any if nil.
    ///   - query: The query items to match; any query if nil.
    ///   - matching: `.exact` if these are all items of the query, `.contains` if others may be there too.
    ///   - conditions: Further conditions; two are the same if their descriptions are equal.
    ///   - responses: The responses.
    public func replaceResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, when conditions: RequestCondition..., responses: [MockResponse],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let route = Draft(path: path, host: host, method: method, query: query, matching: matching, when: conditions)
        register(route, responses, at: location, isReplacing: true)
    }

    /// Replaces the responses that a registration still has, in one step.
    ///
    /// - Parameters:
    ///   - path: The path pattern, as it was registered.
    ///   - host: The host pattern, ``defaultDomain`` unless given.
    ///   - method: The method to match; any if nil.
    ///   - query: The query items to match; any query if nil.
    ///   - matching: `.exact` if these are all items of the query, `.contains` if others may be there too.
    ///   - conditions: Further conditions; two are the same if their descriptions are equal.
    ///   - responses: The responses.
    public func replaceResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, when conditions: RequestCondition..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let route = Draft(path: path, host: host, method: method, query: query, matching: matching, when: conditions)
        register(route, responses(), at: location, isReplacing: true)
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
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        register(RegistrationList(content(), defaultHost: defaultDomain, location: location))
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
        register(RegistrationList(content(), host: host, location: location))
    }
}

extension HTTPMock {
    /// Registers the elements of a trait.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - isDefault: Whether the registrations are a suite's: unused responses are not reported, and a registration of
    ///     the test with the same address replaces them.
    ///   - location: The source location of the trait.
    package func register(_ elements: [MockElement], isDefault: Bool, location: CallSite) {
        var list = RegistrationList(elements, defaultHost: defaultDomain, location: location)
        if isDefault {
            for index in list.registrations.indices {
                list.registrations[index].isDefault = true
                list.registrations[index].responses = list.registrations[index].responses.map { $0.optional() }
            }
        }
        register(list)
    }

    /// The address of one registration, before the default domain is known.
    struct Draft {
        let path: String
        let host: String?
        let method: HTTPMethod?
        let query: QueryPattern?
        let conditions: [RequestCondition]

        init(
            path: String, host: String?, method: HTTPMethod?, query: Query?, matching: QueryMatching,
            when conditions: [RequestCondition]
        ) {
            self.path = path
            self.host = host
            self.method = method
            self.query = query.map { QueryPattern($0, matching: matching) }
            self.conditions = conditions
        }
    }

    /// Registers responses for one address, and reports the problems.
    func register(_ draft: Draft, _ responses: [MockResponse], at location: CallSite, isReplacing: Bool = false) {
        let registration = Registration(
            host: draft.host ?? defaultDomain, path: draft.path, method: draft.method, query: draft.query,
            conditions: draft.conditions, responses: responses, location: location, isReplacing: isReplacing,
            hasDefaultHost: draft.host == nil)
        report(engine.store.add([registration]))
    }

    private func register(_ list: RegistrationList) {
        report(engine.store.add(list.registrations, problems: list.problems))
    }

    /// Reports a problem because of which nothing can be registered.
    func register(_ problem: RegistrationProblem) {
        report(engine.store.add([], problems: [problem]))
    }

    /// Reports problems on standard error, unless the instance's test fails for them.
    private func report(_ problems: [RegistrationProblem]) {
        guard !hasSummary else { return }
        for problem in problems { StandardError.report("HTTPMock: \(problem)") }
    }
}
