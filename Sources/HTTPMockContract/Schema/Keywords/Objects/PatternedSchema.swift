/// A schema for the members whose names match a pattern.
struct PatternedSchema: Sendable {
    let pattern: RegexMatcher
    let schema: Int
}
