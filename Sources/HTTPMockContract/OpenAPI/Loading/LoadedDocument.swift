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
    /// The routes for the document's own servers, made once for all tests.
    let routes: ContractRoutes
    /// The first server of each operation.
    let operationServers: [ContractServer]
    /// The numbers of the schemas in the root document, by their locations.
    let schemas: [JSONPointer: Int]
    /// The location of the document as a whole.
    let root: DocumentLocation
    /// The defects and notes as they were found while the document was loaded.
    let errors: [SchemaError]
    /// The examples of the document that belong to schemas.
    let examples: [SchemaExample]

    /// The settings of a load.
    struct Options: Sendable {
        /// Whether every defect refuses the document; if false, only a fatal defect does.
        let isStrict: Bool
        /// The reading of `nullable`.
        let nullable: NullableReading
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
            if info.isEmpty {
                title = "untitled"
            } else {
                title = info.joined(separator: " ")
            }
            let dialect = SchemaDialect(of: value, version)
            var library = SchemaLibrary(files, dialect: dialect)
            let document = library.add(
                value, uri: files.rootURI, dialect: dialect, isSchema: false, source: source)
            if let own = value["$self"]?.string { library.name(document, own) }
            let compiler = SchemaCompiler(
                library, assertsFormats: options.assertsFormats, nullable: options.nullable)
            if case .other(let uri) = dialect {
                compiler.add(SchemaDialect.unknown(uri, at: root.appending("jsonSchemaDialect")))
            }
            let loader = try OpenAPILoader(value, version, compiler, document: document)
            try compiler.finish()
            if version == .v20 { compiler.documentSubtypes() }
            validator = SchemaValidator(compiler)
            errors = compiler.defects
            try Self.check(errors, options, isUseless: loader.isUseless)
            examples = compiler.examples
            operations = loader.operations
            entries = loader.entries
            servers = loader.servers
            routes = ContractRoutes(entries, servers: servers)
            // The first template, and of the template the server with the default of each variable.
            operationServers = loader.entries.filter { $0.operation != nil }.map {
                ($0.servers.first ?? loader.servers.first)?.first ?? .any
            }
            schemas = compiler.ids(in: document)
        } catch let error as SchemaError {
            throw UnusableDocument(reasons: ["\(ContractDefect(error))"], fix: error.fix)
        }
    }

    /// The notes that nothing depends on: misspelled keywords, and examples that break their schemas.
    ///
    /// Made when they are read, because they cost as much time as the load.
    var notes: [SchemaError] {
        let misspellings = (try? root.source?.value())?.misspellings ?? []
        return misspellings.map { $0.note(in: root.source) } + examples.compactMap { note(about: $0) }
    }

    /// Returns the note about an example that breaks its schema; nil if it is valid in a direction that it may have.
    private func note(about example: SchemaExample) -> SchemaError? {
        let directions = example.direction.map { [$0] } ?? [.request, .response]
        var firstViolation: ContractViolation?
        for direction in directions {
            let found = validator.violations(of: example.value, against: example.schema, direction: direction)
            guard let violation = found.first else { return nil }
            firstViolation = firstViolation ?? violation
        }
        guard let firstViolation else { return nil }
        var reason = "the example breaks its schema: \(firstViolation)"
        if let unwrapped = example.value.unwrapped, directions.contains(where: { allows(unwrapped, example, $0) }) {
            reason = "the example is JSON in a string; it is read as that JSON, because its schema allows no string"
        }
        return SchemaError(location: example.location, reason: reason, severity: .note)
    }

    private func allows(_ value: JSONValue, _ example: SchemaExample, _ direction: ContractDirection) -> Bool {
        validator.violations(of: value, against: example.schema, direction: direction).isEmpty
    }

    /// Refuses a document for its defects.
    ///
    /// - Throws: ``UnusableDocument`` if a defect is fatal, if nothing can be used, or if a strict load has a defect.
    private static func check(_ errors: [SchemaError], _ options: Options, isUseless: Bool) throws {
        let withoutNotes = errors.filter { $0.severity == .defect }
        let fatal = errors.filter(\.isFatal)
        let isUsable = fatal.isEmpty && !isUseless
        let isTolerated = withoutNotes.isEmpty || !options.isStrict
        if isUsable, isTolerated { return }
        // A defect that refuses the document comes first.
        let first = [ContractDefect](fatal)
        let listed = first + [ContractDefect](withoutNotes).filter { !first.contains($0) }
        var reasons = listed.prefix(listLimit).map(\.description)
        if listed.count > listLimit { reasons.append("and \(listed.count - listLimit) more") }
        let decisive = fatal.isEmpty ? withoutNotes : fatal
        let fixes = Set(decisive.map(\.fix))
        guard let fix = fixes.first, fixes.count == 1 else {
            throw UnusableDocument(reasons: reasons, fix: SchemaError.usualFix)
        }
        throw UnusableDocument(reasons: reasons, fix: fix)
    }

    /// The most defects that the error about a document lists.
    private static let listLimit = 20
}
