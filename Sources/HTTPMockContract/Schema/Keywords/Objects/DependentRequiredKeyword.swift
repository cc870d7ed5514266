import HTTPMock

/// `dependentRequired`: an object with some member has certain other members.
struct DependentRequiredKeyword: NamedKeyword {
    static let name = "dependentRequired"

    /// The names that an object needs next to a member.
    struct Dependency {
        let member: String
        let names: [String]
    }

    /// Sorted by member, so that the order of violations never varies.
    let dependencies: [Dependency]

    init?(_ schema: SchemaObject) throws {
        guard let names = try schema.namesByMember(Self.name) else { return nil }
        dependencies = names.sorted().map { Dependency(member: $0.key, names: $0.value) }
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for dependency in dependencies where members[dependency.member] != nil {
            for name in dependency.names where members[name] == nil {
                isValid = false
                let message = "missing, but required next to \(dependency.member.quoted)"
                evaluation.report(Self.name, message, at: .member(name))
            }
        }
        return isValid
    }
}
