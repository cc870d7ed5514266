import HTTPMock

/// `maxLength`: a string has no more code points than a limit.
struct MaxLengthKeyword: Keyword {
    static let name = "maxLength"

    private let limit: Int

    init?(_ schema: SchemaObject) throws {
        guard let limit = try schema.count(Self.name) else { return nil }
        self.limit = limit
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .string(let text) = value, text.unicodeScalars.count > limit else { return true }
        evaluation.report(Self.name, "expected at most \(limit.counted("character")), got \(text.unicodeScalars.count)")
        return false
    }
}
