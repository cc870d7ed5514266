import HTTPMock

/// `$ref`: the value matches the schema that a reference leads to.
struct RefKeyword: NamedKeyword {
    static let name = "$ref"
    static let vocabulary = Vocabulary.core

    let target: Int

    init?(_ schema: SchemaObject) throws {
        guard let reference = try schema.string(Self.name) else { return nil }
        target = try schema.compiler.target(of: reference, Self.name, in: schema).id
    }

    var inPlaceSchemas: [Int] { [target] }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        evaluation.apply(target, to: value)
    }
}
