import HTTPMock

/// `additionalProperties`: members that neither `properties` nor `patternProperties` name match a schema.
struct AdditionalPropertiesKeyword: NamedKeyword {
    static let name = "additionalProperties"
    static let vocabulary = Vocabulary.applicator

    let schema: Int
    private let isForbidding: Bool
    private let names: MemberNames
    let patterns: [RegexMatcher]

    init?(_ schema: SchemaObject) throws {
        guard let further = schema.schema(Self.name) else { return nil }
        self.schema = further
        isForbidding = schema[Self.name] == .bool(false)
        names = try schema.schemasByName(PropertiesKeyword.name)?.names ?? MemberNames()
        patterns = try PatternPropertiesKeyword(schema)?.schemas.map(\.pattern) ?? []
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.add(furtherMembers: schema, areForbidden: isForbidding)
    }

    /// Returns whether `properties` names a member.
    func isNamed(_ name: String) -> Bool {
        names.index(of: name) != nil
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, member) in evaluation.ordered(members) where !isNamed(name) {
            // `patternProperties` reports a name whose search was given up.
            if patterns.contains(where: { evaluation.match($0, name) != .differs }) { continue }
            evaluation.evaluated?.insert(member: name)
            if isForbidding {
                evaluation.report(Self.name, at: .member(name)) { $0.forbiddenText(name) }
                isValid = false
            } else if !evaluation.apply(schema, to: member, at: .member(name)) {
                isValid = false
            }
            if !isValid, !evaluation.collects { break }
        }
        return isValid
    }
}
