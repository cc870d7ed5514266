import HTTPMock

/// The member that names a branch, for messages and generated values; checks ignore it.
///
/// - SeeAlso: [OpenAPI 3.0.3, Discriminator Object](https://spec.openapis.org/oas/v3.0.3#discriminator-object)
struct Discriminator: Sendable {
    private let member: String
    /// The index of the branch for each value of the member.
    private let branches: OrderedMembers<Int>
    /// The values that the document maps to branches.
    private let mappedValues: Set<ExactText>
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
        let references = union.map { $0[member: "$ref"]?.string }
        // The name of a branch's schema is at the end of its reference.
        var branchesBySchema: OrderedMembers<Int> = [:]
        for (index, reference) in references.enumerated() {
            if let name = reference?.split(separator: "/").last { branchesBySchema[String(name)] = index }
        }
        // Each schema's name is a value of the member, unless the mapping has the value.
        var branches = branchesBySchema
        let mapping = object["mapping"]?.members ?? [:]
        for case (let value, .string(let target)) in mapping {
            // A target is a reference or a schema's name. With any other target, the value names no branch.
            branches[value] = references.firstIndex(of: target) ?? branchesBySchema[target]
        }
        self.member = member
        self.branches = branches
        mappedValues = Set(mapping.keys.map { ExactText($0) })
        let defaultTarget = object["defaultMapping"]?.string
        fallback = defaultTarget.flatMap { references.firstIndex(of: $0) ?? branchesBySchema[$0] }
    }

    /// Returns the member and value that name a branch, if possible a mapped value; nil if no value does.
    func value(ofBranch index: Int) -> (member: String, value: String)? {
        let values = branches.filter { $0.value == index }.sortedKeys
        let mappedValue = values.first { mappedValues.contains(ExactText($0)) }
        guard let value = mappedValue ?? values.first else { return nil }
        return (member, value)
    }

    /// Returns the index of the branch that a value names, or else of the fallback, if any.
    func branch(of value: JSONValue) -> Int? {
        guard case .object(let members) = value, case .string(let text)? = members[member] else { return fallback }
        return branches[text] ?? fallback
    }
}
