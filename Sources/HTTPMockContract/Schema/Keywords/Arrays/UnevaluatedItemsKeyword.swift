import HTTPMock

/// `unevaluatedItems`: elements that no neighboring keyword has evaluated match a schema.
struct UnevaluatedItemsKeyword: NamedKeyword {
    static let name = "unevaluatedItems"
    static let vocabulary = Vocabulary.unevaluated

    let schema: Int

    init?(_ schema: SchemaObject) throws {
        guard let further = schema.schema(Self.name) else { return nil }
        self.schema = further
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.items.append(schema)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value, let evaluated = evaluation.evaluated else { return true }
        var isValid = true
        for (index, element) in elements.enumerated() where !evaluated.contains(element: index) {
            if !evaluation.apply(schema, to: element, at: .element(index)) { isValid = false }
        }
        evaluation.evaluated?.insertAllElements()
        return isValid
    }
}
