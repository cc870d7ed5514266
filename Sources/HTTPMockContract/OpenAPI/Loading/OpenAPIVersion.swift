import HTTPMock

/// The version of an OpenAPI document.
enum OpenAPIVersion: Sendable {
    /// Swagger 2.0.
    case v20
    case v30
    case v31
    case v32

    /// Reads the version of a document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - source: The text of the document, for the lines in messages.
    /// - Throws: ``SchemaError`` for a document that is not OpenAPI, or of another version.
    init(of root: JSONValue, in source: SourceDocument?) throws {
        let start = DocumentLocation(.root, in: source)
        if let version = root[member: "openapi"], version.string == nil {
            throw SchemaError(
                location: start.appending("openapi"), reason: "expected a string, got \(version.shown)")
        }
        guard let version = root[member: "openapi"]?.string else {
            let swaggerVersion = root[member: "swagger"].map { $0.string ?? $0.text }
            // In YAML, `swagger: 2.0` is the number 2.
            if swaggerVersion == "2.0" || swaggerVersion == "2" {
                self = .v20
                return
            }
            guard let swaggerVersion else {
                throw SchemaError(
                    location: start, reason: "the member \"openapi\" is missing, so the document is not OpenAPI",
                    fix: "load an OpenAPI document")
            }
            throw SchemaError(
                location: start.appending("swagger"),
                reason: "the version \(swaggerVersion.quoted) is unknown, only Swagger 2.0 is known",
                fix: "load an OpenAPI document")
        }
        switch version.split(separator: ".").prefix(2).joined(separator: ".") {
        case "3.0": self = .v30
        case "3.1": self = .v31
        case "3.2": self = .v32
        default:
            throw SchemaError(
                location: start.appending("openapi"),
                reason: "the version \(version.quoted) is unknown, only 3.0, 3.1 and 3.2 are known")
        }
    }

    /// The dialect of the version's schemas, unless the document names another one.
    var dialect: SchemaDialect {
        switch self {
        case .v20: .swagger20
        case .v30: .openAPI30
        case .v31, .v32: .complete
        }
    }
}

extension SchemaDialect {
    /// The dialect of a document's schemas: that of its version, or an unknown one that the document names.
    init(of document: JSONValue, _ version: OpenAPIVersion) {
        self = version.dialect
        // Versions before OpenAPI 3.1 have no `jsonSchemaDialect`.
        guard !version.dialect.isBeforeOpenAPI31, let uri = document[member: "jsonSchemaDialect"]?.string else {
            return
        }
        if !SchemaDialect.isKnown(uri) { self = .other(uri) }
    }
}
