import HTTPMock

/// The member that names a branch of a union; a hint for messages only.
///
/// - SeeAlso: [OpenAPI 3.0.3, Discriminator Object](https://spec.openapis.org/oas/v3.0.3#discriminator-object)
struct Discriminator: Sendable {
    private let member: String
    /// The index of the branch for each value of the member.
    private let branches: [String: Int]

    /// Reads the discriminator of a union; nil if the schema has none.
    init?(_ schema: SchemaObject) throws {
        guard case .object(let object)? = schema["discriminator"], case .string(let member)? = object["propertyName"],
            case .array(let union)? = schema[OneOfKeyword.name] ?? schema[AnyOfKeyword.name]
        else { return nil }
        self.member = member
        let references = union.map { branch -> String? in
            if case .object(let members) = branch, case .string(let reference)? = members["$ref"] {
                reference
            } else {
                nil
            }
        }
        var branches: [String: Int] = [:]
        for (index, reference) in references.enumerated() {
            if let name = reference?.split(separator: "/").last { branches[String(name)] = index }
        }
        if case .object(let mapping)? = object["mapping"] {
            for case (let value, .string(let target)) in mapping {
                branches[value] = references.firstIndex(of: target) ?? branches[target]
            }
        }
        self.branches = branches
    }

    /// The index of the branch that a value names.
    func branch(of value: JSONValue) -> Int? {
        guard case .object(let members) = value, case .string(let name)? = members[member] else { return nil }
        return branches[name]
    }
}
