import HTTPMock

/// `allOf`: the value matches all of some schemas.
struct AllOfKeyword: NamedKeyword {
    static let name = "allOf"
    static let vocabulary = Vocabulary.applicator

    let inPlaceSchemas: [Int]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemas(Self.name) else { return nil }
        inPlaceSchemas = schemas
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        var isValid = true
        for schema in inPlaceSchemas where !evaluation.apply(schema, to: value) {
            isValid = false
            if !evaluation.collects { break }
        }
        return isValid
    }
}
