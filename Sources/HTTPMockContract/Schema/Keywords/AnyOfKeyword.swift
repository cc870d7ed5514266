import HTTPMock

/// `anyOf`: the value matches at least one of some schemas.
struct AnyOfKeyword: NamedKeyword {
    static let name = "anyOf"
    static let vocabulary = Vocabulary.applicator

    let inPlaceSchemas: [Int]
    let discriminator: Discriminator?

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemas(Self.name) else { return nil }
        inPlaceSchemas = schemas
        discriminator = try Discriminator(schema)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        var branches = UnionBranches(of: Self.name, inPlaceSchemas, discriminator)
        var isValid = false
        for schema in inPlaceSchemas {
            let outcome = evaluation.attempt(schema, value)
            if outcome.isValid {
                isValid = true
                // Further branches are evaluated only if another keyword needs the evaluated parts.
                if evaluation.evaluated == nil { return true }
            } else {
                branches.add(outcome.violations, of: schema)
            }
        }
        if !isValid { branches.report(value, in: &evaluation) }
        return isValid
    }
}
