import HTTPMock

/// `dependentSchemas`: an object with some member matches a schema.
struct DependentSchemasKeyword: Keyword {
    static let name = "dependentSchemas"
    static let vocabulary = Vocabulary.applicator

    private let schemas: [String: Int]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemasByName(Self.name) else { return nil }
        self.schemas = schemas
    }

    var inPlaceSchemas: [Int] { Array(schemas.values) }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, schema) in schemas where members[name] != nil && !evaluation.apply(schema, to: value) {
            isValid = false
        }
        return isValid
    }
}
