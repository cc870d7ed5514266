import HTTPMock

/// `const`: the value is equal to one value.
struct ConstKeyword: NamedKeyword {
    static let name = "const"

    let expected: JSONValue

    init(_ schema: SchemaObject) {
        expected = schema[Self.name] ?? .null
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        if expected == value { return true }
        evaluation.report(Self.name) { "expected \(expected.shortText), got \($0.shown(value))" }
        return false
    }
}
