import HTTPMock

/// A value of an OpenAPI document with its location.
struct DocumentNode {
    /// A document, and the compiler that knows the other documents.
    private struct Document {
        let number: Int
        let root: JSONValue
        let compiler: SchemaCompiler
    }

    let value: JSONValue
    /// The location in the document.
    let location: SchemaLocation
    private let document: Document

    /// Creates the node of a whole document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - number: The number of the document in the compiler's library.
    ///   - compiler: The compiler, which knows the documents that references lead to.
    init(_ root: JSONValue, _ number: Int, _ compiler: SchemaCompiler) {
        let document = Document(number: number, root: root, compiler: compiler)
        self.init(value: root, pointer: .root, document: document)
    }

    private init(value: JSONValue, pointer: JSONPointer, document: Document) {
        self.value = value
        self.location = SchemaLocation(document: document.number, pointer: pointer)
        self.document = document
    }

    /// The location with the document's lines.
    var pointer: DocumentLocation {
        document.compiler.documentLocation(location)
    }

    private func child(_ value: JSONValue, _ pointer: JSONPointer) -> DocumentNode {
        DocumentNode(value: value, pointer: pointer, document: document)
    }

    /// A member, without following a reference; nil if there is none.
    subscript(member: String) -> DocumentNode? {
        value[member: member].map { child($0, location.pointer.appending(member)) }
    }

    /// The members, sorted by name; none if the value is no object.
    var members: [(name: String, node: DocumentNode)] {
        (value.members ?? [:]).sorted().map { name, value in
            (name, child(value, location.pointer.appending(name)))
        }
    }

    /// The elements; none if the value is no array.
    var elements: [DocumentNode] {
        (value.elements ?? []).enumerated().map { index, value in
            child(value, location.pointer.appending(index))
        }
    }

    /// Returns the members, sorted by name; none for null.
    ///
    /// - Throws: ``SchemaError`` if the value is neither an object nor null.
    func checkedMembers() throws -> [(name: String, node: DocumentNode)] {
        try checkIsObject()
        return members
    }

    /// Checks that the node may have members.
    ///
    /// - Throws: ``SchemaError`` if the value is neither an object nor null.
    func checkIsObject() throws {
        switch value {
        case .object, .null: return
        default: throw error("expected an object, got \(value.shown)")
        }
    }

    /// Returns the elements; none for null.
    ///
    /// - Throws: ``SchemaError`` if the value is neither an array nor null.
    func checkedElements() throws -> [DocumentNode] {
        switch value {
        case .array, .null: return elements
        default: throw error("expected an array, got \(value.shown)")
        }
    }

    /// Returns the text of a member; nil if the member is missing or no string.
    func string(_ member: String) -> String? {
        value[member: member]?.string
    }

    /// Returns whether a member is `true`.
    func flag(_ member: String) -> Bool {
        value[member: member] == .bool(true)
    }

    /// Returns the target of the node's references; the node itself if it is no reference.
    ///
    /// - Throws: ``SchemaError`` for a reference that leads nowhere, to a file that can't be used, or back to itself.
    func resolved() throws -> DocumentNode {
        var node = self
        // A list, because hardly any chain has a second reference.
        var seen: [SchemaLocation] = []
        while let reference = node.string("$ref") {
            guard !seen.contains(node.location) else { throw node.failure(reference, "leads back to itself") }
            seen.append(node.location)
            node = try node.target(of: reference)
        }
        return node
    }

    /// Returns the target of a node's reference, in the node's document or in another one.
    private func target(of reference: String) throws -> DocumentNode {
        if let known = document.compiler.target(of: reference, in: document.number) {
            return DocumentNode(value: known.value, pointer: known.pointer, document: document)
        }
        let targetDocument = try targetDocument(of: reference)
        guard let fragment = (URIReference(reference).fragment ?? "").validlyDecoded,
            let targetPointer = JSONPointer(fragment), let value = targetDocument.root[targetPointer]
        else { throw failure(reference, "leads nowhere") }
        if targetDocument.number == document.number {
            document.compiler.keep(value, at: targetPointer, asTargetOf: reference, in: document.number)
        }
        return DocumentNode(value: value, pointer: targetPointer, document: targetDocument)
    }

    /// Returns the document that a node's reference leads into.
    private func targetDocument(of reference: String) throws -> Document {
        if reference.utf8.first == UInt8(ascii: "#") { return document }
        if let missingSign = DocumentFiles.missingSign(in: reference, of: document.root) {
            throw missingSign.error(about: reference, at: pointer.appending("$ref"))
        }
        do {
            guard let (number, root) = try document.compiler.document(reference, from: document.number) else {
                throw failure(reference, "leads nowhere")
            }
            return Document(number: number, root: root, compiler: document.compiler)
        } catch let failure as DocumentFiles.Failure {
            throw failure.error(about: reference, at: pointer.appending("$ref"))
        }
    }

    private func failure(_ reference: String, _ reason: String) -> SchemaError {
        DocumentFiles.Failure(reason: reason).error(about: reference, at: pointer.appending("$ref"))
    }

    /// Returns the target of the node's references, and adds a note that OpenAPI knows no reference here.
    ///
    /// A node that is no reference is its own target, without a note.
    ///
    /// - Throws: ``SchemaError`` for a reference that can't be followed.
    func resolvedAgainstTheRules() throws -> DocumentNode {
        guard string("$ref") != nil else { return self }
        self["$ref"]?.report("OpenAPI knows no reference here; it is followed", .note)
        return try resolved()
    }

    /// Returns the value at a URI; nil for a name without a slash or number sign, and for a URI that leads to no value.
    ///
    /// - Throws: ``SchemaError`` if the value is itself a reference that can't be followed.
    func linked(_ name: String) throws -> DocumentNode? {
        guard name.contains("#") || name.contains("/") else { return nil }
        return try (try? target(of: name))?.resolved()
    }

    /// Adds a defect of the node, with which the document can still be used, or a note about the node.
    func report(_ reason: String, _ severity: ContractDefect.Severity = .defect) {
        document.compiler.add(SchemaError(location: pointer, reason: reason, severity: severity))
    }

    /// Returns a defect of the node.
    func error(_ reason: String) -> SchemaError {
        SchemaError(location: pointer, reason: reason)
    }
}
