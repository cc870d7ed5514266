import HTTPMock

/// `pattern`: a regular expression matches somewhere in a string.
struct PatternKeyword: NamedKeyword {
    static let name = "pattern"

    let pattern: RegexMatcher

    init?(_ schema: SchemaObject) throws {
        guard let source = try schema.string(Self.name) else { return nil }
        pattern = try schema.compiler.pattern(source, at: schema.location.appending(Self.name))
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .string(let text) = value else { return true }
        switch evaluation.match(pattern, text) {
        case .matches: return true
        case .differs:
            evaluation.report(Self.name) {
                "expected a string that matches \(pattern.shownSource), got \($0.shown(value))"
            }
        case .givenUp:
            evaluation.report(Self.name, pattern.givenUpText)
        }
        return false
    }
}
