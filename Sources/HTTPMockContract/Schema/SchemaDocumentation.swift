import HTTPMock

/// The members, elements and types of a value that one schema documents.
///
/// Schemas that the schema applies to the same value have their own documentation.
struct SchemaDocumentation: Sendable {
    /// The schemas applied to the same value.
    private(set) var inPlace: [Int] = []
    private(set) var members: [String: Int] = [:]
    private(set) var memberPatterns: [(pattern: RegexMatcher, schema: Int)] = []
    /// The schemas of members without a documented name.
    private(set) var furtherMembers: [Int] = []
    private(set) var prefixItems: [Int] = []
    private(set) var items: [Int] = []
    /// The types that `type` allows; nil if any is allowed.
    private(set) var types: Set<InstanceType>?
    /// True if the schema states explicitly that members of other names are allowed.
    private(set) var isOpen = false

    /// The documentation of a schema without keywords.
    init() {}

    /// Collects the documentation that keywords give.
    ///
    /// - Parameters:
    ///   - schema: The schema as it is written.
    ///   - keywords: The same, compiled.
    init(of schema: SchemaObject, _ keywords: [any Keyword]) {
        for keyword in keywords {
            inPlace += keyword.inPlaceSchemas
            switch keyword {
            case let keyword as TypeKeyword: types = Set(keyword.types)
            case let keyword as PropertiesKeyword: members = keyword.schemas
            case let keyword as PatternPropertiesKeyword: memberPatterns = keyword.schemas
            case let keyword as AdditionalPropertiesKeyword: furtherMembers.append(keyword.schema)
            case let keyword as UnevaluatedPropertiesKeyword: furtherMembers.append(keyword.schema)
            case let keyword as PrefixItemsKeyword: prefixItems = keyword.schemas
            case let keyword as ItemsKeyword: items.append(keyword.schema)
            case let keyword as UnevaluatedItemsKeyword: items.append(keyword.schema)
            default: break
            }
        }
        isOpen = [AdditionalPropertiesKeyword.name, UnevaluatedPropertiesKeyword.name].contains { name in
            schema[name].map { $0 != .bool(false) } ?? false
        }
    }
}
