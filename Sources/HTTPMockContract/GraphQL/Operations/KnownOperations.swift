import Foundation
import HTTPMock

/// The operations of a client, from its files or its manifest.
struct KnownOperations: Sendable {
    /// An operation that a client has.
    struct Operation: Sendable {
        let name: String
        let kind: OperationKind
        /// The document with the operation and its fragments.
        let document: PreparedDocument
    }

    /// The operations, in the order of the files, of Apollo's list, or of the identifiers in another manifest.
    private(set) var operations: [Operation] = []
    /// The number of the first operation of each name.
    private var numbers: [String: Int] = [:]
    /// The numbers of the operations by their hashes, in lower case, and by their identifiers in a manifest.
    private var byIdentifier: [String: Int] = [:]
    /// The defects of the operations.
    private(set) var defects: [ContractDefect] = []

    static let none = KnownOperations()

    private init() {}

    /// Returns the operation with a name, if the client has it.
    func operation(_ name: String) -> Operation? { numbers[name].map { operations[$0] } }

    /// Returns the operation of a file whose document differs from another only in its layout, if the client has one.
    ///
    /// The order of the definitions is part of the layout. An operation of a manifest is not returned, because its
    /// positions are those in its own text, not those in the manifest.
    func operation(_ name: String, equalTo document: PreparedDocument) -> Operation? {
        guard let known = operation(name), known.document.source.file != nil else { return nil }
        guard known.document.tokens == document.tokens else { return nil }
        return known
    }

    /// Returns the operation of a persisted query, by its hash or its identifier.
    func operation(persisted identifiers: [String]) -> Operation? {
        for identifier in identifiers {
            // Hashes are kept in lower case, the identifiers of a manifest as they are.
            if let number = byIdentifier[identifier.lowercased()] ?? byIdentifier[identifier] {
                return operations[number]
            }
        }
        return nil
    }

    /// Reads a folder of documents, one document, or a manifest.
    ///
    /// - Throws: `HTTPMockError` for a file that can't be read, for a manifest that is not JSON, and for a folder or a
    ///   file with neither operations nor defects.
    init(contentsOf url: URL, _ schema: TypeSystem) throws {
        let extensions: Set<String> = ["graphql", "gql"]
        let sources = try GraphQLFiles.sources(at: url, "operations", extensions: extensions)
        // A document may begin with a brace as JSON does, so the file's extension counts first.
        let isDocument = extensions.contains(url.pathExtension.lowercased())
        let mayBeManifest = !url.isFolder && !isDocument
        if mayBeManifest, let manifest = sources.first, manifest.isJSON {
            try read(manifest: manifest, schema)
        } else {
            read(sources, schema)
        }
        // Operations with a defect may be kept, but if none is kept, the defects give the reason.
        if operations.isEmpty, defects.isEmpty {
            throw HTTPMockError("HTTPMock: \(url.path) has no operations. To fix this, \(Self.fix)")
        }
    }

    private static let fix =
        "give Apollo's operation manifest, Relay's persisted queries, or a folder of .graphql files."

    private mutating func add(
        _ name: String, _ kind: OperationKind, _ document: PreparedDocument, identifiers: [String]
    ) {
        for identifier in identifiers { byIdentifier[identifier] = operations.count }
        numbers[name] = numbers[name] ?? operations.count
        operations.append(Operation(name: name, kind: kind, document: document))
    }

    private mutating func report(
        _ reason: String, coordinate: String, at offset: Int, of source: GraphQLSource,
        _ severity: ContractDefect.Severity = .defect
    ) {
        let defect = SchemaDefect(
            coordinate: coordinate, reason: reason, place: DefinitionPlace(source: 0, offset: offset),
            severity: severity)
        defects.append(ContractDefect(defect, in: [source]))
    }

    // MARK: Documents

    private struct FoundFragment {
        let fragment: Syntax.Fragment
        let source: GraphQLSource
    }

    private mutating func read(_ sources: [GraphQLSource], _ schema: TypeSystem) {
        var fragments: [String: FoundFragment] = [:]
        var found: [(operation: Syntax.Operation, source: GraphQLSource)] = []
        for source in sources {
            let definitions: [Syntax.Definition]
            do throws(GraphQLSyntaxError) {
                definitions = try GraphQLParser.definitions(of: source)
            } catch {
                report(error.reason, coordinate: "Syntax", at: error.offset, of: source)
                continue
            }
            for definition in definitions {
                switch definition {
                case .operation(let operation): found.append((operation, source))
                case .fragment(let fragment):
                    let name = fragment.name.text
                    guard fragments[name] == nil else {
                        let reason = "the fragment \(name) is defined twice"
                        report(reason, coordinate: name, at: fragment.offset, of: source)
                        continue
                    }
                    fragments[name] = FoundFragment(fragment: fragment, source: source)
                default: break
                }
            }
        }
        for (operation, source) in found { add(operation, of: source, fragments, schema) }
    }

    private mutating func add(
        _ operation: Syntax.Operation, of source: GraphQLSource, _ fragments: [String: FoundFragment],
        _ schema: TypeSystem
    ) {
        guard let name = operation.name?.text else {
            let reason = "an operation without a name can't be found again"
            return report(reason, coordinate: "", at: operation.offset, of: source)
        }
        guard numbers[name] == nil else {
            let reason = "the operation \(name.short) is defined twice"
            return report(reason, coordinate: name, at: operation.offset, of: source)
        }
        let document = PreparedDocument(GraphQLSource(Self.parts(of: operation, source, fragments)), schema)
        for issue in document.issues {
            let place = document.source.origin(of: issue.offset ?? 0)
            report(issue.message, coordinate: name, at: place.offset, of: place.source, issue.severityInClient)
        }
        add(name, operation.kind, document, identifiers: [SHA256.text(of: document.source.bytes)])
    }

    /// Returns an operation with the fragments that it uses.
    private static func parts(
        of operation: Syntax.Operation, _ source: GraphQLSource, _ fragments: [String: FoundFragment]
    ) -> [GraphQLSource.Part] {
        let end = source.end(ofDefinitionAt: operation.selectionSet.offset)
        var parts = [GraphQLSource.Part(source: source, range: operation.offset..<end)]
        var known: Set<String> = []
        var waiting = operation.selectionSet.spreadNames
        while let name = waiting.popLast() {
            guard known.insert(name).inserted, let found = fragments[name] else { continue }
            let end = found.source.end(ofDefinitionAt: found.fragment.selectionSet.offset)
            parts.append(GraphQLSource.Part(source: found.source, range: found.fragment.offset..<end))
            waiting += found.fragment.selectionSet.spreadNames
        }
        return parts
    }

    // MARK: Manifests

    private mutating func read(manifest: GraphQLSource, _ schema: TypeSystem) throws {
        guard let members = JSONValue(Data(manifest.bytes))?.members else {
            throw HTTPMockError(
                "HTTPMock: the operations \(manifest.file ?? "") are not JSON. To fix this, \(Self.fix)")
        }
        let root = DocumentLocation(.root, in: SourceDocument(Data(manifest.bytes), file: manifest.file))
        // Apollo's manifest has a list of operations.
        if let operations = members["operations"]?.elements {
            for (index, operation) in operations.enumerated() {
                guard let body = operation["body"]?.string else { continue }
                let location = root.appending("operations").appending(index).appending("body")
                add(text: body, at: location, operation["id"]?.string, schema)
            }
            return
        }
        // Relay's manifest has a text for each identifier, and Apollo's older form an object with the text.
        for (identifier, value) in members.sorted() {
            // A text without a brace is no document, so the file may be another JSON than a manifest.
            guard let text = value.string ?? value["source"]?.string, text.contains("{") else { continue }
            add(text: text, at: root.appending(identifier), identifier, schema)
        }
    }

    private mutating func add(
        text: String, at location: DocumentLocation, _ identifier: String?, _ schema: TypeSystem
    ) {
        // The document has no file, because its positions are not those in the manifest.
        let document = PreparedDocument(GraphQLSource(text), schema)
        guard let operation = document.document?.operations.first, let name = operation.name?.text else {
            let reason =
                document.issues.first.map { Self.reason($0, in: document.source) }
                ?? "the document has no operation with a name"
            let ofOperation = "\(identifier ?? "an operation"): \(reason)"
            return defects.append(ContractDefect(ofOperation, coordinate: "", at: location))
        }
        // Only a note, because Relay's compiler keeps the earlier versions, which clients name by their identifiers.
        if numbers[name] != nil {
            let reason = "the operation \(name.short) is defined twice"
            defects.append(ContractDefect(reason, coordinate: name, at: location, .note))
        }
        for issue in document.issues {
            let reason = Self.reason(issue, in: document.source)
            defects.append(ContractDefect(reason, coordinate: name, at: location, issue.severityInClient))
        }
        let hash = SHA256.text(of: document.source.bytes)
        add(name, operation.kind, document, identifiers: [identifier, hash].compactMap(\.self))
    }

    /// Returns the message of an issue with the position in the operation, which is only a text in the manifest.
    private static func reason(_ issue: GraphQLIssue, in source: GraphQLSource) -> String {
        guard let offset = issue.offset else { return issue.message }
        return "\(issue.message) (at \(source.position(of: offset)) of the document)"
    }
}

extension GraphQLIssue {
    /// The severity in the client's own file: a directive that its library strips is no mistake there.
    fileprivate var severityInClient: ContractDefect.Severity { isOfClient ? .note : .defect }
}

extension GraphQLSource {
    /// Returns the byte after a definition whose selection set begins at a byte.
    fileprivate func end(ofDefinitionAt offset: Int) -> Int {
        var lexer = GraphQLLexer(Array(bytes[offset...]))
        var depth = 0
        while let token = try? lexer.next() {
            if case .end = token.kind { break }
            if token.isPunctuator(UInt8(ascii: "{")) { depth += 1 }
            if token.isPunctuator(UInt8(ascii: "}")) { depth -= 1 }
            if depth == 0 { return offset + token.end }
        }
        return bytes.count
    }
}

extension Syntax.SelectionSet {
    /// The names of the fragments that are spread here or inside.
    fileprivate var spreadNames: [String] {
        all.compactMap { selection in
            if case .spread(let spread) = selection { spread.name.text } else { nil }
        }
    }
}
