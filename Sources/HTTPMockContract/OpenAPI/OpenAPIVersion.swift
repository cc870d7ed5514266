import Foundation
import HTTPMock

/// The version of an OpenAPI document.
enum OpenAPIVersion: Sendable {
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
            let older = root[member: "swagger"]?.string
            throw SchemaError(
                location: older == nil ? start : start.appending("swagger"),
                reason: older.map { "Swagger \($0) is not supported, only OpenAPI 3.0 to 3.2 is" }
                    ?? "the member \"openapi\" is missing, so the document is not OpenAPI",
                fix: older == nil ? "load an OpenAPI document" : "convert it to OpenAPI 3, and load the result")
        }
        switch version.split(separator: ".").prefix(2).joined(separator: ".") {
        case "3.0": self = .v30
        case "3.1": self = .v31
        case "3.2": self = .v32
        default:
            throw SchemaError(
                location: start.appending("openapi"),
                reason: "the version \"\(version)\" is unknown, only 3.0, 3.1 and 3.2 are known")
        }
    }

    /// The dialect of the document's schemas.
    var dialect: SchemaDialect { self == .v30 ? .openAPI30 : .complete }
}
