import HTTPMock

/// `minLength`: a string has no fewer code points than a limit.
struct MinLengthKeyword: Keyword {
    static let name = "minLength"

    private let limit: Int

    init?(_ schema: SchemaObject) throws {
        guard let limit = try schema.count(Self.name) else { return nil }
        self.limit = limit
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .string(let text) = value, text.unicodeScalars.count < limit else { return true }
        evaluation.report(
            Self.name, "expected at least \(limit.counted("character")), got \(text.unicodeScalars.count)")
        return false
    }
}
