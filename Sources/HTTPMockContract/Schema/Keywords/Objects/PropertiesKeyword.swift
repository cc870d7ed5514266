import HTTPMock

/// `properties`: members with some names match their schemas.
struct PropertiesKeyword: NamedKeyword {
    static let name = "properties"
    static let vocabulary = Vocabulary.applicator

    let schemas: OrderedMembers<Int>
    /// The names in `schemas`, kept apart because a look-up in the generic `OrderedMembers` is slower.
    private let names: MemberNames
    /// The values of `schemas`, each at the index of its name in `names`.
    private let numbers: [Int]

    init(schemas: OrderedMembers<Int>) {
        self.schemas = schemas
        names = schemas.names
        numbers = schemas.values
    }

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemasByName(Self.name) else { return nil }
        self.init(schemas: schemas)
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.members = schemas
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, member) in evaluation.ordered(members) {
            guard let index = names.index(of: name) else { continue }
            evaluation.evaluated?.insert(member: name)
            if !evaluation.apply(numbers[index], to: member, at: .member(name)) {
                isValid = false
                if !evaluation.collects { break }
            }
        }
        return isValid
    }
}
