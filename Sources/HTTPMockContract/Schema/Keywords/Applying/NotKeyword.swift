import HTTPMock

/// `not`: the value does not match a schema.
struct NotKeyword: NamedKeyword {
    static let name = "not"
    static let vocabulary = Vocabulary.applicator

    private let schema: Int

    init?(_ schema: SchemaObject) throws {
        guard let forbidden = schema.schema(Self.name) else { return nil }
        self.schema = forbidden
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        // The parts that the forbidden schema evaluates do not count.
        let evaluated = evaluation.evaluated
        let outcome = evaluation.attempt(schema, value)
        evaluation.evaluated = evaluated
        guard outcome.isValid else { return true }
        evaluation.report(Self.name, "matches a schema that it must not match")
        return false
    }
}
