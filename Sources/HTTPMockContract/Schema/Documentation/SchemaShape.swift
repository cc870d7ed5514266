import HTTPMock

/// The members, elements and types of a value that several schemas document together.
final class SchemaShape: Sendable {
    private let members: OrderedMembers<[Int]>
    private let patterns: [PatternedSchema]
    private let furtherMembers: [Int]
    private let prefixItems: [[Int]]
    private let items: [Int]
    /// True if members of any name are documented: explicitly, or because no name is.
    let isOpen: Bool
    /// The types that at least one of the schemas names; nil if none names any.
    let types: Set<InstanceType>?
    /// The documented members that a value must not have in a direction.
    private let excluded: [ContractDirection: OrderedMembers<[Int]>]

    /// Creates the shape of some schemas.
    ///
    /// - Parameters:
    ///   - parts: The documentation of the schemas.
    ///   - isExcluded: Returns whether a member with some schemas must not be sent in a direction; nil if each may be.
    init(_ parts: [SchemaDocumentation], _ isExcluded: (([Int], ContractDirection) -> Bool)? = nil) {
        var members: OrderedMembers<[Int]> = [:]
        var prefixItems: [[Int]] = []
        for part in parts {
            for (name, schema) in part.members { members[name, default: []].append(schema) }
            for (index, schema) in part.prefixItems.enumerated() {
                if index == prefixItems.count { prefixItems.append([]) }
                prefixItems[index].append(schema)
            }
        }
        self.members = members
        self.prefixItems = prefixItems
        patterns = parts.flatMap(\.memberPatterns)
        furtherMembers = parts.flatMap(\.furtherMembers)
        items = parts.flatMap(\.items)
        let namesNothing = members.isEmpty && patterns.isEmpty
        isOpen = namesNothing || parts.contains(where: \.isOpen)
        var types: Set<InstanceType>?
        for part in parts {
            if let partTypes = part.types { types = partTypes.union(types ?? []) }
        }
        self.types = types
        var excluded: [ContractDirection: OrderedMembers<[Int]>] = [:]
        if let isExcluded {
            for direction in [ContractDirection.request, .response] {
                let forbidden = members.filter { isExcluded($0.value, direction) }
                if !forbidden.isEmpty { excluded[direction] = forbidden }
            }
        }
        self.excluded = excluded
    }

    /// Returns the members that a direction forbids; nil if there are none.
    func members(excludedFrom direction: ContractDirection) -> OrderedMembers<[Int]>? {
        excluded[direction]
    }

    /// The names of documented members, without those that patterns document.
    var memberNames: some Collection<String> { members.keys }

    /// The names in ``memberNames``, in alphabetical order.
    var sortedMemberNames: [String] { members.sortedKeys }

    /// Returns the schemas of a member.
    ///
    /// - Returns: An empty list for a member that is documented without a schema; nil for an undocumented member.
    func schemas(ofMember name: String) -> [Int]? {
        var described = members[name] ?? []
        // After a search that was given up, the name may be documented.
        for patterned in patterns where patterned.pattern.match(name) != .differs {
            described.append(patterned.schema)
        }
        if !described.isEmpty { return described }
        guard isOpen else { return nil }
        return furtherMembers
    }

    /// Returns the schemas of an element.
    func schemas(ofElement index: Int) -> [Int] {
        if index < prefixItems.count { return prefixItems[index] }
        return items
    }
}
