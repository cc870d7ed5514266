import HTTPMock

/// The version of JSON Schema that a schema is written in.
enum SchemaDialect: Hashable, Sendable {
    /// Draft 2020-12 with some of its vocabularies.
    case draft202012(Set<Vocabulary>)
    /// A dialect with an unknown URI, read as draft 2020-12 as long as its keywords are known.
    case other(String)
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

    /// Reads the dialect of a document from its version; nil for a document without a version.
    init?(ofFile root: JSONValue) {
        if let version = root[member: "openapi"]?.string {
            self = .complete
            if version.hasPrefix("3.0") { self = .openAPI30 }
        } else if root[member: "swagger"] != nil {
            self = .swagger20
        } else {
            return nil
        }
    }

    /// Returns whether a URI names a dialect that is read as draft 2020-12 with all its vocabularies.
    static func isKnown(_ uri: String) -> Bool {
        knownURIs.contains(URIReference(uri).withoutFragment.description)
    }

    /// Returns the note about the URI of an unknown dialect.
    static func note(aboutUnknown uri: String, at location: DocumentLocation) -> SchemaError {
        SchemaError(
            location: location, reason: "the dialect \(uri.quoted) is unknown; it is read as draft 2020-12",
            severity: .note)
    }

    /// Returns whether the keywords of a vocabulary count; those of `core` always do.
    func has(_ vocabulary: Vocabulary) -> Bool {
        guard case .draft202012(let vocabularies) = self else { return true }
        // The keyword `format` is in two vocabularies.
        if vocabulary == .formatAnnotation {
            return vocabularies.contains(.formatAnnotation) || vocabularies.contains(.formatAssertion)
        }
        return vocabulary == .core || vocabularies.contains(vocabulary)
    }

    /// Returns whether the dialect has a keyword; for draft 2020-12 and unknown dialects always true.
    func knows(_ keyword: String) -> Bool {
        switch self {
        case .draft202012, .other: true
        case .openAPI30: OpenAPISchema.keywords.contains(keyword)
        case .swagger20: OpenAPISchema.keywordsOfSwagger.contains(keyword)
        }
    }

    /// Returns a schema object's members in draft 2020-12, with unchanged subschemas.
    func translated(_ members: JSONObject) -> JSONObject {
        switch self {
        case .draft202012, .other: members
        case .openAPI30: OpenAPISchema.translated(members, isSwagger: false)
        case .swagger20: OpenAPISchema.translated(members, isSwagger: true)
        }
    }

    /// True for the dialects in which `$id` and `$schema` are unknown; false since OpenAPI 3.1.
    var isBeforeOpenAPI31: Bool {
        switch self {
        case .draft202012, .other: false
        case .openAPI30, .swagger20: true
        }
    }
}
