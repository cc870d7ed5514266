import HTTPMock

/// `propertyNames`: the names of members match a schema, as strings.
struct PropertyNamesKeyword: NamedKeyword {
    static let name = "propertyNames"
    static let vocabulary = Vocabulary.applicator

    let schema: Int

    init?(_ schema: SchemaObject) throws {
        guard let names = schema.schema(Self.name) else { return nil }
        self.schema = names
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, _) in evaluation.ordered(members) {
            let outcome = evaluation.attemptName(schema, name)
            if outcome.isValid { continue }
            isValid = false
            evaluation.report(
                Self.name, "the name: \(outcome.violations.first?.message ?? "not allowed")", at: .member(name))
            if !evaluation.collects { break }
        }
        return isValid
    }
}

extension Evaluation {
    /// Checks a member's name as a value of its own.
    fileprivate mutating func attemptName(
        _ schema: Int, _ name: String
    ) -> (isValid: Bool, violations: [ContractViolation]) {
        let outer = violations
        violations = []
        let isValid = apply(schema, to: .string(name), at: .member(name))
        let found = violations
        violations = outer
        return (isValid, found)
    }
}
