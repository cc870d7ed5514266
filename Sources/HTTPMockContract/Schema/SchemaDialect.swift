import HTTPMock

/// The version of JSON Schema that a schema is written in.
enum SchemaDialect: Hashable, Sendable {
    /// Draft 2020-12 with some of its vocabularies.
    case draft202012(Set<Vocabulary>)
    /// The schema object of OpenAPI 3.0.
    case openAPI30
    /// The schema object of Swagger 2.0.
    case swagger20

    /// Draft 2020-12 with all its vocabularies.
    static let complete = SchemaDialect.draft202012(Set(Vocabulary.allCases))

    /// The URI of the metaschema of draft 2020-12.
    static let metaschema = "https://json-schema.org/draft/2020-12/schema"

    /// The URIs of the dialects that are read as draft 2020-12 with all its vocabularies.
    private static let knownURIs: Set<String> = [
        metaschema, "https://spec.openapis.org/oas/3.1/dialect/base",
        "https://spec.openapis.org/oas/3.1/dialect/2024-11-10", "https://spec.openapis.org/oas/3.2/dialect/2025-09-17",
    ]

    /// Returns whether a URI names draft 2020-12 with all its vocabularies.
    static func isKnown(_ uri: String) -> Bool { knownURIs.contains(URIReference(uri).withoutFragment.description) }

    /// Returns the error about a URI of another dialect.
    static func unknown(_ uri: String, at location: DocumentLocation) -> SchemaError {
        SchemaError(
            location: location, reason: "the dialect \(uri.quoted) is not supported, only draft 2020-12 is")
    }

    /// Returns whether the keywords of a vocabulary count.
    func has(_ vocabulary: Vocabulary) -> Bool {
        guard case .draft202012(let vocabularies) = self else { return true }
        if vocabulary == .formatAnnotation {
            return vocabularies.contains(.formatAnnotation) || vocabularies.contains(.formatAssertion)
        }
        return vocabulary == .core || vocabularies.contains(vocabulary)
    }

    /// Returns whether an OpenAPI version's schema has a keyword; draft 2020-12 has all.
    func knows(_ keyword: String) -> Bool {
        switch self {
        case .draft202012: true
        case .openAPI30: OpenAPISchema.keywords.contains(keyword)
        case .swagger20: OpenAPISchema.keywordsOfSwagger.contains(keyword)
        }
    }

    /// Returns a schema object's members in draft 2020-12, with unchanged subschemas.
    func translated(_ members: [String: JSONValue]) -> [String: JSONValue] {
        switch self {
        case .draft202012: members
        case .openAPI30: OpenAPISchema.translated(members, isSwagger: false)
        case .swagger20: OpenAPISchema.translated(members, isSwagger: true)
        }
    }

    /// True for the dialects in which `$id` and `$schema` are unknown.
    var isOpenAPI: Bool {
        guard case .draft202012 = self else { return true }
        return false
    }
}

/// A vocabulary of JSON Schema.
///
/// A dialect ignores the keywords of a vocabulary that it leaves out.
///
/// - SeeAlso: [JSON Schema core §8.1](https://json-schema.org/draft/2020-12/json-schema-core#section-8.1)
enum Vocabulary: String, CaseIterable, Sendable {
    case core
    case applicator
    case unevaluated
    case validation
    case formatAnnotation = "format-annotation"
    case formatAssertion = "format-assertion"
    case content
    case metadata = "meta-data"

    /// Creates the vocabulary of draft 2020-12 with a URI; nil for other URIs.
    init?(uri: String) {
        guard uri.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(uri.dropFirst(Self.prefix.count)))
    }

    private static let prefix = "https://json-schema.org/draft/2020-12/vocab/"
}

/// The reading of `nullable: true` where `type` does not decide about null.
public enum NullableReading: Hashable, Sendable {
    /// Null is allowed next to any keyword, as the authors of documents mean it.
    case asIntended
    /// Null is allowed as specified: next to `type` only, and never since OpenAPI 3.1.
    case asSpecified
}

/// The translation of older schema objects into draft 2020-12.
///
/// - SeeAlso: [OpenAPI 3.0.3, Schema Object](https://spec.openapis.org/oas/v3.0.3#schema-object)
enum OpenAPISchema {
    /// Returns the members of one schema object in the words of draft 2020-12.
    ///
    /// Subschemas are translated separately.
    static func translated(_ members: [String: JSONValue], isSwagger: Bool) -> [String: JSONValue] {
        // Siblings of a reference are ignored.
        if let reference = members["$ref"] { return ["$ref": reference] }
        let known = isSwagger ? keywordsOfSwagger : keywords
        // Most objects have nothing to translate, and are not copied.
        var translated = members
        if members.keys.contains(where: { !known.contains($0) && !isAnnotation($0) }) {
            translated = members.filter { known.contains($0.key) }
        }
        translateType(members, &translated, isSwagger: isSwagger)
        translateLimit("exclusiveMinimum", "minimum", &translated)
        translateLimit("exclusiveMaximum", "maximum", &translated)
        return translated
    }

    private static func translateType(
        _ members: [String: JSONValue], _ translated: inout [String: JSONValue], isSwagger: Bool
    ) {
        guard let type = members["type"] else { return }
        let admitsNull = members["x-nullable"] == .bool(true) || !isSwagger && members["nullable"] == .bool(true)
        if type.string != nil, !isSwagger, !admitsNull { return }
        var types = type.elements ?? [type]
        if isSwagger {
            // A file may be any text.
            if type == .string("file") { types = [.string("string")] }
            if members["format"] == .string("int-or-string") { types.append(.string("integer")) }
        }
        if admitsNull { types.append(.string("null")) }
        translated["type"] = types.count == 1 ? types[0] : .array(types)
    }

    private static func translateLimit(_ exclusive: String, _ limit: String, _ members: inout [String: JSONValue]) {
        guard let written = members[exclusive] else { return }
        members[exclusive] = nil
        guard written == .bool(true), let value = members.removeValue(forKey: limit) else { return }
        members[exclusive] = value
    }

    /// Returns the path from a schema object to the keyword that allows null, if any.
    ///
    /// The keyword may also be in an element of `allOf` that has no other keyword.
    static func nullable(in members: [String: JSONValue]) -> [String]? {
        if members["nullable"] == .bool(true) { return ["nullable"] }
        if members["x-nullable"] == .bool(true) { return ["x-nullable"] }
        guard case .array(let elements)? = members["allOf"] else { return nil }
        for (index, element) in elements.enumerated() {
            guard case .object(let inner) = element, inner.count <= 3,
                inner.keys.allSatisfy({ ["nullable", "x-nullable", "description", "title"].contains($0) }),
                let name = nullable(in: inner)
            else { continue }
            return ["allOf", "\(index)"] + name
        }
        return nil
    }

    /// Returns whether the compiler reads no keyword of a name.
    ///
    /// An object with such a name need not be copied.
    private static func isAnnotation(_ name: String) -> Bool { annotations.contains(name) || name.hasPrefix("x-") }

    private static let annotations: Set = ["description", "title", "externalDocs", "xml", "deprecated"]

    fileprivate static let keywords = keywordsOfSwagger.union(["oneOf", "anyOf", "not", "writeOnly", "nullable"])

    fileprivate static let keywordsOfSwagger: Set<String> = [
        "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
        "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum", "type", "allOf",
        "items", "properties", "additionalProperties", "format", "discriminator", "readOnly", "example", "default",
    ]
}
