import HTTPMock

/// `prefixItems`: the first elements of an array match schemas, each its own.
struct PrefixItemsKeyword: NamedKeyword {
    static let name = "prefixItems"
    static let vocabulary = Vocabulary.applicator

    let schemas: [Int]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemas(Self.name) else { return nil }
        self.schemas = schemas
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.prefixItems = schemas
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value else { return true }
        evaluation.evaluated?.insert(firstElements: schemas.count)
        var isValid = true
        for (index, (element, schema)) in zip(elements, schemas).enumerated() {
            if !evaluation.apply(schema, to: element, at: .element(index)) { isValid = false }
        }
        return isValid
    }
}
