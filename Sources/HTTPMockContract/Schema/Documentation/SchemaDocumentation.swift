import HTTPMock

/// The members, elements and types of a value that one schema documents.
///
/// Schemas that the schema applies to the same value have their own documentation.
struct SchemaDocumentation: Sendable {
    /// The schemas that describe the same value, and the subtypes.
    private(set) var inPlace: [Int] = []
    var members: OrderedMembers<Int> = [:]
    var memberPatterns: [PatternedSchema] = []
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
            // Every keyword has `document(in:)`, because casts to a protocol would make loading slower.
            keyword.document(in: &self)
        }
    }

    /// Adds the schema of members without a documented name.
    mutating func add(furtherMembers schema: Int, areForbidden: Bool) {
        furtherMembers.append(schema)
        if !areForbidden { isOpen = true }
    }
}
