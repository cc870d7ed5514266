import HTTPMock

/// `patternProperties`: members whose names match a pattern match its schema.
struct PatternPropertiesKeyword: NamedKeyword {
    static let name = "patternProperties"
    static let vocabulary = Vocabulary.applicator

    let schemas: [PatternedSchema]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemasByName(Self.name) else { return nil }
        let pointer = schema.location.appending(Self.name)
        self.schemas = try schemas.sorted().map { source, id in
            PatternedSchema(pattern: try schema.compiler.pattern(source, at: pointer.appending(source)), schema: id)
        }
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.memberPatterns = schemas
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, member) in evaluation.ordered(members) {
            for described in schemas {
                switch evaluation.match(described.pattern, name) {
                case .differs: continue
                case .givenUp:
                    evaluation.report(Self.name, described.pattern.givenUpText, at: .member(name))
                    isValid = false
                case .matches:
                    evaluation.evaluated?.insert(member: name)
                    if !evaluation.apply(described.schema, to: member, at: .member(name)) { isValid = false }
                }
            }
            if !isValid, !evaluation.collects { break }
        }
        return isValid
    }
}
