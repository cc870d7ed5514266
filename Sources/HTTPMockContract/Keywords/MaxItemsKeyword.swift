import HTTPMock

/// `maxItems`: an array has no more elements than a limit.
struct MaxItemsKeyword: Keyword {
    static let name = "maxItems"

    private let limit: Int

    init?(_ schema: SchemaObject) throws {
        guard let limit = try schema.count(Self.name) else { return nil }
        self.limit = limit
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value, elements.count > limit else { return true }
        evaluation.report(Self.name, "expected at most \(limit.counted("element")), got \(elements.count)")
        return false
    }
}
