import HTTPMock

/// `unevaluatedProperties`: members that no neighboring keyword has evaluated match a schema.
struct UnevaluatedPropertiesKeyword: NamedKeyword {
    static let name = "unevaluatedProperties"
    static let vocabulary = Vocabulary.unevaluated

    let schema: Int
    private let isForbidding: Bool

    init?(_ schema: SchemaObject) throws {
        guard let further = schema.schema(Self.name) else { return nil }
        self.schema = further
        isForbidding = schema[Self.name] == .bool(false)
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.add(furtherMembers: schema, areForbidden: isForbidding)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value, let evaluated = evaluation.evaluated else { return true }
        var isValid = true
        for (name, member) in evaluation.ordered(members) where !evaluated.contains(member: name) {
            if isForbidding {
                evaluation.report(Self.name, at: .member(name)) { $0.forbiddenText(name) }
                isValid = false
            } else if !evaluation.apply(schema, to: member, at: .member(name)) {
                isValid = false
            }
        }
        evaluation.evaluated?.insertAllMembers()
        return isValid
    }
}
