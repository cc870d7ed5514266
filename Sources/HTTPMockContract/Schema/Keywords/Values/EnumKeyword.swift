import HTTPMock

/// `enum`: the value is equal to one of some values.
struct EnumKeyword: NamedKeyword {
    static let name = "enum"

    let values: [JSONValue]
    private let set: Set<JSONValue>

    init(_ schema: SchemaObject) throws {
        guard case .array(let values)? = schema[Self.name] else {
            throw schema.error(Self.name, "expected an array")
        }
        var set: Set<JSONValue> = []
        self.values = values.filter { set.insert($0).inserted }
        self.set = set
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        if set.contains(value) { return true }
        evaluation.report(Self.name) { "expected \(expectation), got \($0.shown(value))\(suggestion(for: value))" }
        return false
    }

    private var expectation: String {
        let limit = 10
        guard values.count > limit else { return values.map(\.shortText).alternatives }
        return (values.prefix(limit).map(\.shortText) + ["\(values.count - limit) more"]).alternatives
    }

    private func suggestion(for value: JSONValue) -> String {
        guard case .string(let text) = value else { return "" }
        let names = values.compactMap { value -> String? in
            if case .string(let name) = value { name } else { nil }
        }
        guard let near = NearName.nearest(to: text, in: names) else { return "" }
        return "; did you mean \(JSONValue.string(near))?"
    }
}
