import HTTPMock

/// The translation of older schema objects into draft 2020-12.
///
/// - SeeAlso: [OpenAPI 3.0.3, Schema Object](https://spec.openapis.org/oas/v3.0.3#schema-object)
enum OpenAPISchema {
    /// Returns the members of one schema object in the words of draft 2020-12.
    ///
    /// Subschemas are translated separately.
    static func translated(_ members: JSONObject, isSwagger: Bool) -> JSONObject {
        // Siblings of a reference are ignored.
        if let reference = members["$ref"] { return ["$ref": reference] }
        let known = isSwagger ? keywordsOfSwagger : keywords
        // The keywords of later versions are left out. Most objects have none of them, and are not copied.
        var translated = members
        if members.keys.contains(where: { !known.contains($0) && !isAnnotation($0) }) {
            translated = members.filter { known.contains($0.key) }
        }
        translateType(members, &translated, isSwagger: isSwagger)
        translateLimit("exclusiveMinimum", "minimum", &translated)
        translateLimit("exclusiveMaximum", "maximum", &translated)
        return translated
    }

    /// Translates the keywords that allow null, and in Swagger the type `file` and the format `int-or-string`.
    private static func translateType(
        _ members: JSONObject, _ translated: inout JSONObject, isSwagger: Bool
    ) {
        guard let type = members["type"] else { return }
        var admitsNull = members["x-nullable"] == .bool(true)
        if !isSwagger, members["nullable"] == .bool(true) { admitsNull = true }
        // A single type of OpenAPI 3.0 without null is the same in draft 2020-12.
        if type.string != nil, !isSwagger, !admitsNull { return }
        var types = type.elements ?? [type]
        if isSwagger {
            // A file may be any text.
            if type == .string("file") { types = [.string("string")] }
            if members["format"] == .string("int-or-string") { types.append(.string("integer")) }
        }
        if admitsNull { types.append(.string("null")) }
        if types.count == 1 {
            translated["type"] = types[0]
        } else {
            translated["type"] = .array(types)
        }
    }

    /// Translates a Boolean that makes another keyword's limit exclusive; a value without effect is removed.
    private static func translateLimit(_ exclusive: String, _ limit: String, _ members: inout JSONObject) {
        guard let written = members[exclusive] else { return }
        members[exclusive] = nil
        guard written == .bool(true), let value = members[limit] else { return }
        members[limit] = nil
        members[exclusive] = value
    }

    /// Returns the path from a schema object to the keyword that allows null, if any.
    ///
    /// The keyword may also be in an element of `allOf` whose other members are at most `description` and `title`.
    static func nullable(in members: JSONObject) -> [String]? {
        if members["nullable"] == .bool(true) { return ["nullable"] }
        if members["x-nullable"] == .bool(true) { return ["x-nullable"] }
        guard case .array(let elements)? = members["allOf"] else { return nil }
        for (index, element) in elements.enumerated() {
            // Counted first, because most elements have more members than a keyword, a description and a title.
            guard case .object(let inner) = element, inner.count <= 3 else { continue }
            let hasNoOther = inner.keys.allSatisfy {
                ["nullable", "x-nullable", "description", "title"].contains($0)
            }
            guard hasNoOther, let path = nullable(in: inner) else { continue }
            return ["allOf", "\(index)"] + path
        }
        return nil
    }

    /// Returns whether a name is that of an annotation, which may stay because the compiler does not read the name.
    private static func isAnnotation(_ name: String) -> Bool {
        annotations.contains(name) || name.hasPrefix("x-")
    }

    private static let annotations: Set = ["description", "title", "externalDocs", "deprecated"]

    /// The keywords of OpenAPI 3.0.
    static let keywords = keywordsOfSwagger.union(["oneOf", "anyOf", "not", "writeOnly", "nullable"])

    /// The keywords of Swagger 2.0.
    static let keywordsOfSwagger: Set<String> = [
        "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
        "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum", "type", "allOf",
        "items", "properties", "additionalProperties", "format", "discriminator", "readOnly", "example", "default",
        "xml",
    ]
}
