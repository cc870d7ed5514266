extension HTTPMock {
    /// Queues responses for a path, first in, first out.
    ///
    /// Registering again with the same host, path, method, query and conditions appends to that queue. What can't match
    /// or can't be reached is reported at once, on standard error, with its place in the source.
    ///
    /// - Parameters:
    ///   - path: The path pattern: `*` is any run of characters in one segment, `**` any number of segments, `{name}` a
    ///     `*` whose match is kept.
    ///   - host: The host pattern, ``defaultDomain`` unless given; with a port it takes that port alone.
    ///   - method: The method it takes; any if nil.
    ///   - query: The query items it takes; any if nil.
    ///   - matching: Whether these are all of the query or part of it.
    ///   - conditions: What else must hold of the request.
    ///   - responses: The responses.
    public func addResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, when conditions: RequestCondition..., responses: [MockResponse],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let query = query.map { QueryPattern($0, matching: matching) }
        add(path, host, method, query, conditions, responses, location)
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
    ///     `*` whose match is kept.
    ///   - host: The host pattern, ``defaultDomain`` unless given; with a port it takes that port alone.
    ///   - method: The method it takes; any if nil.
    ///   - query: The query items it takes; any if nil.
    ///   - matching: Whether these are all of the query or part of it.
    ///   - conditions: What else must hold of the request.
    ///   - responses: The responses.
    public func addResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, when conditions: RequestCondition..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let query = query.map { QueryPattern($0, matching: matching) }
        add(path, host, method, query, conditions, responses(), location)
    }

    /// Drops what a registration still holds, then queues responses, in one step.
    ///
    /// - Parameters:
    ///   - path: The path pattern, spelled as it was registered.
    ///   - host: The host pattern, ``defaultDomain`` unless given.
    ///   - method: The method it takes; any if nil.
    ///   - query: The query items it takes; any if nil.
    ///   - matching: Whether these are all of the query or part of it.
    ///   - conditions: What else must hold of the request; they are the same if their descriptions are.
    ///   - responses: The responses.
    public func replaceResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, when conditions: RequestCondition..., responses: [MockResponse],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let query = query.map { QueryPattern($0, matching: matching) }
        add(path, host, method, query, conditions, responses, location, replacing: true)
    }

    /// Drops what a registration still holds, then queues responses, in one step.
    ///
    /// - Parameters:
    ///   - path: The path pattern, spelled as it was registered.
    ///   - host: The host pattern, ``defaultDomain`` unless given.
    ///   - method: The method it takes; any if nil.
    ///   - query: The query items it takes; any if nil.
    ///   - matching: Whether these are all of the query or part of it.
    ///   - conditions: What else must hold of the request; they are the same if their descriptions are.
    ///   - responses: The responses.
    public func replaceResponses(
        forPath path: String, host: String? = nil, method: HTTPMethod? = nil, query: Query? = nil,
        matching: QueryMatching = .exact, when conditions: RequestCondition..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @ResponseBuilder responses: () -> [MockResponse]
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let query = query.map { QueryPattern($0, matching: matching) }
        add(path, host, method, query, conditions, responses(), location, replacing: true)
    }

    /// Registers hosts and, for the default domain, paths, all in one step.
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

    /// Registers the paths of one host, all in one step.
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

    /// Registers what a trait was given.
    ///
    /// - Parameter isOptional: Whether none of it is missed at the end.
    package func register(_ elements: [MockElement], isOptional: Bool, location: CallSite) {
        var list = RegistrationList(elements, defaultHost: defaultDomain, location: location)
        if isOptional {
            for index in list.registrations.indices {
                list.registrations[index].responses = list.registrations[index].responses.map { $0.optional() }
            }
        }
        register(list)
    }

    private func add(
        _ path: String, _ host: String?, _ method: HTTPMethod?, _ query: QueryPattern?,
        _ conditions: [RequestCondition],
        _ responses: [MockResponse], _ location: CallSite, replacing: Bool = false
    ) {
        let registration = Registration(
            host: host ?? defaultDomain, path: path, method: method, query: query, conditions: conditions,
            responses: responses, location: location, isReplacing: replacing)
        engine.report(engine.store.add([registration]))
    }

    private func register(_ list: RegistrationList) {
        engine.report(engine.store.add(list.registrations, problems: list.problems))
    }
}
