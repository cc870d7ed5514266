/// All keywords, in the order in which they are checked.
///
/// Cheap keywords come first. The unevaluated ones come last, because they depend on what the others have evaluated.
enum KeywordTable {
    static let keywords: [any Keyword.Type] = [
        TypeKeyword.self, ConstKeyword.self, EnumKeyword.self,
        MinimumKeyword.self, ExclusiveMinimumKeyword.self, MaximumKeyword.self, ExclusiveMaximumKeyword.self,
        MultipleOfKeyword.self, MinLengthKeyword.self, MaxLengthKeyword.self, FormatKeyword.self, PatternKeyword.self,
        MinItemsKeyword.self, MaxItemsKeyword.self, MinPropertiesKeyword.self, MaxPropertiesKeyword.self,
        RequiredKeyword.self, DependentRequiredKeyword.self,
        RefKeyword.self, DynamicRefKeyword.self,
        PropertiesKeyword.self, PatternPropertiesKeyword.self, AdditionalPropertiesKeyword.self,
        PropertyNamesKeyword.self, PrefixItemsKeyword.self, ItemsKeyword.self, ContainsKeyword.self,
        UniqueItemsKeyword.self,
        AllOfKeyword.self, AnyOfKeyword.self, OneOfKeyword.self, NotKeyword.self, IfKeyword.self,
        DependentSchemasKeyword.self,
        UnevaluatedItemsKeyword.self, UnevaluatedPropertiesKeyword.self,
    ]

    private static let orderByName = Dictionary(
        uniqueKeysWithValues: keywords.enumerated().map { ($1.name, $0) })

    /// The keywords that a schema has, in the order in which they are checked.
    static func keywords(of names: some Sequence<String>) -> [any Keyword.Type] {
        // By the names of the schema, because a schema has few of all keywords.
        names.compactMap { orderByName[$0] }.sorted().map { keywords[$0] }
    }
}
