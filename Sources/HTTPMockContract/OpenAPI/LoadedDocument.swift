import Foundation
import HTTPMock

/// An OpenAPI document with its schemas compiled.
struct LoadedDocument: Sendable {
    /// The title and the version of the document: `Pets 1.0`.
    let title: String
    let operations: [ContractOperation]
    let validator: SchemaValidator
    let entries: [ContractRoutes.Entry]
    /// The servers of the document as a whole.
    let servers: [ServerTemplate]
    /// The first server of each operation.
    let operationServers: [ContractServer]
    /// The numbers of the schemas.
    let schemas: [JSONPointer: Int]
    /// The location of the document as a whole.
    let root: DocumentLocation
    /// The defects of schemas that are therefore unchecked, in the order of the files and lines.
    let defects: [ContractDefect]

    /// The settings of a load.
    struct Options: Sendable {
        /// Whether a defect in a schema refuses the document.
        let isStrict: Bool
        /// False if `format` is an annotation only.
        let assertsFormats: Bool
    }

    /// Parses and compiles a document.
    ///
    /// - Parameters:
    ///   - data: The text of the document.
    ///   - files: The files that references may lead to.
    ///   - options: The settings.
    /// - Throws: ``UnusableDocument`` that names the defects with their positions.
    init(_ data: Data, _ files: DocumentFiles, _ options: Options) throws {
        let source = SourceDocument(data, file: files.rootName)
        let value = try source.value()
        root = DocumentLocation(.root, in: source)
        do {
            let version = try OpenAPIVersion(of: value, in: source)
            let info = ["title", "version"].compactMap { value["info"]?[$0]?.string }
            title = info.isEmpty ? "untitled" : info.joined(separator: " ")
            if version != .v30, let dialect = value[member: "jsonSchemaDialect"]?.string,
                !SchemaDialect.isKnown(dialect)
            {
                throw SchemaDialect.unknown(dialect, at: root.appending("jsonSchemaDialect"))
            }
            var library = SchemaLibrary(files, dialect: version.dialect)
            let document = library.add(
                value, uri: files.rootURI, dialect: version.dialect, isSchema: false, source: source)
            if let own = value["$self"]?.string { library.name(document, own) }
            let compiler = SchemaCompiler(library, assertsFormats: options.assertsFormats)
            let loader = try OpenAPILoader(value, compiler, document: document)
            try compiler.finish()
            defects = try Self.defects(compiler.defects, options)
            operations = loader.operations
            entries = loader.entries
            servers = loader.servers
            operationServers = loader.entries.filter { $0.operation != nil }.map {
                ($0.servers.first ?? loader.servers.first)?.first ?? .any
            }
            schemas = compiler.ids(in: document)
            validator = SchemaValidator(compiler)
        } catch let error as SchemaError {
            throw UnusableDocument(reasons: ["\(ContractDefect(error))"], fix: error.fix)
        }
    }

    /// The defects in the order of the files and lines.
    ///
    /// - Throws: ``UnusableDocument`` with all defects if one of them is fatal, or if the load is strict.
    private static func defects(_ errors: [SchemaError], _ options: Options) throws -> [ContractDefect] {
        let defects = Set(errors.map { ContractDefect($0) }).sorted {
            ($0.file ?? "", $0.line, $0.column, $0.reason) < ($1.file ?? "", $1.line, $1.column, $1.reason)
        }
        let fatal = errors.filter(\.isFatal)
        guard !fatal.isEmpty || (options.isStrict && !defects.isEmpty) else { return defects }
        let fixes = Set(fatal.map(\.fix))
        throw UnusableDocument(
            reasons: defects.map(\.description), fix: fixes.count == 1 ? fixes.joined() : SchemaError.usualFix)
    }
}

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
