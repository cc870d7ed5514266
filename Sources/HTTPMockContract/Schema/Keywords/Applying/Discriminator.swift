import HTTPMock

/// The member that names a branch, for messages and generated values; checks ignore it.
///
/// - SeeAlso: [OpenAPI 3.0.3, Discriminator Object](https://spec.openapis.org/oas/v3.0.3#discriminator-object)
struct Discriminator: Sendable {
    private let member: String
    /// The index of the branch for each value of the member.
    private let branches: JSONMembers<Int>
    /// The member `mapping` of the document; its names are the values to which ``value(ofBranch:)`` gives preference.
    private let mapped: JSONObject
    /// The index of the branch for other values, and for values without the member.
    private let fallback: Int?

    /// Reads the discriminator of a union; nil if the schema has none.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - keyword: The keyword that has the branches.
    init?(_ schema: SchemaObject, of keyword: String) {
        guard case .object(let object)? = schema["discriminator"], case .string(let member)? = object["propertyName"],
            case .array(let union)? = schema[keyword]
        else { return nil }
        self.member = member
        let references = union.map { $0[member: "$ref"]?.string }
        var branches: JSONMembers<Int> = [:]
        // The name of a branch's schema, at the end of its reference, is a value.
        for (index, reference) in references.enumerated() {
            if let name = reference?.split(separator: "/").last { branches[String(name)] = index }
        }
        let mapping = object["mapping"]?.members ?? [:]
        // A target is a reference, or a value that names a branch: an earlier value of the mapping, or else the name of
        // a branch's schema. With any other target, the value names no branch, not even as the name of a schema.
        for case (let value, .string(let target)) in mapping {
            branches[value] = references.firstIndex(of: target) ?? branches[target]
        }
        self.branches = branches
        let fallback = object["defaultMapping"]?.string
        self.fallback = fallback.flatMap { references.firstIndex(of: $0) ?? branches[$0] }
        mapped = mapping
    }

    /// Returns the member and value that name a branch, if possible a mapped value; nil if no value does.
    func value(ofBranch index: Int) -> (member: String, value: String)? {
        let names = branches.filter { $0.value == index }.sortedKeys
        let mappedName = names.first { mapped[$0] != nil }
        guard let name = mappedName ?? names.first else { return nil }
        return (member, name)
    }

    /// Returns the index of the branch that a value names, if any.
    func branch(of value: JSONValue) -> Int? {
        guard case .object(let members) = value, case .string(let name)? = members[member] else { return fallback }
        return branches[name] ?? fallback
    }
}
