/// The members, elements and types of a value that several schemas document together.
final class SchemaShape: Sendable {
    private let members: [String: [Int]]
    private let patterns: [(pattern: RegexMatcher, schema: Int)]
    private let furtherMembers: [Int]
    private let prefixItems: [[Int]]
    private let items: [Int]
    /// True if members of any name are documented: explicitly, or because no name is.
    let isOpen: Bool
    /// The types that the value may have; nil if any.
    let types: Set<InstanceType>?

    init(_ parts: [SchemaDocumentation]) {
        var members: [String: [Int]] = [:]
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
        isOpen = parts.contains(where: \.isOpen) || (members.isEmpty && patterns.isEmpty)
        let types = parts.compactMap(\.types)
        self.types = types.isEmpty ? nil : types.reduce(into: []) { $0.formUnion($1) }
    }

    /// The names of documented members, without those that patterns document.
    var memberNames: some Collection<String> { members.keys }

    /// The schemas of a member; nil if the member is not documented.
    func schemas(ofMember name: String) -> [Int]? {
        if patterns.isEmpty { return members[name] ?? (isOpen ? furtherMembers : nil) }
        let named = members[name] ?? []
        let matching = patterns.filter { $0.pattern.match(name) != .differs }.map(\.schema)
        if !named.isEmpty || !matching.isEmpty { return named + matching }
        return isOpen ? furtherMembers : nil
    }

    /// The schemas of an element.
    func schemas(ofElement index: Int) -> [Int] {
        index < prefixItems.count ? prefixItems[index] : items
    }
}
