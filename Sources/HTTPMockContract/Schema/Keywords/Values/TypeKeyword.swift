import HTTPMock

/// `type`: the value has one of some types.
struct TypeKeyword: NamedKeyword {
    static let name = "type"

    let types: [InstanceType]

    init(_ schema: SchemaObject) throws {
        let names: [JSONValue] =
            switch schema[Self.name] {
            case .array(let names)?: names
            case let name?: [name]
            case nil: []
            }
        types = try names.map { name in
            guard case .string(let text) = name, let type = InstanceType(rawValue: text) else {
                throw schema.error(Self.name, "\(name.shortText) is no type")
            }
            return type
        }
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.types = Set(types)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        let actual = value.type
        if types.contains(actual) { return true }
        if actual == .integer, types.contains(.number) { return true }
        evaluation.report(Self.name) { "expected \(types.map(\.rawValue).alternatives), got \($0.shown(value))" }
        return false
    }
}
