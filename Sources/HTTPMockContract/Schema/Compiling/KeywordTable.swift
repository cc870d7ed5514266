/// All keywords that are compiled by themselves, in the order in which they are checked.
///
/// Cheap keywords come first. The `unevaluated` keywords come last, because they depend on the parts that other
/// keywords have evaluated.
enum KeywordTable {
    /// A keyword that schemas may have.
    struct Entry: Sendable {
        /// The name under which a schema object has the keyword.
        let name: String
        /// The vocabulary that the keyword belongs to.
        let vocabulary: Vocabulary
        /// Compiles the keyword of a schema; nil if the keyword can never fail.
        let compile: @Sendable (SchemaObject) throws -> (any Keyword)?

        fileprivate init<Compiled: NamedKeyword>(_ type: Compiled.Type) {
            name = Compiled.name
            vocabulary = Compiled.vocabulary
            compile = { try Compiled($0) }
        }

        fileprivate init(_ rule: LimitKeyword.Rule) {
            name = rule.rawValue
            vocabulary = .validation
            compile = { try LimitKeyword(rule, $0) }
        }

        fileprivate init(_ rule: UnionKeyword.Rule) {
            name = rule.rawValue
            vocabulary = .applicator
            compile = { try UnionKeyword(rule, $0) }
        }
    }

    static let entries: [Entry] =
        [Entry(TypeKeyword.self), Entry(ConstKeyword.self), Entry(EnumKeyword.self)]
        + LimitKeyword.Rule.allCases.map { Entry($0) } + [
            Entry(FormatKeyword.self), Entry(PatternKeyword.self), Entry(RequiredKeyword.self),
            Entry(DependentRequiredKeyword.self), Entry(RefKeyword.self), Entry(DynamicRefKeyword.self),
            Entry(PropertiesKeyword.self), Entry(PatternPropertiesKeyword.self),
            Entry(AdditionalPropertiesKeyword.self), Entry(PropertyNamesKeyword.self), Entry(PrefixItemsKeyword.self),
            Entry(ItemsKeyword.self), Entry(ContainsKeyword.self), Entry(UniqueItemsKeyword.self),
            Entry(AllOfKeyword.self), Entry(UnionKeyword.Rule.anyOf), Entry(UnionKeyword.Rule.oneOf),
            Entry(NotKeyword.self), Entry(IfKeyword.self),
            Entry(DependentSchemasKeyword.self), Entry(UnevaluatedItemsKeyword.self),
            Entry(UnevaluatedPropertiesKeyword.self),
        ]

    private static let orderByName = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })

    /// Returns the keywords that a schema has, in the order in which they are checked.
    static func keywords(of names: some Sequence<String>) -> [Entry] {
        // Looks up the schema's names, because a schema uses only a few keywords.
        names.compactMap { orderByName[$0] }.sorted().map { entries[$0] }
    }
}
