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

    /// Parses and compiles a document.
    ///
    /// - Throws: ``ContractDefect`` that names the JSON pointer.
    init(_ data: Data, assertsFormats: Bool) throws {
        let root = try OpenAPIVersion.parse(data)
        do {
            let version = try OpenAPIVersion(of: root)
            let info = ["title", "version"].compactMap { root["info"]?[$0]?.string }
            title = info.isEmpty ? "untitled" : info.joined(separator: " ")
            if version != .v30, let dialect = root[member: "jsonSchemaDialect"]?.string, !SchemaDialect.isKnown(dialect)
            {
                throw SchemaDialect.unknown(dialect, at: JSONPointer.root.appending("jsonSchemaDialect"))
            }
            var library = SchemaLibrary()
            let base = URIReference("openapi:/document")
            let uri = root["$self"]?.string.map { URIReference($0).resolved(against: base) } ?? base
            let document = library.add(root, uri: uri.description, dialect: version.dialect, isSchema: false)
            let compiler = SchemaCompiler(library, assertsFormats: assertsFormats)
            let loader = try OpenAPILoader(root, compiler, document: document)
            try compiler.finish()
            operations = loader.operations
            entries = loader.entries
            servers = loader.servers
            operationServers = loader.entries.filter { $0.operation != nil }.map {
                ($0.servers.first ?? loader.servers.first)?.first ?? .any
            }
            schemas = compiler.ids(in: document)
            validator = SchemaValidator(compiler)
        } catch let error as SchemaError {
            throw ContractDefect(reason: "\(error.pointer): \(error.reason)", fix: error.fix)
        }
    }
}
