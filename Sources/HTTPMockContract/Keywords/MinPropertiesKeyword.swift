import HTTPMock

/// `minProperties`: an object has no fewer members than a limit.
struct MinPropertiesKeyword: Keyword {
    static let name = "minProperties"

    private let limit: Int

    init?(_ schema: SchemaObject) throws {
        guard let limit = try schema.count(Self.name) else { return nil }
        self.limit = limit
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value, members.count < limit else { return true }
        evaluation.report(Self.name, "expected at least \(limit.counted("member")), got \(members.count)")
        return false
    }
}
