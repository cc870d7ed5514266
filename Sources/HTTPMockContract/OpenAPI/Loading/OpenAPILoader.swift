import HTTPMock

/// Reads the operations, components and webhooks of an OpenAPI document, with their schemas.
///
/// A schema in a callback is compiled only if a reference leads to the schema.
///
/// A defect is added to those of the compiler, and only the smallest part of the document with the defect is left out.
struct OpenAPILoader {
    let document: DocumentNode
    let compiler: SchemaCompiler
    let isSwagger: Bool
    /// The security of operations without their own.
    let security: ContractSecurity?
    private(set) var operations: [ContractOperation] = []
    /// The servers of the document as a whole.
    let servers: [ServerTemplate]
    private(set) var entries: [ContractRoutes.Entry] = []
    private let sharedParts = SharedParts()
    /// The number of paths that can't be used; `paths` counts as one if it can't be used as a whole.
    private var unusableCount = 0

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    /// Reads the operations of a document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - version: The version of the document.
    ///   - compiler: The compiler of the document's schemas.
    ///   - number: The number of the document in the compiler's library.
    /// - Throws: ``SchemaError`` for a defect that refuses the document.
    init(_ root: JSONValue, _ version: OpenAPIVersion, _ compiler: SchemaCompiler, document number: Int) throws {
        let document = DocumentNode(root, number, compiler)
        self.document = document
        self.compiler = compiler
        isSwagger = version == .v20
        security = try compiler.attempt { try ContractSecurity(of: document, in: document) } ?? nil
        if isSwagger {
            servers = ServerTemplate.servers(ofSwagger: document)
        } else {
            servers = ServerTemplate.servers(of: document)
        }
        try loadComponents()
        let paths = try compiler.attempt { try document["paths"]?.resolvedAgainstTheRules().checkedMembers() ?? [] }
        if paths == nil { unusableCount += 1 }
        for (path, item) in paths ?? [] where !path.hasPrefix("x-") {
            let success: Void? = try compiler.attempt { try load(path, item) }
            if success != nil { continue }
            unusableCount += 1
            if path.hasPrefix("/") { entries.append(ContractRoutes.Entry(path: path, servers: [], isUsable: false)) }
        }
        for otherItems in [document["webhooks"], document["components"]?["pathItems"]] {
            for (_, item) in try members(of: otherItems) {
                try compiler.attempt { try addSchemas(of: item) }
            }
        }
    }

    /// True if the document has operations or unusable paths, and none of its operations can be used.
    var isUseless: Bool {
        !operations.contains(where: \.isUsable) && operations.count + unusableCount > 0
    }

    /// Returns the members of a node that may be missing; none after a defect.
    func members(of node: DocumentNode?) throws -> [(name: String, node: DocumentNode)] {
        try compiler.attempt { try node?.checkedMembers() ?? [] } ?? []
    }

    /// Adds the schemas of a webhook or a shared path item, for checks of single values.
    private func addSchemas(of item: DocumentNode) throws {
        let item = try item.resolved()
        try item.checkIsObject()
        // The results are not used, because reading adds the schemas.
        _ = try parameters(of: item)
        for (method, node) in try operations(of: item) {
            try compiler.attempt { try operation(node.resolvedAgainstTheRules(), method, "", item) }
        }
    }

    /// Returns the operations of a path item with their methods in upper case.
    private func operations(of item: DocumentNode) throws -> [(method: String, node: DocumentNode)] {
        let usual = Self.methods.compactMap { method in item[method].map { (method, $0) } }
        let others = try item["additionalOperations"]?.checkedMembers() ?? []
        return (usual + others).filter { _, node in node.value != .null }
            .map { method, node in (method.uppercased(), node) }
    }

    /// Adds the schemas of the document's components, and the defects of components, even if no operation uses them.
    private func loadComponents() throws {
        guard !isSwagger else { return try loadDefinitions() }
        let found = try compiler.attempt { () -> DocumentNode? in
            let components = try document["components"]?.resolvedAgainstTheRules()
            try components?.checkIsObject()
            return components
        }
        guard let components = found ?? nil else { return }
        // The results are not used here: operations read the components that they refer to.
        let loaders: [(name: String, load: (_ key: String, _ node: DocumentNode) throws -> Void)] = [
            ("schemas", { _, node in _ = add(node) }),
            ("parameters", { _, node in _ = try parameter(node.resolved()) }),
            ("headers", { key, node in _ = try parameter(node.resolved(), header: key) }),
            ("requestBodies", { _, node in _ = try content(of: node.resolved(), .request) }),
            ("responses", { key, node in _ = try response(node.resolved(), key) }),
        ]
        for (name, load) in loaders {
            let all = try compiler.attempt {
                try components[name]?.resolvedAgainstTheRules().checkedMembers() ?? []
            }
            for (key, node) in all ?? [] { try compiler.attempt { try load(key, node) } }
        }
    }

    /// Adds a path with its operations.
    private mutating func load(_ path: String, _ item: DocumentNode) throws {
        guard path.hasPrefix("/") else { throw item.error("the path \(path.short) does not begin with a slash") }
        let item = try item.resolved()
        try item.checkIsObject()
        let found = try operations(of: item)
        let servers = ServerTemplate.servers(of: item)
        entries.append(ContractRoutes.Entry(path: path, servers: servers))
        for (method, node) in found {
            let read = try compiler.attempt { () -> (node: DocumentNode, operation: ContractOperation) in
                let node = try node.resolvedAgainstTheRules()
                if isSwagger { return (node, try swaggerOperation(node, method, path, item)) }
                return (node, try operation(node, method, path, item))
            }
            var entry = ContractRoutes.Entry(path: path, servers: servers, method: method, operation: operations.count)
            let ownServers = read.map { ServerTemplate.servers(of: $0.node) } ?? []
            if !ownServers.isEmpty { entry.servers = ownServers }
            operations.append(read?.operation ?? .unusable(method, path, node.pointer))
            entries.append(entry)
        }
    }

    private func operation(
        _ node: DocumentNode, _ method: String, _ path: String, _ item: DocumentNode
    ) throws -> ContractOperation {
        try node.checkIsObject()
        let shared = try parameters(of: item)
        let own = try parameters(of: node)
        var responses: [String: ContractResponse] = [:]
        for (key, response) in try node["responses"]?.checkedMembers() ?? [] where !key.hasPrefix("x-") {
            let read = try compiler.attempt { try self.response(response.resolved(), key) }
            responses[key] = read ?? .unusable(key, response.pointer)
        }
        return ContractOperation(
            id: node.string("operationId"), method: method, path: path, pointer: node.pointer,
            parameters: ContractParameter.merged(own.known, with: shared.known, path),
            knowsAllParameters: own.isComplete && shared.isComplete, body: try requestBody(of: node),
            security: try security(of: node), responses: responses)
    }

    /// Returns the body that an operation documents; nil for none, or after a defect.
    private func requestBody(of operation: DocumentNode) throws -> ContractBody? {
        guard let node = operation["requestBody"] else { return nil }
        return try compiler.attempt {
            let body = try node.resolved()
            return ContractBody(
                isRequired: body.flag("required"), content: try content(of: body, .request), pointer: body.pointer)
        }
    }

    /// Returns the credentials that an operation needs; nil for none, or after a defect.
    func security(of operation: DocumentNode) throws -> ContractSecurity? {
        guard operation["security"] != nil else { return security }
        return try compiler.attempt { try ContractSecurity(of: operation, in: document) } ?? nil
    }

    /// Returns the parameters of a path item or operation, and whether all could be read.
    private func parameters(of node: DocumentNode) throws -> (known: [ContractParameter], isComplete: Bool) {
        var known: [ContractParameter] = []
        var isComplete = true
        for element in try node["parameters"]?.checkedElements() ?? [] {
            guard let read = try compiler.attempt({ try parameter(element.resolved()) }) else {
                isComplete = false
                continue
            }
            if let read { known.append(read) }
        }
        return (known, isComplete)
    }

    private func response(_ node: DocumentNode, _ key: String) throws -> ContractResponse {
        let part = SharedParts.Key(location: node.location, name: key)
        if let known = sharedParts.responses[part] { return known }
        let response = try newResponse(node, key)
        sharedParts.responses[part] = response
        return response
    }

    private func newResponse(_ node: DocumentNode, _ key: String) throws -> ContractResponse {
        var headers: [ContractParameter] = []
        for (name, header) in try members(of: node["headers"]) where name.lowercased() != "content-type" {
            let read = try compiler.attempt { try parameter(header.resolved(), header: name) }
            if let header = read ?? nil { headers.append(header) }
        }
        return ContractResponse(
            key: key, headers: headers, content: try content(of: node, .response), pointer: node.pointer)
    }

    private func content(of node: DocumentNode, _ direction: ContractDirection) throws -> ContractContent {
        let mediaTypes = try (node["content"]?.checkedMembers() ?? []).map { name, node in
            try compiler.attempt { try mediaType(node.resolved(), name, direction) }
                ?? ContractMediaType(key: name, pointer: node.pointer)
        }
        return ContractContent(mediaTypes: mediaTypes, pointer: node.pointer.appending("content"))
    }

    private func mediaType(
        _ node: DocumentNode, _ name: String, _ direction: ContractDirection
    ) throws -> ContractMediaType {
        let type = MediaTypeName(name)
        let schema = node["schema"].map { add($0) }
        let named = try namedExamples(of: node)
        let typeExamples = node["example"].map { [$0] } ?? named.map(\.node)
        if let schema, type.isJSON { collect(typeExamples, schema, direction) }
        let schemaExample = node["schema"].map { firstExample(ofSchema: $0) } ?? []
        let encodings = (node["encoding"]?.members ?? []).map { field, encoding in (field, FieldEncoding(encoding)) }
        return ContractMediaType(
            key: name, schema: schema, itemSchema: node["itemSchema"].map { add($0) }, pointer: node.pointer,
            examples: (typeExamples + schemaExample).map(\.value),
            namedExamples: JSONObject(named.map { ($0.name, $0.node.value) }),
            encodings: OrderedMembers(encodings))
    }

    /// Reads a parameter, or a header field if a name is given.
    ///
    /// - Returns: nil for a parameter whose header field other parts of a document describe.
    /// - Throws: ``SchemaError`` for a parameter without a name or location, or with an unknown location or style.
    private func parameter(_ node: DocumentNode, header: String? = nil) throws -> ContractParameter? {
        let part = SharedParts.Key(location: node.location, name: header)
        if let known = sharedParts.parameters[part] { return known }
        let parameter = try newParameter(node, header: header)
        sharedParts.parameters[part] = .some(parameter)
        return parameter
    }

    private func newParameter(_ node: DocumentNode, header: String?) throws -> ContractParameter? {
        guard let name = header ?? node.string("name") else { throw node.error("the parameter has no name") }
        let place = try ContractParameter.Place(of: node, isHeader: header != nil)
        if place == .header, header == nil, Self.fieldsDescribedElsewhere.contains(name.lowercased()) {
            // The schema is added only for checks of single values.
            if let schema = node["schema"] { _ = add(schema) }
            return nil
        }
        let style = try ParameterStyle(of: node, in: place)
        let content = try members(of: node["content"]).first
        let schemaNode = node["schema"] ?? content?.node["schema"]
        let schema = schemaNode.map { add($0) }
        let parameterExamples = try examples(of: content?.node ?? node)
        let direction: ContractDirection = header == nil ? .request : .response
        if let schema { collect(parameterExamples, schema, direction) }
        let schemaExample = schemaNode.map { firstExample(ofSchema: $0) } ?? []
        return ContractParameter(
            name: name, place: place, isRequired: place == .path || node.flag("required"), style: style,
            isExploded: node.value[member: "explode"].map { $0 == .bool(true) } ?? (style == .form),
            allowsEmpty: node.flag("allowEmptyValue"), schema: schema,
            isJSON: content.map { MediaTypeName($0.name).isJSON } ?? false,
            examples: (parameterExamples + schemaExample).map(\.value), pointer: node.pointer)
    }

    /// Returns the examples of a media type or parameter.
    ///
    /// The only example is `example` if there is one. Otherwise `examples` count, sorted by name.
    private func examples(of node: DocumentNode) throws -> [DocumentNode] {
        if let example = node["example"] { return [example] }
        return try namedExamples(of: node).map(\.node)
    }

    private func namedExamples(of node: DocumentNode) throws -> [(name: String, node: DocumentNode)] {
        try (node["examples"]?.members ?? []).compactMap { name, example in
            guard let target = try resolvedExample(example) else { return nil }
            return (target["value"] ?? target["dataValue"]).map { (name, $0) }
        }
    }

    /// Returns the target of an example; nil, with a note, for a reference that can't be followed.
    ///
    /// The reference is no defect, because all that is checked with the example is also checked without it.
    private func resolvedExample(_ example: DocumentNode) throws -> DocumentNode? {
        do {
            return try example.resolved()
        } catch var error as SchemaError where !error.isFatal {
            error.severity = .note
            compiler.add(error)
            return nil
        }
    }

    /// Returns the first example that a schema itself has, or none.
    func firstExample(ofSchema schema: DocumentNode) -> [DocumentNode] {
        guard let schema = try? schema.resolved() else { return [] }
        return [schema["example"] ?? schema["examples"]?.elements.first].compactMap(\.self)
    }

    /// Adds examples to those that are checked against their schemas.
    func collect(_ examples: [DocumentNode], _ schema: Int, _ direction: ContractDirection) {
        for example in examples {
            compiler.add(
                SchemaExample(value: example.value, schema: schema, location: example.pointer, direction: direction))
        }
    }

    /// Adds a schema to be compiled, and returns its number.
    func add(_ node: DocumentNode) -> Int {
        compiler.add(node.value, at: node.location)
    }

    /// Header fields that other parts of a document describe, so that no parameter does.
    static let fieldsDescribedElsewhere: Set<String> = ["accept", "content-type", "authorization"]
}

extension ContractParameter.Place {
    /// Reads the location of a parameter; a header field of a response names none, and has the location `header`.
    ///
    /// - Throws: ``SchemaError`` for a missing and for an unknown location.
    init(of node: DocumentNode, isHeader: Bool) throws {
        if isHeader {
            self = .header
            return
        }
        guard let text = node.string("in") else {
            throw node.error("the parameter has no location, which \"in\" names")
        }
        guard let place = Self(rawValue: text) else {
            throw node.error("the parameter is in \(text.quoted), which is unknown")
        }
        self = place
    }
}

extension ParameterStyle {
    /// Reads the style of a parameter, by default that of its location.
    ///
    /// - Throws: ``SchemaError`` for an unknown style.
    fileprivate init(of node: DocumentNode, in place: ContractParameter.Place) throws {
        guard let name = node.string("style") else {
            switch place {
            case .path, .header: self = .simple
            case .query, .querystring, .cookie: self = .form
            }
            return
        }
        if name == "cookie" {
            // Cookies are compared without their escapes in either style.
            self = .form
            return
        }
        guard let style = Self(rawValue: name) else { throw node.error("the style \(name.quoted) is unknown") }
        self = style
    }
}

/// The parts of a document that many operations refer to, each read once.
private final class SharedParts {
    /// A part, with the name under which an operation uses the part.
    struct Key: Hashable {
        let location: SchemaLocation
        /// The key of a response, or the name of a header field; nil for a parameter.
        let name: String?
    }

    var responses: [Key: ContractResponse] = [:]
    /// The parameters and header fields; nil for a parameter whose header field other parts of a document describe.
    var parameters: [Key: ContractParameter?] = [:]
}
