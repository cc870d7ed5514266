import HTTPMock

/// Reads an OpenAPI document: its operations, and all its schemas.
struct OpenAPILoader {
    private let document: DocumentNode
    private let compiler: SchemaCompiler
    /// The security of operations without their own.
    private let security: ContractSecurity?
    private(set) var operations: [ContractOperation] = []
    /// The servers of the document as a whole.
    let servers: [ServerTemplate]
    private(set) var entries: [ContractRoutes.Entry] = []

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    /// Reads the operations of a document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - compiler: The compiler of the document's schemas.
    ///   - number: The number of the document in the compiler's library.
    init(_ root: JSONValue, _ compiler: SchemaCompiler, document number: Int) throws {
        document = DocumentNode(root, number, compiler)
        self.compiler = compiler
        security = try document["security"].flatMap { [document] in try ContractSecurity($0, of: document) }
        servers = ServerTemplate.servers(of: document)
        try loadComponents()
        for (path, item) in try document["paths"]?.resolvedAgainstTheRules().checkedMembers() ?? []
        where !path.hasPrefix("x-") {
            guard path.hasPrefix("/") else { throw item.error("the path \(path) does not begin with a slash") }
            try load(path, item)
        }
        let others = [document["webhooks"], document["components"]?["pathItems"]].compactMap(\.self)
        for (_, item) in try others.flatMap({ try $0.checkedMembers() }) { try addSchemas(of: item) }
    }

    /// Adds the schemas of a path item that no request goes to, for checks of single values.
    private mutating func addSchemas(of item: DocumentNode) throws {
        let item = try item.resolved()
        _ = try item.checkedMembers()
        for parameter in try item["parameters"]?.checkedElements() ?? [] {
            _ = try self.parameter(parameter.resolved())
        }
        for (method, node) in try operations(of: item) { _ = try operation(node, method, "", []) }
    }

    /// The operations of a path item with their methods in upper case.
    private func operations(of item: DocumentNode) throws -> [(method: String, node: DocumentNode)] {
        let usual = Self.methods.compactMap { method in item[method].map { (method, $0) } }
        let others = try item["additionalOperations"]?.checkedMembers() ?? []
        return try (usual + others).filter { $0.1.value != .null }.map { method, node in
            (method.uppercased(), try node.resolvedAgainstTheRules())
        }
    }

    private mutating func loadComponents() throws {
        guard let components = try document["components"]?.resolvedAgainstTheRules() else { return }
        _ = try components.checkedMembers()
        for (_, schema) in try components["schemas"]?.resolvedAgainstTheRules().checkedMembers() ?? [] {
            _ = add(schema)
        }
        for (_, parameter) in try components["parameters"]?.resolvedAgainstTheRules().checkedMembers() ?? [] {
            _ = try self.parameter(parameter.resolved())
        }
        for (_, body) in try components["requestBodies"]?.resolvedAgainstTheRules().checkedMembers() ?? [] {
            _ = try content(of: body.resolved())
        }
        for (key, response) in try components["responses"]?.resolvedAgainstTheRules().checkedMembers() ?? [] {
            _ = try self.response(response.resolved(), key)
        }
    }

    private mutating func load(_ path: String, _ item: DocumentNode) throws {
        let item = try item.resolved()
        _ = try item.checkedMembers()
        let shared = try (item["parameters"]?.checkedElements() ?? []).compactMap { try parameter($0.resolved()) }
        let servers = ServerTemplate.servers(of: item)
        entries.append(ContractRoutes.Entry(path: path, servers: servers))
        for (method, node) in try operations(of: item) {
            let own = ServerTemplate.servers(of: node)
            operations.append(try operation(node, method, path, shared))
            entries.append(
                ContractRoutes.Entry(
                    path: path, servers: own.isEmpty ? servers : own, operation: (method, operations.count - 1)))
        }
    }

    private mutating func operation(
        _ node: DocumentNode, _ method: String, _ path: String, _ shared: [ContractParameter]
    ) throws -> ContractOperation {
        _ = try node.checkedMembers()
        let own = try (node["parameters"]?.checkedElements() ?? []).compactMap { try parameter($0.resolved()) }
        let inherited = shared.filter { parameter in !own.contains { $0.overrides(parameter) } }
        // A parameter that the path lacks can't be in a request.
        let parameters = (inherited + own).filter { $0.place != .path || path.contains("{\($0.name)}") }
        var responses: [String: ContractResponse] = [:]
        for (key, response) in try node["responses"]?.checkedMembers() ?? [] where !key.hasPrefix("x-") {
            responses[key] = try self.response(response.resolved(), key)
        }
        let body = try node["requestBody"].map { body in
            let body = try body.resolved()
            return ContractBody(
                isRequired: body.flag("required"), content: try content(of: body), pointer: body.pointer)
        }
        return ContractOperation(
            id: node.string("operationId"), method: method, path: path, pointer: node.pointer, parameters: parameters,
            body: body,
            security: try node["security"].map { try ContractSecurity($0, of: document) } ?? security,
            responses: responses)
    }

    private mutating func response(_ node: DocumentNode, _ key: String) throws -> ContractResponse {
        let headers = try (node["headers"]?.checkedMembers() ?? []).compactMap { name, header in
            // The specification excludes this case.
            name.lowercased() == "content-type" ? nil : try parameter(header.resolved(), header: name)
        }
        return ContractResponse(key: key, headers: headers, content: try content(of: node), pointer: node.pointer)
    }

    private mutating func content(of node: DocumentNode) throws -> ContractContent {
        let mediaTypes = try (node["content"]?.checkedMembers() ?? []).map { name, mediaType in
            let mediaType = try mediaType.resolved()
            let schema = mediaType["schema"].map { add($0) }
            let itemSchema = mediaType["itemSchema"].map { add($0) }
            var examples = try self.examples(of: mediaType)
            if examples.isEmpty, let node = mediaType["schema"] { examples = ownExamples(of: node) }
            let encodings = (mediaType["encoding"]?.members ?? []).map { ($0, FieldEncoding($1)) }
            return ContractMediaType(
                key: name, name: MediaTypeName(name), schema: schema, itemSchema: itemSchema,
                pointer: mediaType.pointer, examples: examples,
                encodings: Dictionary(uniqueKeysWithValues: encodings))
        }
        return ContractContent(mediaTypes: mediaTypes, pointer: node.pointer.appending("content"))
    }

    /// Reads a parameter, or a header field if a name is given.
    ///
    /// - Returns: nil for an unknown location, and for fields that other parts of a document describe.
    private mutating func parameter(_ node: DocumentNode, header: String? = nil) throws -> ContractParameter? {
        guard let name = header ?? node.string("name") else { throw node.error("the parameter has no name") }
        guard let text = header == nil ? node.string("in") : "header" else {
            throw node.error("the parameter has no location, which \"in\" names")
        }
        guard let place = ContractParameter.Place(rawValue: text) else {
            throw node.error("the parameter is in \"\(text)\", which is unknown")
        }
        if place == .header, header == nil, Self.otherFields.contains(name.lowercased()) {
            // For checks of single values only.
            if let schema = node["schema"] { _ = add(schema) }
            return nil
        }
        let isSimple = place == .path || place == .header
        let style = try node.string("style").map { name in
            // Cookies are compared without their escapes in either style.
            guard let style = ParameterStyle(rawValue: name == "cookie" ? "form" : name) else {
                throw node.error("the style \"\(name)\" is unknown")
            }
            return style
        }
        let used = style ?? (isSimple ? .simple : .form)
        let content = node["content"]?.members.first
        let schema = (node["schema"] ?? content?.node["schema"]).map { add($0) }
        var examples = try self.examples(of: content?.node ?? node)
        if examples.isEmpty, let node = node["schema"] ?? content?.node["schema"] { examples = ownExamples(of: node) }
        return ContractParameter(
            name: name, place: place, isRequired: place == .path || node.flag("required"), style: used,
            isExploded: node.value[member: "explode"].map { $0 == .bool(true) } ?? (used == .form),
            allowsEmpty: node.flag("allowEmptyValue"), schema: schema,
            isJSON: content.map { MediaTypeName($0.name).isJSON } ?? false, example: examples.first,
            pointer: node.pointer)
    }

    /// Returns the examples of a media type or parameter.
    ///
    /// The only example is `example` if there is one. Otherwise `examples` count, sorted by name.
    private func examples(of node: DocumentNode) throws -> [JSONValue] {
        if let example = node["example"] { return [example.value] }
        return try (node["examples"]?.members ?? []).compactMap { _, example in
            let example = try example.resolved()
            return (example["value"] ?? example["dataValue"])?.value
        }
    }

    /// The first example that a schema itself has.
    private func ownExamples(of schema: DocumentNode) -> [JSONValue] {
        guard let schema = try? schema.resolved(), let example = schema["example"] ?? schema["examples"]?.elements.first
        else { return [] }
        return [example.value]
    }

    private func add(_ node: DocumentNode) -> Int { compiler.add(node.value, at: node.location) }

    /// Fields that other parts of a document describe.
    private static let otherFields: Set<String> = ["accept", "content-type", "authorization"]
}
