import HTTPMock

/// The keywords that contain schemas, by the shape of their value.
enum SubschemaKeywords {
    private enum Shape {
        case schema
        case list
        case map
    }

    private static let shapes: [String: Shape] = {
        let schemas = [
            "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then",
            "unevaluatedItems", "unevaluatedProperties",
        ]
        let lists = ["allOf", "anyOf", "oneOf", "prefixItems"]
        let maps = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]
        let pairs = schemas.map { ($0, Shape.schema) } + lists.map { ($0, .list) } + maps.map { ($0, .map) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// Calls a function with each subschema of a schema object and the subschema's location.
    static func forEach(
        in members: JSONObject, of dialect: SchemaDialect, at location: SchemaLocation,
        _ body: (JSONValue, SchemaLocation) -> Void
    ) {
        // Siblings of a reference are ignored.
        if dialect.isBeforeOpenAPI31, members["$ref"] != nil { return }
        // Loops over the schema's own members, because a schema has few of the keywords.
        for (name, value) in members {
            guard let shape = shapes[name], dialect.knows(name) else { continue }
            switch (shape, value) {
            case (.schema, _): body(value, location.appending(name))
            case (.list, .array(let schemas)):
                let list = location.appending(name)
                for (index, schema) in schemas.enumerated() { body(schema, list.appending(index)) }
            case (.map, .object(let schemas)):
                let map = location.appending(name)
                for (key, schema) in schemas { body(schema, map.appending(key)) }
            default: break
            }
        }
    }
}
