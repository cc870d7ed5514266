import HTTPMock

/// `patternProperties`: members whose names match a pattern match its schema.
struct PatternPropertiesKeyword: NamedKeyword {
    static let name = "patternProperties"
    static let vocabulary = Vocabulary.applicator

    let schemas: [(pattern: RegexMatcher, schema: Int)]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemasByName(Self.name) else { return nil }
        let pointer = schema.location.appending(Self.name)
        self.schemas = try schemas.sorted { $0.key < $1.key }.map { source, id in
            (try schema.compiler.pattern(source, at: pointer.appending(source)), id)
        }
    }

    func document(in documentation: inout SchemaDocumentation) { documentation.memberPatterns = schemas }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, member) in evaluation.ordered(members) {
            for (pattern, schema) in schemas {
                switch evaluation.match(pattern, name) {
                case .differs: continue
                case .givenUp:
                    evaluation.report(Self.name, pattern.givenUpText, at: .member(name))
                    isValid = false
                case .matches:
                    evaluation.evaluated?.insert(member: name)
                    if !evaluation.apply(schema, to: member, at: .member(name)) { isValid = false }
                }
            }
            if !isValid, !evaluation.collects { break }
        }
        return isValid
    }
}
