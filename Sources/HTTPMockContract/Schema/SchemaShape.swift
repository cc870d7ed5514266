import HTTPMock

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
    /// The members that a value must not have in a direction.
    private let excluded: [ContractDirection: Set<String>]

    /// Creates the shape of some schemas.
    ///
    /// - Parameters:
    ///   - parts: The documentation of the schemas.
    ///   - isExcluded: Returns whether a member with some schemas must not be sent in a direction; nil if each may be.
    init(_ parts: [SchemaDocumentation], _ isExcluded: (([Int], ContractDirection) -> Bool)? = nil) {
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
        var excluded: [ContractDirection: Set<String>] = [:]
        for direction in isExcluded == nil ? [] : [ContractDirection.request, .response] {
            let names = members.filter { isExcluded?($0.value, direction) ?? false }.keys
            if !names.isEmpty { excluded[direction] = Set(names) }
        }
        self.excluded = excluded
    }

    /// Returns the members that a direction forbids; nil if there are none.
    func members(excludedFrom direction: ContractDirection) -> Set<String>? { excluded[direction] }

    /// The names of documented members, without those that patterns document.
    var memberNames: some Collection<String> { members.keys }

    /// Returns the schemas of a member; nil if the member is not documented.
    func schemas(ofMember name: String) -> [Int]? {
        if patterns.isEmpty { return members[name] ?? (isOpen ? furtherMembers : nil) }
        let named = members[name] ?? []
        let matching = patterns.filter { $0.pattern.match(name) != .differs }.map(\.schema)
        if !named.isEmpty || !matching.isEmpty { return named + matching }
        return isOpen ? furtherMembers : nil
    }

    /// Returns the schemas of an element.
    func schemas(ofElement index: Int) -> [Int] {
        index < prefixItems.count ? prefixItems[index] : items
    }
}

/// A cache of the shapes that sets of schemas document together.
///
/// Every branch that can be reached for the same value counts, whether or not the branch matches the value.
final class SchemaShapes: Sendable {
    private let schemas: [CompiledSchema]
    private let shapes = Locked<[[Int]: SchemaShape]>([:])
    /// False if no schema is for one direction only.
    let hasDirections: Bool

    init(_ schemas: [CompiledSchema]) {
        self.schemas = schemas
        hasDirections = schemas.contains { $0.isReadOnly || $0.isWriteOnly }
    }

    /// Returns the shape of one value that some schemas document together.
    func shape(of ids: [Int]) -> SchemaShape {
        if let known = shapes.withLock({ $0[ids] }) { return known }
        let parts = reachable(from: ids).map { schemas[$0].documentation }
        let shape = hasDirections ? SchemaShape(parts, isExcluded) : SchemaShape(parts)
        shapes.withLock { $0[ids] = shape }
        return shape
    }

    /// Returns whether each of a member's schemas is only for the opposite direction.
    private func isExcluded(_ ids: [Int], _ direction: ContractDirection) -> Bool {
        ids.allSatisfy { id in
            reachable(from: [id]).contains { direction == .request ? schemas[$0].isReadOnly : schemas[$0].isWriteOnly }
        }
    }

    /// Returns some schemas, and all schemas that they apply to the same value.
    func reachable(from ids: [Int]) -> [Int] {
        var reached: [Int] = []
        var seen: Set<Int> = []
        var work = Array(ids.reversed())
        while let id = work.popLast() {
            guard seen.insert(id).inserted else { continue }
            reached.append(id)
            work.append(contentsOf: schemas[id].documentation.inPlace.reversed())
        }
        return reached
    }
}

/// The members, elements and types of a value that one schema documents.
///
/// Schemas that the schema applies to the same value have their own documentation.
struct SchemaDocumentation: Sendable {
    /// The schemas applied to the same value.
    private(set) var inPlace: [Int] = []
    var members: [String: Int] = [:]
    var memberPatterns: [(pattern: RegexMatcher, schema: Int)] = []
    /// The schemas of members without a documented name.
    private(set) var furtherMembers: [Int] = []
    var prefixItems: [Int] = []
    var items: [Int] = []
    /// The types that `type` allows; nil if any is allowed.
    var types: Set<InstanceType>?
    /// True if the schema states explicitly that members of other names are allowed.
    private(set) var isOpen = false

    /// Creates the documentation of a schema without keywords.
    init() {}

    /// Adds null to the types.
    mutating func admitNull() { types?.insert(.null) }

    /// Adds a schema whose values are values of this schema.
    mutating func add(subtype: Int) { inPlace.append(subtype) }

    /// Collects the documentation that keywords give.
    ///
    /// - Parameter keywords: The keywords of a schema.
    init(of keywords: [any Keyword]) {
        for keyword in keywords {
            inPlace += keyword.inPlaceSchemas
            // Each keyword has this method, because casts would need a twentieth of the instructions of a load.
            keyword.document(in: &self)
        }
    }

    /// Adds the schema of members without a documented name.
    mutating func add(furtherMembers schema: Int, areForbidden: Bool) {
        furtherMembers.append(schema)
        if !areForbidden { isOpen = true }
    }
}
