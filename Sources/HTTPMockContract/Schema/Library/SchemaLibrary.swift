import HTTPMock

/// The documents whose schemas refer to each other, and the identifiers in them.
///
/// A document that is a schema is searched for identifiers when the first reference leads to the document. Most of
/// these documents are metaschemas, which are rarely referred to. In other documents, only known schemas are searched.
/// A metaschema is looked for in all parts of a document, by its `$id`.
struct SchemaLibrary {
    private struct Document {
        let root: JSONValue
        /// The URI of the document, against which its references are resolved.
        let base: URIReference
        /// The dialect of schemas that name none.
        let dialect: SchemaDialect
        /// True if the document as a whole is a schema.
        ///
        /// Other documents have schemas at known locations only.
        let isSchema: Bool
        /// The text; nil for a metaschema.
        let source: SourceDocument?
        /// The resource of the whole document; nil until it is needed.
        var resource: Int?
        /// True if a schema in the document is a resource of its own.
        var hasEmbeddedResources = false
    }

    /// The files that references lead to.
    private let files: DocumentFiles
    /// The dialect of files without a version of their own.
    private let dialect: SchemaDialect
    /// The notes about dialects that are unknown.
    private(set) var notes: [SchemaError] = []
    /// The objects with an `$id` in the documents that were searched for a metaschema, by this URI.
    private var embeddedResources: JSONObject = [:]
    /// The number of documents that were searched for a metaschema; more may be loaded later.
    private var searchedCount = 0

    private var documents: [Document] = []
    private var documentsByURI: [String: Int] = [:]
    private(set) var resources: [SchemaResource] = []
    private var resourcesByURI: [String: Int] = [:]
    /// The schemas with an anchor, by the URI of their resource with the anchor as fragment.
    private var anchors: [String: SchemaLocation] = [:]
    /// The resource of each schema object that was scanned.
    private var resourcesByLocation: [SchemaLocation: Int] = [:]

    /// Creates a library with the metaschemas of draft 2020-12.
    ///
    /// - Parameters:
    ///   - files: The files that references may lead to.
    ///   - dialect: The dialect of files without a version of their own.
    init(_ files: DocumentFiles = .none, dialect: SchemaDialect = .complete) {
        self.files = files
        self.dialect = dialect
        for (uri, document) in Metaschema.documents { add(document, uri: uri) }
    }

    /// Adds a document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - uri: The URI under which references find the document.
    ///   - dialect: The dialect of schemas that name none.
    ///   - isSchema: True for a schema document, false if only locations given to ``scan(_:at:_:)`` are schemas.
    ///   - source: The text of the document, for the lines in messages.
    /// - Returns: The number of the document.
    @discardableResult
    mutating func add(
        _ root: JSONValue, uri: String, dialect: SchemaDialect = .complete, isSchema: Bool = true,
        source: SourceDocument? = nil
    ) -> Int {
        let base = URIReference(uri).withoutFragment
        documents.append(
            Document(root: root, base: base, dialect: dialect, isSchema: isSchema, source: source, resource: nil))
        documentsByURI[base.description] = documents.count - 1
        return documents.count - 1
    }

    /// Returns the value at a location; nil if there is none.
    func value(at location: SchemaLocation) -> JSONValue? {
        documents[location.document].root[location.pointer]
    }

    /// Adds a second URI under which references find a document.
    mutating func name(_ document: Int, _ uri: String) {
        let name = URIReference(uri).resolved(against: documents[document].base).withoutFragment
        documentsByURI[name.description] = document
    }

    /// Returns the text of a document; nil for a metaschema.
    func source(of document: Int) -> SourceDocument? {
        documents[document].source
    }

    /// Returns the document that a reference leads to; nil if the reference leads to no document.
    ///
    /// A file is read when the first reference leads to it.
    ///
    /// - Throws: ``DocumentFiles/Failure`` as ``DocumentFiles/document(at:)``.
    mutating func document(_ reference: String, from document: Int) throws -> Int? {
        try self.document(at: URIReference(reference).resolved(against: documents[document].base).withoutFragment)
    }

    private mutating func document(at uri: URIReference) throws -> Int? {
        if let known = documentsByURI[uri.description] { return known }
        guard let (source, root) = try files.document(at: uri) else { return nil }
        let dialect = SchemaDialect(ofFile: root) ?? dialect
        return add(root, uri: uri.description, dialect: dialect, isSchema: false, source: source)
    }

    /// Returns the resource of the whole document, which the first call creates.
    ///
    /// The first call also scans a document that is a schema.
    mutating func rootResource(of document: Int) -> Int {
        if let resource = documents[document].resource { return resource }
        let root = SchemaLocation(document: document, pointer: .root)
        let whole = documents[document]
        let dialect = dialect(of: whole.root, at: root, whole.dialect)
        let resource = addResource(SchemaResource(base: whole.base, root: root, dialect: dialect))
        documents[document].resource = resource
        if whole.isSchema { scan(whole.root, at: root) }
        return resource
    }

    /// Finds the resources and anchors of a schema and all its subschemas.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - location: The location of the schema.
    ///   - body: A function that is called with each schema, its location and its resource. Schema objects that were
    ///     scanned before are left out, with all their subschemas.
    mutating func scan(
        _ schema: JSONValue, at location: SchemaLocation,
        _ body: (JSONValue, SchemaLocation, Int) -> Void = { _, _, _ in }
    ) {
        let documentResource = rootResource(of: location.document)
        var work = [(schema, location, self.resource(at: location) ?? documentResource)]
        while let (schema, location, enclosing) = work.popLast() {
            guard resourcesByLocation[location] == nil else { continue }
            guard case .object(let written) = schema else {
                // Not noted as scanned, because only objects have identifiers.
                body(schema, location, enclosing)
                continue
            }
            let resource = self.resource(of: written, at: location, in: enclosing)
            resourcesByLocation[location] = resource
            let dialect = resources[resource].dialect
            if !dialect.isBeforeOpenAPI31 { addAnchors(of: written, at: location, in: resource) }
            body(schema, location, resource)
            SubschemaKeywords.forEach(in: written, of: dialect, at: location) { work.append(($0, $1, resource)) }
        }
    }

    /// Returns the resource of the scanned schema at a location or nearest around it, or else that of the document.
    ///
    /// - Returns: nil before ``rootResource(of:)`` was called for the document.
    func resource(at location: SchemaLocation) -> Int? {
        guard documents[location.document].hasEmbeddedResources else { return documents[location.document].resource }
        var pointer = location.pointer
        while true {
            if let found = resourcesByLocation[SchemaLocation(document: location.document, pointer: pointer)] {
                return found
            }
            guard let parent = pointer.parent else { return documents[location.document].resource }
            pointer = parent
        }
    }

    /// Returns the schema that a reference leads to; nil if the reference leads nowhere.
    ///
    /// - Throws: ``DocumentFiles/Failure`` as ``DocumentFiles/document(at:)``.
    mutating func target(of reference: String, from resource: Int) throws -> SchemaLocation? {
        let uri = URIReference(reference).resolved(against: resources[resource].base)
        let base = uri.withoutFragment.description
        let known = try resourcesByURI[base] ?? document(at: uri.withoutFragment).map { rootResource(of: $0) }
        guard let found = known else { return nil }
        guard let fragment = (uri.fragment ?? "").validlyDecoded else { return nil }
        let root = resources[found].root
        guard let pointer = JSONPointer(fragment) else { return anchors["\(resources[found].base)#\(fragment)"] }
        let location = SchemaLocation(document: root.document, pointer: root.pointer.appending(pointer))
        guard let schema = value(at: location) else { return nil }
        // Schemas of other files are found only by references.
        if resourcesByLocation[location] == nil { scan(schema, at: location) }
        return location
    }

    private mutating func addResource(_ resource: SchemaResource) -> Int {
        resources.append(resource)
        resourcesByURI[resource.base.description] = resources.count - 1
        return resources.count - 1
    }

    /// Returns the resource of a schema: a new one for a schema with an `$id`, or else the enclosing one.
    private mutating func resource(
        of members: JSONObject, at location: SchemaLocation, in enclosing: Int
    ) -> Int {
        guard !resources[enclosing].dialect.isBeforeOpenAPI31, case .string(let id)? = members["$id"] else {
            // Without an `$id`, the dialect is not changed, but an unknown dialect is noted.
            _ = dialect(of: .object(members), at: location, resources[enclosing].dialect)
            return enclosing
        }
        let base = URIReference(id).resolved(against: resources[enclosing].base).withoutFragment
        let dialect = dialect(of: .object(members), at: location, resources[enclosing].dialect)
        documents[location.document].hasEmbeddedResources = true
        return addResource(SchemaResource(base: base, root: location, dialect: dialect))
    }

    private mutating func addAnchors(
        of members: JSONObject, at location: SchemaLocation, in resource: Int
    ) {
        for keyword in ["$anchor", "$dynamicAnchor"] {
            guard case .string(let name)? = members[keyword] else { continue }
            anchors["\(resources[resource].base)#\(name)"] = location
            if keyword == "$dynamicAnchor" { resources[resource].dynamicAnchors[name] = location }
        }
    }

    /// Returns the dialect that a schema names with `$schema`, or else the inherited dialect.
    ///
    /// An unknown dialect is noted.
    private mutating func dialect(
        of schema: JSONValue, at location: SchemaLocation, _ inherited: SchemaDialect
    ) -> SchemaDialect {
        guard !inherited.isBeforeOpenAPI31, case .object(let members) = schema,
            case .string(let uri)? = members["$schema"]
        else { return inherited }
        if SchemaDialect.isKnown(uri) { return .complete }
        guard let metaschema = metaschema(uri) else {
            let name = DocumentLocation(location.pointer.appending("$schema"), in: source(of: location.document))
            notes.append(SchemaDialect.note(aboutUnknown: uri, at: name))
            return .other(uri)
        }
        guard case .object(let vocabularies)? = metaschema["$vocabulary"] else { return .complete }
        return .draft202012(Set(vocabularies.keys.compactMap { Vocabulary(uri: $0) }))
    }

    /// Returns the metaschema with a URI: a document, or a schema embedded in a document; nil if there is none.
    private mutating func metaschema(_ uri: String) -> JSONObject? {
        // An embedded metaschema is found only by an absolute `$id`, because the `$id` is compared as it is written.
        let name = URIReference(uri).withoutFragment.description
        if let document = documentsByURI[name] { return documents[document].root.members }
        for document in documents[searchedCount...] { document.root.collectResources(into: &embeddedResources) }
        searchedCount = documents.count
        return embeddedResources[name]?.members
    }
}

extension JSONValue {
    /// Collects the objects in the value that have an `$id`.
    fileprivate func collectResources(into found: inout JSONObject) {
        // A list of work instead of a recursion, because a document may nest deeper than a small stack allows.
        var work = [self]
        while let value = work.popLast() {
            switch value {
            case .array(let elements): work += elements.filter(\.isContainer)
            case .object(let members):
                if let id = members["$id"]?.string { found[URIReference(id).withoutFragment.description] = value }
                work += members.values.filter(\.isContainer)
            default: break
            }
        }
    }
}
