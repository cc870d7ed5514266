import HTTPMock

extension GraphQLContract {
    /// The coverage of the contract by all mocks that were checked against the contract.
    ///
    /// Each operation of the client has two answers, `data` and `errors`; without operations, each field of the roots.
    public var coverage: ContractCoverage { uses.coverage(of: documentedAnswers) }

    /// The answers as if no test had used them.
    var documentedAnswers: ContractCoverage {
        let names: [String]
        if known.operations.isEmpty {
            names = OperationKind.allCases.flatMap { kind -> [String] in
                guard let root = types.roots[kind] else { return [] }
                return types.types[root].fields.map { "\(types.types[root].name).\($0.name)" }
            }
        } else {
            names = known.operations.map { "\($0.kind.rawValue) \($0.name)" }
        }
        return ContractCoverage(
            contract: title,
            responses: names.flatMap { name in
                ["data", "errors"].map { ContractCoverage.Response(operation: name, status: $0) }
            })
    }

    /// Returns the documented answers, for the coverage, that a response has.
    func documentedResponses(for response: CheckedResponse, _ match: GraphQLMatch) -> [CoverageLog.Key] {
        guard let body = response.readableBody, let value = try? response.json(of: body) else { return [] }
        let answers = match.isBatch ? value.elements ?? [] : [value]
        return zip(answers, match.operations).flatMap { answer, operation in
            let statuses = ["data", "errors"].filter { answer[$0] != nil }
            return names(of: operation).flatMap { name in
                statuses.map { CoverageLog.Key(operation: name, status: $0) }
            }
        }
    }

    /// Returns the name of a client's operation; without the client's operations, the fields of the root.
    private func names(of operation: CheckedOperation) -> [String] {
        guard known.operations.isEmpty else { return [operation.name].compactMap(\.self) }
        guard let shape = operation.answeredShape else { return [] }
        let root = shape.selections[shape.root]
        return root.branches.flatMap(\.fields).filter { !$0.name.hasPrefix("__") }.map(\.coordinate)
    }
}
