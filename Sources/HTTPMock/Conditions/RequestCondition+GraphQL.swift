extension RequestCondition {
    /// Matches a request for a GraphQL operation.
    ///
    /// The name is `operationName`, in a JSON body or in the URL's query, or else the first name of an operation in
    /// `query`. The body may also be a batch, of which one operation must match, a document with the media type
    /// `application/graphql`, or a form with files, whose part `operations` counts.
    ///
    /// - Parameter operation: The operation's name.
    /// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
    public static func graphQL(operation: String) -> RequestCondition {
        let expected = operation.swiftLiteral
        let source = ".graphQL(operation: \(expected))"
        let condition = RequestCondition(
            "GraphQL operation is \(expected)", source: source, work: .readsBody
        ) { request in
            let operations = GraphQLOperation.all(in: request)
            guard !operations.contains(where: { $0.isNamed(operation) }) else { return nil }
            return mismatch(of: operations, operation) { actual in
                ConditionEdit(source, suggested: ".graphQL(operation: \(actual))")
            }
        }
        return condition.requiring(GraphQLExpectation(operation: operation, variables: nil))
    }

    /// Returns the mismatch of operations, none of which has the expected name.
    private static func mismatch(
        of operations: [GraphQLOperation], _ name: String, edit: (_ actual: String) -> ConditionEdit
    ) -> Mismatch {
        let expected = name.swiftLiteral
        let names = operations.compactMap(\.name)
        switch names.count {
        case 0:
            return "the request names no GraphQL operation, expected \(expected)"
        case 1:
            let actual = names[0].shortened.swiftLiteral
            let reason = "GraphQL operation is \(actual), expected \(expected)"
            // A name that is cut off is no edit.
            guard names[0].utf8.count <= String.shownLimit else { return Mismatch(reason) }
            return Mismatch(reason, edit: edit(actual))
        default:
            let actual = names.map(\.swiftLiteral).joined(separator: ", ").shortened
            return "GraphQL operations are \(actual), expected \(expected) among them"
        }
    }

    /// Matches a request for a GraphQL operation with some of its variables.
    ///
    /// ```swift
    /// when: .graphQL(operation: "Cart", variables: ["id": 7, "coupon": .any])
    /// ```
    ///
    /// The variables are those of an operation with the name. Variables that are left out may have any value.
    ///
    /// - Parameters:
    ///   - operation: The operation's name.
    ///   - variables: The variables as a literal, compared as in `.json(containing:)`.
    /// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
    public static func graphQL(operation: String, variables: JSONLiteral) -> RequestCondition {
        let name = operation.swiftLiteral
        let expected = variables.expectation
        let operationTitle = "GraphQL operation is \(name)"
        let title = "GraphQL variables contain \(expected)"
        let source = ".graphQL(operation: \(name), variables: …)"
        let condition = RequestCondition(
            "\(operationTitle), \(title)", identity: "\(operationTitle), variables contain \(expected.text)",
            source: source, work: .readsBody
        ) { request in
            let operations = GraphQLOperation.all(in: request)
            let named = operations.filter { $0.isNamed(operation) }
            guard !named.isEmpty else {
                return mismatch(of: operations, operation) { actual in
                    ConditionEdit("operation: \(name)", suggested: "operation: \(actual)")
                }
            }
            let variables = named.compactMap(\.variables)
            guard let first = variables.first else { return "\(title): the request has no variables" }
            let areFound = variables.contains { $0.differences(from: expected, allowingMore: true).isEmpty }
            if areFound { return nil }
            let differences = first.differences(from: expected, allowingMore: true)
            return Mismatch(differences, after: "\(title): ", in: source)
        }
        return condition.requiring(GraphQLExpectation(operation, expected))
    }
}
