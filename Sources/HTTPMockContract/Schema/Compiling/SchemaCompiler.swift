import HTTPMock

/// Compiles the schemas of documents, each once, and resolves references to the numbers of schemas.
///
/// A new schema gets a number at once and is compiled later, from a list. The compiler therefore never recurses, and
/// schemas may refer to each other in any way.
final class SchemaCompiler {
    private(set) var schemas: [CompiledSchema] = []
    /// The dynamic anchors of each resource.
    private(set) var dynamicAnchors: [[String: Int]] = []
    /// Whether a reference has a dynamic anchor as target.
    private(set) var usesDynamicScope = false
    /// The defects that leave a part of the document unchecked, and the notes.
    private(set) var defects: [SchemaError] = []
    /// The schemas with `nullable` or `x-nullable`, and the keyword's location; none for a reading as specified.
    private(set) var nullables: [NullableKeyword] = []
    /// The examples of schemas, media types, parameters and header fields, each with its schema.
    private(set) var examples: [SchemaExample] = []
    let assertsFormats: Bool
    private let nullable: NullableReading
    private var library: SchemaLibrary
    /// The numbers of the schemas by document and pointer.
    private var ids: [Int: [JSONPointer: Int]] = [:]
    private var pending: [PendingSchema] = []
    private var patterns: [String: RegexMatcher] = [:]
    /// The targets of references in schemas, by resource and reference.
    private var references: [Int: [String: SchemaTarget]] = [:]
    /// The targets of references outside of schemas, by document and reference.
    private var targets: [Int: [String: ReferenceTarget]] = [:]

    /// A schema with a keyword that allows null.
    struct NullableKeyword {
        let schema: Int
        let location: DocumentLocation
    }

    /// A schema that is not compiled yet.
    private struct PendingSchema {
        let id: Int
        let value: JSONValue
        let location: SchemaLocation
    }

    /// Creates a compiler for the schemas of a library.
    ///
    /// - Parameters:
    ///   - library: The documents.
    ///   - assertsFormats: False if `format` is an annotation only.
    ///   - nullable: The reading of `nullable`.
    init(_ library: SchemaLibrary, assertsFormats: Bool, nullable: NullableReading = .asIntended) {
        self.library = library
        self.nullable = nullable
        self.assertsFormats = assertsFormats
    }

    /// Returns the number of the schema at a location, which is compiled later.
    func id(of value: JSONValue, at location: SchemaLocation) -> Int {
        if let id = ids[location.document]?[location.pointer] { return id }
        return addSchema(value, at: location, in: library.resource(at: location) ?? 0)
    }

    /// Adds a schema with all its subschemas, so that references by identifiers find them.
    ///
    /// - Returns: The number of the schema.
    func add(_ value: JSONValue, at location: SchemaLocation) -> Int {
        var found: [(value: JSONValue, location: SchemaLocation, resource: Int)] = []
        library.scan(value, at: location) { value, location, resource in
            found.append((value, location, resource))
        }
        for schema in found where ids[schema.location.document]?[schema.location.pointer] == nil {
            _ = addSchema(schema.value, at: schema.location, in: schema.resource)
        }
        return id(of: value, at: location)
    }

    private func addSchema(_ value: JSONValue, at location: SchemaLocation, in resource: Int) -> Int {
        let id = schemas.count
        ids[location.document, default: [:]][location.pointer] = id
        schemas.append(CompiledSchema(location: documentLocation(location), resource: resource))
        pending.append(PendingSchema(id: id, value: value, location: location))
        return id
    }

    /// Returns the location of a schema, with the document's lines.
    func documentLocation(_ location: SchemaLocation) -> DocumentLocation {
        DocumentLocation(location.pointer, in: library.source(of: location.document))
    }

    /// Returns the document that a reference outside of schemas leads to.
    ///
    /// - Returns: nil if the reference leads to no document.
    /// - Throws: ``DocumentFiles/Failure`` for a file that can't be used, and for an address on the network.
    func document(_ reference: String, from document: Int) throws -> (number: Int, root: JSONValue)? {
        try library.document(reference, from: document).map { number in
            (number, library.value(at: SchemaLocation(document: number, pointer: .root)) ?? .null)
        }
    }

    /// Returns the target of a reference outside of schemas; nil before the target was noted.
    func target(of reference: String, in document: Int) -> ReferenceTarget? {
        targets[document]?[reference]
    }

    /// Keeps the target of a reference, because many operations refer to the same targets.
    func keep(_ value: JSONValue, at pointer: JSONPointer, asTargetOf reference: String, in document: Int) {
        targets[document, default: [:]][reference] = ReferenceTarget(value: value, pointer: pointer)
    }

    /// Adds a defect with which the document can still be used, or a note.
    func add(_ defect: SchemaError) { defects.append(defect) }

    /// Adds an example that is to be checked against its schema.
    func add(_ example: SchemaExample) { examples.append(example) }

    /// Adds the schema of an object that the document describes without a schema, such as a form with fields.
    ///
    /// - Parameters:
    ///   - properties: The schemas of the members, which were added before.
    ///   - required: The names of the members that are required.
    ///   - location: The location for messages.
    /// - Returns: The number of the schema.
    func addObject(_ properties: OrderedMembers<Int>, required: [String], at location: SchemaLocation) -> Int {
        let resource = library.resource(at: location) ?? 0
        var schema = CompiledSchema(location: documentLocation(location), resource: resource)
        schema.keywords = [RequiredKeyword(names: required), PropertiesKeyword(schemas: properties)]
        schema.documentation = SchemaDocumentation(of: schema.keywords)
        schemas.append(schema)
        return schemas.count - 1
    }

    /// Reads a part of the document, and adds the defect of an unreadable part.
    ///
    /// - Returns: nil after a defect.
    /// - Throws: ``SchemaError`` for a defect that refuses the document.
    @discardableResult
    func attempt<Value>(_ read: () throws -> Value) throws -> Value? {
        do {
            return try read()
        } catch let defect as SchemaError where !defect.isFatal {
            defects.append(defect)
            return nil
        }
    }

    /// Returns the numbers of the schemas of a document by their pointers.
    func ids(in document: Int) -> [JSONPointer: Int] {
        ids[document] ?? [:]
    }

    /// Returns the number and location of the schema that another schema's keyword refers to.
    ///
    /// - Throws: ``SchemaError`` for a reference that can't be followed.
    func target(of reference: String, _ keyword: String, in schema: SchemaObject) throws -> SchemaTarget {
        if let known = references[schema.resource]?[reference] { return known }
        do {
            let target = try findTarget(of: reference, in: schema)
            references[schema.resource, default: [:]][reference] = target
            return target
        } catch let failure as DocumentFiles.Failure {
            throw failure.error(about: reference, at: schema.documentLocation(of: keyword))
        }
    }

    private func findTarget(of reference: String, in schema: SchemaObject) throws -> SchemaTarget {
        let root = library.value(at: SchemaLocation(document: schema.location.document, pointer: .root))
        if let root, let failure = DocumentFiles.missingSign(in: reference, of: root) { throw failure }
        guard let location = try library.target(of: reference, from: schema.resource),
            let value = library.value(at: location)
        else { throw DocumentFiles.Failure(reason: "leads nowhere") }
        return SchemaTarget(id: id(of: value, at: location), location: location)
    }

    /// Returns the dynamic anchor that a reference names; nil if the target has no such anchor.
    ///
    /// After an anchor was found, checks keep the resources that they enter.
    func dynamicAnchor(_ reference: String, at location: SchemaLocation) -> String? {
        guard let name = URIReference(reference).fragment, let resource = library.resource(at: location),
            library.resources[resource].dynamicAnchors[name] == location
        else { return nil }
        usesDynamicScope = true
        return name
    }

    /// Returns a compiled pattern, which all schemas with the same pattern share.
    ///
    /// - Throws: ``SchemaError`` for a text that is no pattern.
    func pattern(_ source: String, at location: SchemaLocation) throws -> RegexMatcher {
        if let flags = InlineFlags(source) {
            let reason = "ECMA-262 has no \(flags.text.quoted); it is read as flags of the whole pattern"
            add(SchemaError(location: documentLocation(location), reason: reason, severity: .note))
        }
        if let pattern = patterns[source] { return pattern }
        do {
            let pattern = try RegexMatcher(source)
            patterns[source] = pattern
            return pattern
        } catch let error as PatternError {
            throw SchemaError(
                location: documentLocation(location),
                reason: "\(JSONValue.string(source.short).text) is no regular expression: \(error.reason)")
        }
    }

    /// Compiles all schemas that were added or referred to.
    ///
    /// A schema with a defect has no keywords, so that each value is valid.
    func finish() throws {
        repeat {
            while let next = pending.popLast() {
                do {
                    try compile(next.id, next.value, at: next.location)
                } catch let defect as SchemaError {
                    defects.append(defect)
                }
            }
            // Schemas with a dynamic anchor may be referred to from anywhere.
            if usesDynamicScope { addDynamicAnchors() }
        } while !pending.isEmpty
        defects += library.notes
    }

    private func compile(_ id: Int, _ value: JSONValue, at location: SchemaLocation) throws {
        switch value {
        case .bool(let constant):
            schemas[id].constant = constant
        case .object(let written):
            let resource = schemas[id].resource
            let dialect = library.resources[resource].dialect
            if case .other(let uri) = dialect, let name = DialectKeyword.unknown(in: written) {
                throw SchemaError(
                    location: documentLocation(location.appending(name)),
                    reason: "the keyword \(name.quoted) of the dialect \(uri.quoted) is unknown")
            }
            if dialect.isBeforeOpenAPI31 { noteIgnoredKeywords(of: written, dialect, at: location) }
            if nullable == .asIntended, let path = OpenAPISchema.nullable(in: written) {
                let place = documentLocation(path.reduce(location) { $0.appending($1) })
                nullables.append(NullableKeyword(schema: id, location: place))
            }
            let object = SchemaObject(
                members: dialect.translated(written), location: location, resource: resource, dialect: dialect,
                compiler: self)
            try compile(object, into: id)
        default:
            throw SchemaError(location: documentLocation(location), reason: "expected a schema, got \(value.shown)")
        }
    }

    /// Notes the keywords that OpenAPI has only since version 3.1, and those that Swagger 2.0 lacks.
    private func noteIgnoredKeywords(of schema: JSONObject, _ dialect: SchemaDialect, at location: SchemaLocation) {
        // A reference hides all its siblings.
        guard schema[RefKeyword.name] == nil else { return }
        let version = dialect == .swagger20 ? "Swagger 2.0" : "OpenAPI 3.0"
        let unknownNames = schema.keys.filter { !dialect.knows($0) }
        for keyword in KeywordTable.keywords(of: unknownNames) {
            defects.append(
                SchemaError(
                    location: documentLocation(location.appending(keyword.name)),
                    reason: "\(version) has no keyword \(keyword.name.quoted); it is ignored", severity: .note))
        }
    }

    private func compile(_ object: SchemaObject, into id: Int) throws {
        var keywords: [any Keyword] = []
        for entry in KeywordTable.keywords(of: object.members.keys) where object.dialect.has(entry.vocabulary) {
            guard let keyword = try entry.compile(object) else { continue }
            keywords.append(keyword)
        }
        schemas[id].keywords = keywords
        schemas[id].mayReachItself = keywords.contains { !$0.inPlaceSchemas.isEmpty }
        schemas[id].documentation = SchemaDocumentation(of: keywords)
        var hasExamples = false
        // Loops over the schema's own members, because a schema has few of the keywords.
        for (name, value) in object.members {
            switch name {
            // `not` is missing in `inPlaceSchemas`, although it applies its schema to the same value.
            case NotKeyword.name: schemas[id].mayReachItself = true
            case UnevaluatedItemsKeyword.name, UnevaluatedPropertiesKeyword.name: schemas[id].tracksEvaluated = true
            case "readOnly": schemas[id].isReadOnly = value == .bool(true)
            case "writeOnly": schemas[id].isWriteOnly = value == .bool(true)
            case "format": schemas[id].formatName = value.string
            case "discriminator": schemas[id].hasDiscriminator = true
            case "xml": schemas[id].xml = value.members.map { XMLHints($0) }
            case "example", "examples": hasExamples = true
            default: break
            }
        }
        if hasExamples { addExamples(of: object, to: id) }
    }

    private func addExamples(of object: SchemaObject, to id: Int) {
        if let example = object.members["example"] {
            let location = object.documentLocation(of: "example")
            examples.append(SchemaExample(value: example, schema: id, location: location))
        }
        let list = object.documentLocation(of: "examples")
        for (index, example) in (object.members["examples"]?.elements ?? []).enumerated() {
            examples.append(SchemaExample(value: example, schema: id, location: list.appending(index)))
        }
    }

    /// Adds subtypes' members to the documentation of the schemas that they extend.
    ///
    /// Only schemas with a discriminator, and their subtypes, have subtypes.
    ///
    /// - SeeAlso: [Swagger 2.0, Models with Polymorphism
    ///   Support](https://spec.openapis.org/oas/v2.0.html#models-with-polymorphism-support)
    func documentSubtypes() {
        var subtypes: [Int: [Int]] = [:]
        for (id, schema) in schemas.enumerated() {
            for case let keyword as AllOfKeyword in schema.keywords {
                for part in keyword.inPlaceSchemas {
                    for case let reference as RefKeyword in schemas[part].keywords {
                        subtypes[reference.target, default: []].append(id)
                    }
                }
            }
        }
        var work = schemas.indices.filter { schemas[$0].hasDiscriminator }
        var seen = Set(work)
        while let base = work.popLast() {
            for subtype in subtypes[base] ?? [] {
                schemas[base].documentation.add(subtype: subtype)
                if seen.insert(subtype).inserted { work.append(subtype) }
            }
        }
    }

    /// Finds the numbers of the schemas with dynamic anchors, and adds those schemas without a number.
    private func addDynamicAnchors() {
        dynamicAnchors = library.resources.map { resource in
            resource.dynamicAnchors.compactMapValues { location in
                library.value(at: location).map { id(of: $0, at: location) }
            }
        }
    }
}
