import Foundation
import HTTPMock

/// An OpenAPI document with its schemas compiled.
struct LoadedDocument: Sendable {
    /// The title and the version of the document, `Pets 1.0`, or one of them; `untitled` if both are missing.
    let title: String
    let operations: [ContractOperation]
    let validator: SchemaValidator
    let entries: [ContractRoutes.Entry]
    /// The servers of the document as a whole.
    let servers: [ServerTemplate]
    /// The routes for the document's own servers, made once for all tests.
    let routes: ContractRoutes
    /// The first server of each operation, with the default of each variable; any host if either is missing.
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
        /// Whether every defect refuses the document; if false, only a fatal one does, or ``OpenAPILoader/isUseless``.
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
            let titleAndVersion = ["title", "version"].compactMap { value["info"]?[$0]?.string }
            if titleAndVersion.isEmpty {
                title = "untitled"
            } else {
                title = titleAndVersion.joined(separator: " ")
            }
            let dialect = SchemaDialect(of: value, version)
            var library = SchemaLibrary(files, dialect: dialect)
            let document = library.add(
                value, uri: files.rootURI, dialect: dialect, isSchema: false, source: source)
            if let ownURI = value["$self"]?.string { library.name(document, ownURI) }
            let compiler = SchemaCompiler(
                library, assertsFormats: options.assertsFormats, nullable: options.nullable)
            if case .other(let uri) = dialect {
                compiler.add(SchemaDialect.note(aboutUnknown: uri, at: root.appending("jsonSchemaDialect")))
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
            operationServers = loader.entries.filter { $0.operation != nil }.map { entry in
                let template = entry.servers.first ?? loader.servers.first
                return template?.defaultServer ?? .any
            }
            schemas = compiler.ids(in: document)
        } catch let error as SchemaError {
            throw UnusableDocument(reasons: ["\(ContractDefect(error))"], fix: error.fix)
        }
    }

    /// The notes that nothing depends on: misspelled keywords, and examples that break their schemas.
    ///
    /// Made when they are read, because the checks of many examples take long.
    var notes: [SchemaError] {
        // The text is parsed again, because its value is not kept.
        let value = try? root.source?.value()
        let misspellings = value?.misspellings ?? []
        return misspellings.map { $0.note(in: root.source) } + examples.compactMap { note(about: $0) }
    }

    /// Returns the note about an example that breaks its schema; nil if the example is valid in one of its directions.
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
    /// - Throws: ``UnusableDocument`` if a defect is fatal, if `isUseless` is true, or if a strict load has a defect.
    private static func check(_ errors: [SchemaError], _ options: Options, isUseless: Bool) throws {
        let withoutNotes = errors.filter { $0.severity == .defect }
        let fatal = errors.filter(\.isFatal)
        let isUsable = fatal.isEmpty && !isUseless
        let isTolerated = withoutNotes.isEmpty || !options.isStrict
        if isUsable, isTolerated { return }
        let fatalDefects = [ContractDefect](fatal)
        let otherDefects = [ContractDefect](withoutNotes).filter { !fatalDefects.contains($0) }
        let listed = fatalDefects + otherDefects
        var reasons = listed.prefix(listLimit).map(\.description)
        if listed.count > listLimit { reasons.append("and \(listed.count - listLimit) more") }
        let decisive = fatal.isEmpty ? withoutNotes : fatal
        let fixes = Set(decisive.map(\.fix))
        var fix = SchemaError.usualFix
        if fixes.count == 1, let only = fixes.first { fix = only }
        throw UnusableDocument(reasons: reasons, fix: fix)
    }

    /// The most defects that the error about a document lists.
    private static let listLimit = 20
}
