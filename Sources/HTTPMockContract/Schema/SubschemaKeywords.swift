import HTTPMock

/// The keywords that hold schemas, by the shape in which they hold them.
enum SubschemaKeywords {
    private static let single = [
        "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then",
        "unevaluatedItems", "unevaluatedProperties",
    ]
    private static let lists = ["allOf", "anyOf", "oneOf", "prefixItems"]
    private static let maps = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]

    /// Calls a function with each subschema of a schema object and the subschema's place.
    static func forEach(
        in members: [String: JSONValue], at location: SchemaLocation, _ body: (JSONValue, SchemaLocation) -> Void
    ) {
        for name in single {
            if let schema = members[name] { body(schema, location.appending(name)) }
        }
        for name in lists {
            guard case .array(let schemas)? = members[name] else { continue }
            let list = location.appending(name)
            for (index, schema) in schemas.enumerated() { body(schema, list.appending(index)) }
        }
        for name in maps {
            guard case .object(let schemas)? = members[name] else { continue }
            let map = location.appending(name)
            for (key, schema) in schemas { body(schema, map.appending(key)) }
        }
    }
}
