import HTTPMock

/// `if`, with `then` and `else`: a schema chooses which other schema the value matches.
struct IfKeyword: NamedKeyword {
    static let name = "if"
    static let vocabulary = Vocabulary.applicator

    let condition: Int
    let consequence: Int?
    let alternative: Int?

    init?(_ schema: SchemaObject) throws {
        guard let condition = schema.schema(Self.name) else { return nil }
        self.condition = condition
        consequence = schema.schema("then")
        alternative = schema.schema("else")
    }

    var inPlaceSchemas: [Int] {
        [condition, consequence, alternative].compactMap(\.self)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        var chosen = alternative
        if evaluation.attempt(condition, value).isValid { chosen = consequence }
        guard let chosen else { return true }
        return evaluation.apply(chosen, to: value)
    }
}
