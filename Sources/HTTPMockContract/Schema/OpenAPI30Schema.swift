import HTTPMock

/// The translation of OpenAPI 3.0's schema object into draft 2020-12.
///
/// - SeeAlso: [OpenAPI 3.0.3, Schema Object](https://spec.openapis.org/oas/v3.0.3#schema-object)
enum OpenAPI30Schema {
    /// Returns the members of one schema object in the words of draft 2020-12.
    ///
    /// Subschemas are translated separately.
    static func translated(_ members: [String: JSONValue]) -> [String: JSONValue] {
        // Siblings of a reference are ignored.
        if let reference = members["$ref"] { return ["$ref": reference] }
        var translated = members.filter { keywords.contains($0.key) }
        // `nullable` allows null next to `type` only, because no other keyword forbids it.
        if members["nullable"] == .bool(true), let type = members["type"] {
            translated["type"] = .array([type, .string("null")])
        }
        translateLimit("exclusiveMinimum", "minimum", &translated)
        translateLimit("exclusiveMaximum", "maximum", &translated)
        return translated
    }

    private static func translateLimit(_ exclusive: String, _ limit: String, _ members: inout [String: JSONValue]) {
        guard case .bool(let isExclusive)? = members.removeValue(forKey: exclusive) else { return }
        guard isExclusive, let value = members.removeValue(forKey: limit) else { return }
        members[exclusive] = value
    }

    private static let keywords: Set<String> = [
        "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
        "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum", "type", "allOf",
        "oneOf", "anyOf", "not", "items", "properties", "additionalProperties", "format", "discriminator", "readOnly",
        "writeOnly", "example", "default",
    ]
}
