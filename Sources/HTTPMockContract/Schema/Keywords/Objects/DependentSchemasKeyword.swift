import HTTPMock

/// `dependentSchemas`: an object with some member matches a schema.
struct DependentSchemasKeyword: NamedKeyword {
    static let name = "dependentSchemas"
    static let vocabulary = Vocabulary.applicator

    /// The schema of an object that has a member.
    struct Dependency {
        let member: String
        let schema: Int
    }

    /// Sorted by member, so that the order of violations never varies.
    let dependencies: [Dependency]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemasByName(Self.name) else { return nil }
        dependencies = schemas.sorted().map { Dependency(member: $0.key, schema: $0.value) }
    }

    var inPlaceSchemas: [Int] { dependencies.map(\.schema) }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for dependency in dependencies where members[dependency.member] != nil {
            if !evaluation.apply(dependency.schema, to: value) { isValid = false }
        }
        return isValid
    }
}
