import HTTPMock

/// `$dynamicRef`: the value matches the schema with a dynamic anchor in the outermost resource.
///
/// Only resources that the check has entered and that have the anchor count. A reference that names no dynamic
/// anchor of its target is read as `$ref`.
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
