import HTTPMock

/// `minItems`: an array has no fewer elements than a limit.
struct MinItemsKeyword: Keyword {
    static let name = "minItems"

    private let limit: Int

    init?(_ schema: SchemaObject) throws {
        guard let limit = try schema.count(Self.name) else { return nil }
        self.limit = limit
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value, elements.count < limit else { return true }
        evaluation.report(Self.name, "expected at least \(limit.counted("element")), got \(elements.count)")
        return false
    }
}
