import HTTPMock

extension HTTPMock {
    /// Registers generated answers to every operation that a GraphQL schema allows.
    ///
    /// An answer has the fields that the operation selects, with short values that the schema allows. Each object has
    /// an ID of its own, so that caches keep objects apart, unless the arguments or the values give the ID. Equal
    /// requests get equal answers, apart from the values of closures. An operation that is not valid gets an answer
    /// with errors, as from a service. Introspection is answered from the schema. The response is eternal and
    /// optional. A response under `.graphQL(operation:)` is more specific, so it wins.
    ///
    /// ```swift
    /// mock.registerExamples(from: contract, values: ["Character.name": "Rick"])
    /// ```
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - url: The URL of the service, with patterns as in `forURL:`; nil for `/graphql` of the default domain.
    ///   - values: Values by `Type.field`, by the name of a scalar or an enum, or some fields by the name of an object
    ///     type. The more special name wins. A value that breaks the schema fails its request.
    ///   - elements: The number of elements of a list. Arguments such as `first` and `limit` make it smaller. A
    ///     field with the argument `ids` has an element for each ID. A random list has at most three elements, or at
    ///     most this number if it is larger.
    ///   - generating: The way to choose values; `false` counts as `true`, because a schema has no examples.
    public func registerExamples(
        from contract: GraphQLContract, at url: String? = nil, values: [String: GraphQLValue] = [:], elements: Int = 1,
        generating: ExampleGeneration = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let given = GivenValues(values, contract.types)
        engine.store.report(
            given.flaws.map { flaw in
                Problem(text: "HTTPMock: in values: of registerExamples, \(flaw)  (\(location))", location: location)
            })
        var settings = AnswerSettings(values: given, elements: elements)
        if case .random(let seed) = generating.choice { settings.seed = seed }
        let endpoint = GraphQLEndpoint(url ?? "/graphql")
        let examples = GraphQLExamples(contract, at: endpoint, settings)
        let response = MockResponse.handler { request in
            try examples.response(to: request) ?? .plaintext("\(request.method) without query", status: .notFound)
        }
        addResponses(
            forPath: endpoint.registeredPath, host: endpoint.host, responses: [response.optional()], fileID: fileID,
            filePath: filePath, line: line, column: column)
    }
}
