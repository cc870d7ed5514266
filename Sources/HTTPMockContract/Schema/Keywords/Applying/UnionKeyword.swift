import HTTPMock

/// `anyOf` and `oneOf`: the value matches at least one, or exactly one, of some schemas.
struct UnionKeyword: Keyword {
    /// The keywords of a union, by the number of schemas that must match.
    enum Rule: String, CaseIterable, Sendable {
        case anyOf
        case oneOf
    }

    let rule: Rule
    let inPlaceSchemas: [Int]
    let discriminator: Discriminator?

    /// Compiles the keyword of a schema that has it.
    ///
    /// - Throws: ``SchemaError`` if its value is no array.
    init?(_ rule: Rule, _ schema: SchemaObject) throws {
        guard let schemas = try schema.schemas(rule.rawValue) else { return nil }
        self.rule = rule
        inPlaceSchemas = schemas
        discriminator = Discriminator(schema, of: rule.rawValue)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        var branches = UnionBranches(of: rule.rawValue, inPlaceSchemas, discriminator)
        var matching: [Int] = []
        for schema in inPlaceSchemas {
            let outcome = evaluation.attempt(schema, value)
            guard outcome.isValid else {
                branches.add(outcome.violations, of: schema)
                continue
            }
            matching.append(schema)
            switch rule {
            // Further branches are evaluated only if another keyword needs the evaluated parts.
            case .anyOf: if evaluation.evaluated == nil { return true }
            case .oneOf: if matching.count > 1, !evaluation.collects { return false }
            }
        }
        if matching.isEmpty {
            branches.report(value, in: &evaluation)
            return false
        }
        let hasTooMany = rule == .oneOf && matching.count > 1
        guard hasTooMany else { return true }
        evaluation.report(rule.rawValue) { evaluation in
            "matches \(matching.count) of the \(inPlaceSchemas.count) schemas of oneOf, expected one: "
                + matching.map { evaluation.validator.displayName(of: $0) }.joined(separator: ", ")
        }
        return false
    }
}
