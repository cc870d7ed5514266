import Foundation
import HTTPMock

/// The version of an OpenAPI document.
enum OpenAPIVersion: Sendable {
    case v30
    case v31
    case v32

    /// Reads the version of a document.
    ///
    /// - Throws: ``SchemaError`` for a document that is not OpenAPI, or of another version.
    init(of root: JSONValue) throws {
        if let version = root[member: "openapi"], version.string == nil {
            throw SchemaError(
                pointer: JSONPointer.root.appending("openapi"), reason: "expected a string, got \(version.shown)")
        }
        guard let version = root[member: "openapi"]?.string else {
            let older = root[member: "swagger"]?.string
            throw SchemaError(
                pointer: older == nil ? .root : JSONPointer.root.appending("swagger"),
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
                pointer: JSONPointer.root.appending("openapi"),
                reason: "the version \"\(version)\" is unknown, only 3.0, 3.1 and 3.2 are known")
        }
    }

    /// The dialect of the document's schemas.
    var dialect: SchemaDialect { self == .v30 ? .openAPI30 : .complete }

    /// Parses a document.
    ///
    /// - Throws: ``ContractDefect`` with the way to convert a document in YAML.
    static func parse(_ data: Data) throws -> JSONValue {
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: data)
        } catch {
            let text = UnparsedText(data)
            if text.firstLine.hasPrefix("version https://git-lfs") {
                throw ContractDefect(
                    reason: "It is a pointer of Git LFS, not the document itself.",
                    fix: "fetch the document: git lfs pull")
            }
            guard text.isLikelyYAML else {
                throw ContractDefect(reason: "It is not JSON: \(error)", fix: "load a document in JSON")
            }
            throw ContractDefect(
                reason: "It is YAML, and only JSON can be read.",
                fix: "convert it and load the result: yq -o=json openapi.yaml > openapi.json")
        }
    }
}
