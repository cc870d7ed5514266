import HTTPMock

/// `minimum`: a number is no less than a limit.
struct MinimumKeyword: Keyword {
    static let name = "minimum"

    private let limit: JSONNumber

    init?(_ schema: SchemaObject) throws {
        guard let limit = try schema.number(Self.name) else { return nil }
        self.limit = limit
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .number(let number) = value, number < limit else { return true }
        evaluation.report(Self.name) { "expected at least \(limit), got \($0.shown(value))" }
        return false
    }
}
