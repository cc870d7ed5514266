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

/// `$dynamicRef`: the schema with a dynamic anchor in the outermost entered resource applies.
///
/// - SeeAlso: [JSON Schema core §8.2.3.2](https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2)
struct DynamicRefKeyword: NamedKeyword {
    static let name = "$dynamicRef"
    static let vocabulary = Vocabulary.core

    private let target: Int
    /// The name of the anchor; nil if the reference has no dynamic anchor as target.
    private let anchor: String?

    init?(_ schema: SchemaObject) throws {
        guard let reference = try schema.string(Self.name) else { return nil }
        let found = try schema.compiler.target(of: reference, Self.name, in: schema)
        target = found.id
        anchor = schema.compiler.dynamicAnchor(reference, at: found.location)
    }

    var inPlaceSchemas: [Int] { [target] }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard let anchor else { return evaluation.apply(target, to: value) }
        let anchors = evaluation.validator.dynamicAnchors
        for resource in evaluation.scope {
            if let outermost = anchors[resource][anchor] { return evaluation.apply(outermost, to: value) }
        }
        return evaluation.apply(target, to: value)
    }
}

/// `allOf`: the value matches all of some schemas.
struct AllOfKeyword: NamedKeyword {
    static let name = "allOf"
    static let vocabulary = Vocabulary.applicator

    let inPlaceSchemas: [Int]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemas(Self.name) else { return nil }
        inPlaceSchemas = schemas
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        var isValid = true
        for schema in inPlaceSchemas where !evaluation.apply(schema, to: value) {
            isValid = false
            if !evaluation.collects { break }
        }
        return isValid
    }
}

/// `not`: the value does not match a schema.
struct NotKeyword: NamedKeyword {
    static let name = "not"
    static let vocabulary = Vocabulary.applicator

    private let schema: Int

    init?(_ schema: SchemaObject) throws {
        guard let forbidden = try schema.schema(Self.name) else { return nil }
        self.schema = forbidden
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        let evaluated = evaluation.evaluated
        let outcome = evaluation.attempt(schema, value)
        evaluation.evaluated = evaluated
        guard outcome.isValid else { return true }
        evaluation.report(Self.name, "matches a schema that it must not match")
        return false
    }
}

/// `if`, with `then` and `else`: a schema chooses which other schema the value matches.
struct IfKeyword: NamedKeyword {
    static let name = "if"
    static let vocabulary = Vocabulary.applicator

    let condition: Int
    let consequence: Int?
    let alternative: Int?

    init?(_ schema: SchemaObject) throws {
        guard let condition = try schema.schema(Self.name) else { return nil }
        self.condition = condition
        consequence = try schema.schema("then")
        alternative = try schema.schema("else")
    }

    var inPlaceSchemas: [Int] { [condition, consequence, alternative].compactMap(\.self) }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        let holds = evaluation.attempt(condition, value).isValid
        guard let chosen = holds ? consequence : alternative else { return true }
        return evaluation.apply(chosen, to: value)
    }
}
