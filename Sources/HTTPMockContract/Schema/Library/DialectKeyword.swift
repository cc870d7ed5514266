import HTTPMock

/// The keywords of schemas in draft 2020-12, with those that OpenAPI adds.
enum DialectKeyword {
    /// Returns the alphabetically first unknown name of a schema object; nil if each is known or begins with `x-`.
    static func unknown(in members: JSONObject) -> String? {
        members.keys.filter { !known.contains($0) && !$0.hasPrefix("x-") }.min()
    }

    private static let known: Set<String> = [
        "$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment", "$defs",
        "definitions", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "prefixItems",
        "items", "contains", "properties", "patternProperties", "additionalProperties", "propertyNames",
        "unevaluatedItems", "unevaluatedProperties", "type", "enum", "const", "multipleOf", "maximum",
        "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems",
        "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties", "required", "dependentRequired",
        "format", "contentEncoding", "contentMediaType", "contentSchema", "title", "description", "default",
        "deprecated", "readOnly", "writeOnly", "examples", "example", "nullable", "discriminator", "xml",
        "externalDocs",
    ]
}
