import HTTPMock

/// `dependentSchemas`: an object with some member matches a schema.
struct DependentSchemasKeyword: NamedKeyword {
    static let name = "dependentSchemas"
    static let vocabulary = Vocabulary.applicator

    /// Sorted by name, so that the order of violations never varies.
    let schemas: [(name: String, schema: Int)]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemasByName(Self.name) else { return nil }
        self.schemas = schemas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    var inPlaceSchemas: [Int] { schemas.map(\.schema) }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, schema) in schemas where members[name] != nil && !evaluation.apply(schema, to: value) {
            isValid = false
        }
        return isValid
    }
}
