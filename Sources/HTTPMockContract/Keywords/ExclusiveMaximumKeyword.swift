import HTTPMock

/// `exclusiveMaximum`: a number is less than a limit.
struct ExclusiveMaximumKeyword: Keyword {
    static let name = "exclusiveMaximum"

    private let limit: JSONNumber

    init?(_ schema: SchemaObject) throws {
        guard let limit = try schema.number(Self.name) else { return nil }
        self.limit = limit
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .number(let number) = value, number >= limit else { return true }
        evaluation.report(Self.name) { "expected less than \(limit), got \($0.shown(value))" }
        return false
    }
}
