import HTTPMock

/// `dependentRequired`: an object with one member has some other members.
struct DependentRequiredKeyword: NamedKeyword {
    static let name = "dependentRequired"

    /// Sorted by member, so that the order of violations never varies.
    let namesByMember: [(member: String, names: [String])]

    init?(_ schema: SchemaObject) throws {
        guard let names = try schema.namesByMember(Self.name) else { return nil }
        namesByMember = names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (member, names) in namesByMember where members[member] != nil {
            for name in names where members[name] == nil {
                isValid = false
                evaluation.report(
                    Self.name, "missing, but required next to \(member.quoted)", at: .member(name))
            }
        }
        return isValid
    }
}
