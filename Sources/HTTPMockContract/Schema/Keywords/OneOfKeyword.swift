import HTTPMock

/// `oneOf`: the value matches exactly one of some schemas.
struct OneOfKeyword: NamedKeyword {
    static let name = "oneOf"
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
        var matching: [Int] = []
        for (index, schema) in inPlaceSchemas.enumerated() {
            let outcome = evaluation.attempt(schema, value)
            if outcome.isValid {
                matching.append(index)
                if matching.count > 1, !evaluation.collects { return false }
            } else {
                branches.add(outcome.violations, of: schema)
            }
        }
        if matching.count == 1 { return true }
        if matching.isEmpty {
            branches.report(value, in: &evaluation)
        } else {
            evaluation.report(Self.name) {
                "matches \(matching.count) of the \(inPlaceSchemas.count) schemas of oneOf, expected one: "
                    + $0.names(of: matching.map { inPlaceSchemas[$0] })
            }
        }
        return false
    }
}

extension Evaluation {
    /// The pointers of schemas, for messages.
    fileprivate func names(of schemas: [Int]) -> String {
        schemas.map { validator.displayName(of: $0) }.joined(separator: ", ")
    }
}
