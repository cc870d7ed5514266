import HTTPMock

/// The documents whose schemas refer to each other, and the identifiers in them.
///
/// A document is searched for identifiers when the first reference leads to it, because most documents of a library,
/// such as the metaschemas, are never referred to.
struct SchemaLibrary {
    private struct Document {
        let root: JSONValue
        let base: URIReference
        let dialect: SchemaDialect
        /// True if the document as a whole is a schema.
        ///
        /// Other documents have schemas at known locations only.
        let isSchema: Bool
        var resource: Int?
    }

    private var documents: [Document] = []
    private var documentsByURI: [String: Int] = [:]
    private(set) var resources: [SchemaResource] = []
    private var resourcesByURI: [String: Int] = [:]
    private var anchors: [String: SchemaLocation] = [:]
    private var resourcesByLocation: [SchemaLocation: Int] = [:]

    /// Creates a library with the metaschemas of draft 2020-12.
    init() {
        for (uri, document) in Metaschema.documents { add(document, uri: uri) }
    }

    /// Adds a document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - uri: The URI under which references find the document.
    ///   - dialect: The dialect of schemas that name none.
    ///   - isSchema: True for a schema document, false if only locations given to ``scan(_:)`` are schemas.
    /// - Returns: The number of the document.
    @discardableResult
    mutating func add(
        _ root: JSONValue, uri: String, dialect: SchemaDialect = .complete, isSchema: Bool = true
    ) -> Int {
        let base = URIReference(uri).withoutFragment
        documents.append(
            Document(root: root, base: base, dialect: dialect, isSchema: isSchema, resource: nil))
        documentsByURI[base.description] = documents.count - 1
        return documents.count - 1
    }

    /// The value at a location; nil if there is none.
    func value(at location: SchemaLocation) -> JSONValue? {
        documents[location.document].root[location.pointer]
    }

    /// The resource that the document as a whole is.
    mutating func rootResource(of document: Int) throws -> Int {
        if let resource = documents[document].resource { return resource }
        let root = SchemaLocation(document: document, pointer: .root)
        let source = documents[document]
        let resource = addResource(
            SchemaResource(
                base: source.base, root: root, dialect: try dialect(of: source.root, at: root, source.dialect)))
        documents[document].resource = resource
        if source.isSchema { try scan(source.root, at: root) }
        return resource
    }

    /// Calls a function with each identifier in a schema and its subschemas.
    mutating func scan(
        _ schema: JSONValue, at location: SchemaLocation, _ body: (JSONValue, SchemaLocation) -> Void = { _, _ in }
    ) throws {
        let resource = try rootResource(of: location.document)
        var work = [(schema, location, self.resource(at: location) ?? resource)]
        while let (schema, location, enclosing) = work.popLast() {
            guard resourcesByLocation[location] == nil else { continue }
            guard case .object(let written) = schema else {
                body(schema, location)
                continue
            }
            let resource = try self.resource(of: written, at: location, in: enclosing)
            let members = resources[resource].dialect.translated(written)
            resourcesByLocation[location] = resource
            try addAnchors(of: members, at: location, in: resource)
            body(schema, location)
            SubschemaKeywords.forEach(in: members, at: location) { work.append(($0, $1, resource)) }
        }
    }

    /// Returns the resource of a schema, or of the nearest enclosing schema with one.
    func resource(at location: SchemaLocation) -> Int? {
        var pointer = location.pointer
        while true {
            if let found = resourcesByLocation[SchemaLocation(document: location.document, pointer: pointer)] {
                return found
            }
            guard let parent = pointer.parent else { return documents[location.document].resource }
            pointer = parent
        }
    }

    /// The schema that a reference leads to; nil if it leads nowhere.
    mutating func target(of reference: String, from resource: Int) throws -> SchemaLocation? {
        let uri = URIReference(reference).resolved(against: resources[resource].base)
        let base = uri.withoutFragment.description
        if resourcesByURI[base] == nil, let document = documentsByURI[base] { _ = try rootResource(of: document) }
        guard let found = resourcesByURI[base] else { return nil }
        guard let fragment = (uri.fragment ?? "").removingPercentEncoding else { return nil }
        let root = resources[found].root
        guard let pointer = JSONPointer(fragment) else { return anchors["\(base)#\(fragment)"] }
        let location = SchemaLocation(document: root.document, pointer: root.pointer.appending(pointer))
        return value(at: location) == nil ? nil : location
    }

    private mutating func addResource(_ resource: SchemaResource) -> Int {
        resources.append(resource)
        resourcesByURI[resource.base.description] = resources.count - 1
        return resources.count - 1
    }

    private mutating func resource(
        of members: [String: JSONValue], at location: SchemaLocation, in enclosing: Int
    ) throws -> Int {
        guard resources[enclosing].dialect != .openAPI30, case .string(let id)? = members["$id"] else {
            // Without an identifier the dialect changes nothing, but another one would be misunderstood.
            _ = try dialect(of: .object(members), at: location, resources[enclosing].dialect)
            return enclosing
        }
        let base = URIReference(id).resolved(against: resources[enclosing].base).withoutFragment
        let dialect = try dialect(of: .object(members), at: location, resources[enclosing].dialect)
        return addResource(SchemaResource(base: base, root: location, dialect: dialect))
    }

    private mutating func addAnchors(
        of members: [String: JSONValue], at location: SchemaLocation, in resource: Int
    ) throws {
        for keyword in ["$anchor", "$dynamicAnchor"] {
            guard case .string(let name)? = members[keyword] else { continue }
            anchors["\(resources[resource].base)#\(name)"] = location
            if keyword == "$dynamicAnchor" { resources[resource].dynamicAnchors[name] = location }
        }
    }

    /// The dialect that a schema names with `$schema`.
    private func dialect(
        of schema: JSONValue, at location: SchemaLocation, _ inherited: SchemaDialect
    ) throws -> SchemaDialect {
        guard inherited != .openAPI30, case .object(let members) = schema, case .string(let uri)? = members["$schema"]
        else { return inherited }
        if SchemaDialect.isKnown(uri) { return .complete }
        guard let metaschema = metaschema(uri, of: location) else {
            throw SchemaDialect.unknown(uri, at: location.pointer.appending("$schema"))
        }
        guard case .object(let vocabularies)? = metaschema["$vocabulary"] else { return .complete }
        return .draft202012(Set(vocabularies.keys.compactMap { Vocabulary(uri: $0) }))
    }

    /// The metaschema with a URI: a document, or a schema embedded in the document that names the URI.
    private func metaschema(_ uri: String, of location: SchemaLocation) -> [String: JSONValue]? {
        let name = URIReference(uri).withoutFragment
        if let document = documentsByURI[name.description] { return documents[document].root.members }
        var work = [documents[location.document].root]
        while let value = work.popLast() {
            switch value {
            case .array(let elements): work += elements.filter(\.isContainer)
            case .object(let members):
                // An embedded resource of a document has a whole URI, because its metaschema has no base.
                if let id = members["$id"]?.string, URIReference(id).withoutFragment == name { return members }
                work += members.values.filter(\.isContainer)
            default: break
            }
        }
        return nil
    }
}
