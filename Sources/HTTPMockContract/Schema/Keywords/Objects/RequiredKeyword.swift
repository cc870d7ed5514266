import HTTPMock

/// `required`: an object has some members.
struct RequiredKeyword: NamedKeyword {
    static let name = "required"

    let names: [String]

    init(names: [String]) {
        self.names = names
    }

    init?(_ schema: SchemaObject) throws {
        guard let names = try schema.names(Self.name) else { return nil }
        self.names = names
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for name in names where members[name] == nil && evaluation.requires(name) {
            isValid = false
            evaluation.report(Self.name, "missing, but required\(suggestion(for: name, members))", at: .member(name))
        }
        return isValid
    }

    /// Returns the end of a message that names a present member with a similar name; empty without such a member.
    private func suggestion(for name: String, _ members: JSONObject) -> String {
        let others = members.keys.filter { !names.contains(exactly: $0) }
        return NearName.nearest(to: name, in: others).map { "; there is \(JSONValue.string($0))" } ?? ""
    }
}
