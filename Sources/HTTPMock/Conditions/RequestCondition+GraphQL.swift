extension RequestCondition {
    /// Matches a request for a GraphQL operation.
    ///
    /// The name is `operationName`, in a JSON body or in the URL's query, or else the name of the first operation in
    /// `query`.
    ///
    /// - Parameter operation: The operation's name.
    /// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
    public static func graphQL(operation: String) -> RequestCondition {
        let expected = operation.debugDescription
        let source = ".graphQL(operation: \(expected))"
        let condition = RequestCondition(
            "GraphQL operation is \(expected)", source: source, work: .readsBody
        ) { request in
            operationMismatch(of: request, operation) { actual in
                ConditionEdit(source, suggested: ".graphQL(operation: \(actual))")
            }
        }
        return condition.requiring(GraphQLExpectation(operation: operation, variables: nil))
    }

    private static func operationMismatch(
        of request: MockRequest, _ operation: String, edit: (_ name: String) -> ConditionEdit
    ) -> Mismatch? {
        let expected = operation.debugDescription
        guard let name = GraphQLOperation.name(in: request) else {
            return "the request names no GraphQL operation, expected \(expected)"
        }
        guard !name.hasSameCodeUnits(as: operation) else { return nil }
        let actual = name.debugDescription
        return Mismatch("GraphQL operation is \(actual), expected \(expected)", edit: edit(actual))
    }

    /// Matches a request for a GraphQL operation with some of its variables.
    ///
    /// ```swift
    /// when: .graphQL(operation: "Cart", variables: ["id": 7, "coupon": .any])
    /// ```
    ///
    /// The variables are those of a JSON body or of the URL's query. Variables that are not named may have any value.
    ///
    /// - Parameters:
    ///   - operation: The operation's name.
    ///   - variables: The variables as a literal, compared as in `.json(containing:)`.
    /// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
    public static func graphQL(operation: String, variables: JSONLiteral) -> RequestCondition {
        let name = operation.debugDescription
        let expected = variables.expectation
        let operationTitle = "GraphQL operation is \(name)"
        let title = "GraphQL variables contain \(expected)"
        let source = ".graphQL(operation: \(name), variables: …)"
        let condition = RequestCondition(
            "\(operationTitle), \(title)", identity: "\(operationTitle), variables contain \(expected.text)",
            source: source, work: .readsBody
        ) { request in
            let mismatch = operationMismatch(of: request, operation) { actual in
                ConditionEdit("operation: \(name)", suggested: "operation: \(actual)")
            }
            if let mismatch { return mismatch }
            guard let variables = GraphQLOperation.variables(in: request) else {
                return "\(title): the request has no variables"
            }
            let differences = variables.differences(from: expected, allowingMore: true)
            return Mismatch(differences, after: "\(title): ", in: source)
        }
        return condition.requiring(GraphQLExpectation(operation, expected))
    }
}
