import HTTPMock

/// `items`: the elements of an array after those of `prefixItems` match a schema.
struct ItemsKeyword: NamedKeyword {
    static let name = "items"
    static let vocabulary = Vocabulary.applicator

    let schema: Int
    /// The index of the first element after those of `prefixItems`.
    let start: Int

    init?(_ schema: SchemaObject) throws {
        guard let items = schema.schema(Self.name) else { return nil }
        self.schema = items
        start = try schema.schemas(PrefixItemsKeyword.name)?.count ?? 0
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.items.append(schema)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value, elements.count > start else { return true }
        evaluation.evaluated?.insertAllElements()
        var isValid = true
        for index in start..<elements.count {
            if !evaluation.apply(schema, to: elements[index], at: .element(index)) {
                isValid = false
                if !evaluation.collects { break }
            }
        }
        return isValid
    }
}
