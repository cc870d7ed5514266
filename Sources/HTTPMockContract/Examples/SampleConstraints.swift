import HTTPMock

/// The keywords of all schemas that apply to one value, from which the value is made or changed.
struct SampleConstraints {
    /// A union of which one branch is to be chosen.
    struct Union {
        let branches: [Int]
        let discriminator: Discriminator?
    }

    /// The schemas that the finished value must match; each of them has to be added, too.
    let roots: [Int]
    /// The schemas that were added.
    private var seen: Set<Int> = []
    /// The types that are allowed; nil for any.
    private(set) var types: Set<InstanceType>?
    /// The values that `enum` and `const` allow; nil for any.
    private(set) var values: [JSONValue]?
    private(set) var limits: [LimitKeyword] = []
    private(set) var patterns: [RegexMatcher] = []
    private(set) var formats: [Format] = []
    private(set) var required: [String] = []
    /// Whether the elements of an array have to differ.
    private(set) var isUnique = false
    /// Whether a schema admits null next to keywords that forbid null.
    private(set) var admitsNull = false
    /// The schemas that the names of members must match.
    private(set) var nameSchemas: [Int] = []
    private(set) var contains: [ContainsKeyword] = []
    private(set) var dependentSchemas: [DependentSchemasKeyword.Dependency] = []
    private(set) var dependentNames: [DependentRequiredKeyword.Dependency] = []
    private var properties: [PropertiesKeyword] = []
    private var patternProperties: [PatternPropertiesKeyword] = []
    private var additionalProperties: [AdditionalPropertiesKeyword] = []
    private var prefixItems: [PrefixItemsKeyword] = []
    private var items: [ItemsKeyword] = []
    /// The unions whose branch is not chosen yet.
    var unions: [Union] = []
    /// The conditions that are not decided yet.
    var conditions: [IfKeyword] = []
    /// The values that name the chosen branches, by the names of their members.
    var branchNames: OrderedMembers<String> = [:]

    init(_ roots: [Int]) {
        self.roots = roots
    }

    /// Adds a schema and the schemas that always apply to the same value.
    ///
    /// Branches, conditions and schemas that depend on a member are collected, but not added.
    ///
    /// - Returns: False if a schema is `false`, or if the types or values show that no value matches.
    mutating func add(_ schema: Int, of schemas: [CompiledSchema]) -> Bool {
        var work = [schema]
        while let id = work.popLast() {
            guard seen.insert(id).inserted else { continue }
            if schemas[id].constant == false { return false }
            if schemas[id].admitsNull { admitsNull = true }
            for keyword in schemas[id].keywords {
                switch keyword {
                case let keyword as UnionKeyword:
                    unions.append(Union(branches: keyword.inPlaceSchemas, discriminator: keyword.discriminator))
                case let keyword as IfKeyword: conditions.append(keyword)
                case let keyword as DependentSchemasKeyword: dependentSchemas += keyword.dependencies
                case is RefKeyword, is DynamicRefKeyword, is AllOfKeyword:
                    work += keyword.inPlaceSchemas.reversed()
                default: add(keyword)
                }
            }
        }
        if let values, values.isEmpty { return false }
        if let types, types.isEmpty { return false }
        return true
    }

    private mutating func add(_ keyword: any Keyword) {
        switch keyword {
        case let keyword as TypeKeyword:
            var allowed = Set(keyword.types)
            // A number may be an integer.
            if allowed.contains(.number) { allowed.insert(.integer) }
            types = types.map { $0.intersection(allowed) } ?? allowed
        case let keyword as ConstKeyword: restrict([keyword.expected])
        case let keyword as EnumKeyword: restrict(keyword.values)
        case let keyword as LimitKeyword: limits.append(keyword)
        case let keyword as PatternKeyword: patterns.append(keyword.pattern)
        case let keyword as FormatKeyword: formats.append(keyword.format)
        case let keyword as RequiredKeyword: required += keyword.names.filter { !required.contains(exactly: $0) }
        case is UniqueItemsKeyword: isUnique = true
        case let keyword as PropertyNamesKeyword: nameSchemas.append(keyword.schema)
        case let keyword as ContainsKeyword: contains.append(keyword)
        case let keyword as DependentRequiredKeyword: dependentNames += keyword.dependencies
        case let keyword as PropertiesKeyword: properties.append(keyword)
        case let keyword as PatternPropertiesKeyword: patternProperties.append(keyword)
        case let keyword as AdditionalPropertiesKeyword: additionalProperties.append(keyword)
        case let keyword as PrefixItemsKeyword: prefixItems.append(keyword)
        case let keyword as ItemsKeyword: items.append(keyword)
        default: break
        }
    }

    /// Restricts the value to some values, besides earlier restrictions.
    private mutating func restrict(_ allowed: [JSONValue]) {
        let set = Set(allowed)
        values = values?.filter { set.contains($0) } ?? allowed
    }

    /// Returns the strictest limit of a length or count; nil if there is none.
    func count(_ rule: LimitKeyword.Rule) -> Int? {
        let counts = limits.filter { $0.rule == rule }.map(\.count)
        if rule.isLeastCount { return counts.max() }
        return counts.min()
    }

    /// The names of members in `properties`, sorted.
    var memberNames: [String] {
        var names: Set<ExactText> = []
        for keyword in properties { names.formUnion(keyword.schemas.keys.map { ExactText($0) }) }
        return names.sorted().map(\.text)
    }

    /// Returns the schemas of a member.
    func schemas(ofMember name: String) -> [Int] {
        var schemas = properties.compactMap { $0.schemas[name] }
        for keyword in patternProperties {
            schemas += keyword.schemas.filter { $0.pattern.match(name) == .matches }.map(\.schema)
        }
        for keyword in additionalProperties where !keyword.isNamed(name) {
            if !keyword.patterns.contains(where: { $0.match(name) == .matches }) { schemas.append(keyword.schema) }
        }
        return schemas
    }

    /// The number of elements for which `prefixItems` has schemas.
    var prefixCount: Int { prefixItems.map(\.schemas.count).max() ?? 0 }

    /// Returns the schemas of an element, where the elements that `contains` wants come first.
    func schemas(ofElement index: Int) -> [Int] {
        schemas(ofElement: index, containedAt: index)
    }

    /// Returns the schemas of an element.
    ///
    /// - Parameters:
    ///   - index: The index of the element.
    ///   - containedIndex: The distance of the element from the beginning or end of the array, whichever has the
    ///     elements that `contains` wants.
    func schemas(ofElement index: Int, containedAt containedIndex: Int) -> [Int] {
        var schemas: [Int] = []
        for keyword in prefixItems where index < keyword.schemas.count { schemas.append(keyword.schemas[index]) }
        for keyword in items where keyword.start <= index { schemas.append(keyword.schema) }
        for keyword in contains where containedIndex < keyword.minimum { schemas.append(keyword.schema) }
        return schemas
    }

    /// The allowed types in the order in which they are tried, the likeliest first.
    var candidateTypes: [InstanceType] {
        let all: [InstanceType] = [.object, .array, .string, .integer, .number, .boolean, .null]
        let likely = all.filter { isLikely($0) }
        let ordered = likely + all.filter { !likely.contains($0) }
        return ordered.filter { types?.contains($0) ?? true }
    }

    /// Returns whether a keyword suggests a type.
    ///
    /// Left out are `type` itself, upper limits of counts, and keywords about names and dependencies of members.
    private func isLikely(_ type: InstanceType) -> Bool {
        switch type {
        case .object:
            let keywords = [properties.count, patternProperties.count, additionalProperties.count, required.count]
            return keywords.contains { $0 > 0 } || count(.minProperties) != nil
        case .array:
            let keywords = [items.count, prefixItems.count, contains.count]
            return keywords.contains { $0 > 0 } || isUnique || count(.minItems) != nil
        case .string: return !patterns.isEmpty || !formats.isEmpty || count(.minLength) != nil
        case .integer, .number: return limits.contains(where: \.rule.isOfNumbers)
        case .boolean, .null: return false
        }
    }
}
