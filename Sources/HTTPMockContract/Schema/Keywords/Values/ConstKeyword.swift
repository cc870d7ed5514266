import HTTPMock

/// `const`: the value is equal to one value.
struct ConstKeyword: NamedKeyword {
    static let name = "const"

    let expected: ExactValue

    init(_ schema: SchemaObject) {
        expected = ExactValue(schema[Self.name] ?? .null)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        if expected == ExactValue(value) { return true }
        evaluation.report(Self.name) { "expected \(expected.value.shortText), got \($0.shown(value))" }
        return false
    }
}
