import HTTPMock

/// Reads Swagger 2.0 as the same operations as OpenAPI 3.
///
/// Schemas keep their locations in the file. A parameter outside of the body is a schema by itself.
///
/// - SeeAlso: [Swagger 2.0](https://spec.openapis.org/oas/v2.0.html)
extension OpenAPILoader {
    /// The parameters of an operation, including those of its path.
    private struct Parameters {
        /// The parameters outside of the body.
        var known: [ContractParameter] = []
        var body: DocumentNode?
        /// The fields of a form.
        var fields: [DocumentNode] = []
        /// False if a parameter has a defect.
        var areComplete = true
    }

    /// Adds the schemas of `definitions`, and those of the shared body parameters and responses.
    func loadDefinitions() throws {
        for (_, schema) in try members(of: document["definitions"]) { _ = add(schema) }
        for (_, parameter) in try members(of: document["parameters"]) {
            try compiler.attempt {
                let node = try parameter.resolved()
                if let schema = node["schema"] { _ = add(schema) }
            }
        }
        for (key, response) in try members(of: document["responses"]) {
            try compiler.attempt { try swaggerResponse(response.resolved(), key, produces: []) }
        }
    }

    /// Reads an operation.
    ///
    /// - Parameters:
    ///   - node: The operation.
    ///   - method: The method in upper case.
    ///   - path: The path.
    ///   - item: The path item, which may have further parameters.
    func swaggerOperation(
        _ node: DocumentNode, _ method: String, _ path: String, _ item: DocumentNode
    ) throws -> ContractOperation {
        try node.checkIsObject()
        let parameters = try self.parameters(of: item, node, path)
        let produces = try mediaTypeNames("produces", of: node)
        var responses: [String: ContractResponse] = [:]
        for (key, response) in try node["responses"]?.checkedMembers() ?? [] where !key.hasPrefix("x-") {
            let read = try compiler.attempt { try swaggerResponse(response.resolved(), key, produces: produces) }
            responses[key] = read ?? .unusable(key, response.pointer)
        }
        return ContractOperation(
            id: node.string("operationId"), method: method, path: path, pointer: node.pointer,
            parameters: parameters.known, knowsAllParameters: parameters.areComplete,
            body: try body(of: parameters, node), security: try security(of: node), responses: responses)
    }

    // MARK: Parameters

    private func parameters(of item: DocumentNode, _ operation: DocumentNode, _ path: String) throws -> Parameters {
        var parameters = Parameters()
        let shared = try readParameters(of: item, into: &parameters)
        let own = try readParameters(of: operation, into: &parameters)
        parameters.known = ContractParameter.merged(own, with: shared, path)
        return parameters
    }

    /// Reads the parameters of a path item or operation.
    ///
    /// A body replaces the body that was read before, and a field of a form replaces the field with the same name.
    ///
    /// - Returns: The parameters outside of the body.
    private func readParameters(
        of holder: DocumentNode, into parameters: inout Parameters
    ) throws -> [ContractParameter] {
        var outsideOfBody: [ContractParameter] = []
        for element in try holder["parameters"]?.checkedElements() ?? [] {
            let success: Void? = try compiler.attempt {
                let node = try element.resolved()
                switch node.string("in") {
                case "body": parameters.body = node
                case "formData":
                    parameters.fields.removeAll { $0.string("name") == node.string("name") }
                    parameters.fields.append(node)
                default:
                    if let parameter = try parameter(node) { outsideOfBody.append(parameter) }
                }
            }
            if success == nil { parameters.areComplete = false }
        }
        return outsideOfBody
    }

    /// Reads a parameter outside of the body, or a response's header field if a name is given.
    ///
    /// - Returns: nil for a parameter whose header field other parts of the document describe.
    private func parameter(_ node: DocumentNode, header: String? = nil) throws -> ContractParameter? {
        guard let name = header ?? node.string("name") else { throw node.error("the parameter has no name") }
        let place = try ContractParameter.Place(of: node, isHeader: header != nil)
        guard place != .cookie, place != .querystring else {
            throw node.error("the parameter is in \(place.rawValue.quoted), which is unknown")
        }
        if place == .header, header == nil, Self.fieldsDescribedElsewhere.contains(name.lowercased()) { return nil }
        let (style, isExploded) = try style(of: node, isQueryOrForm: place == .query)
        var isRequired = place == .path
        if header == nil, node.flag("required") { isRequired = true }
        return ContractParameter(
            name: name, place: place, isRequired: isRequired,
            style: style, isExploded: isExploded, allowsEmpty: node.flag("allowEmptyValue"), schema: schema(of: node),
            isJSON: false, examples: [node["x-example"]?.value].compactMap(\.self), pointer: node.pointer)
    }

    /// Returns the style of a `collectionFormat`, and whether each element has a query item or field of its own.
    private func style(
        of node: DocumentNode, isQueryOrForm: Bool
    ) throws -> (style: ParameterStyle, isExploded: Bool) {
        let usual: ParameterStyle = isQueryOrForm ? .form : .simple
        switch node.string("collectionFormat") {
        case nil, "csv": return (usual, false)
        case "ssv": return (.spaceDelimited, false)
        case "tsv": return (.tabDelimited, false)
        case "pipes": return (.pipeDelimited, false)
        case "multi": return (usual, isQueryOrForm)
        case let format?: throw node.error("the collectionFormat \(format.quoted) is unknown")
        }
    }

    /// Returns the number of the schema that a parameter or header field is by itself.
    private func schema(of node: DocumentNode) -> Int {
        // These members belong to the parameter, and are no keywords of a schema.
        let others: Set<String> = ["name", "in", "description", "required", "collectionFormat", "allowEmptyValue"]
        let members = (node.value.members ?? [:]).filter { !others.contains($0.key) }
        return compiler.add(.object(members), at: node.location)
    }

    // MARK: Bodies

    private func body(of parameters: Parameters, _ operation: DocumentNode) throws -> ContractBody? {
        let consumes = try mediaTypeNames("consumes", of: operation)
        if let node = parameters.body {
            let schema = node["schema"].map { add($0) }
            let names = consumes.isEmpty ? ["application/json"] : consumes
            let types = names.map { name in
                ContractMediaType(key: name, schema: schema, pointer: node.pointer)
            }
            return ContractBody(
                isRequired: node.flag("required"), content: ContractContent(mediaTypes: types, pointer: node.pointer),
                pointer: node.pointer)
        }
        guard !parameters.fields.isEmpty else { return nil }
        return try form(of: parameters, operation, consumes)
    }

    private func form(
        of parameters: Parameters, _ operation: DocumentNode, _ consumes: [String]
    ) throws -> ContractBody {
        var encodings: OrderedMembers<FieldEncoding> = [:]
        var schemas: OrderedMembers<Int> = [:]
        for field in parameters.fields {
            guard let name = field.string("name") else { continue }
            let (style, isExploded) = try style(of: field, isQueryOrForm: true)
            encodings[name] = FieldEncoding(style, isExploded: isExploded, pointer: field.pointer)
            schemas[name] = schema(of: field)
        }
        let required = parameters.fields.filter { $0.flag("required") }.compactMap { $0.string("name") }
        let pointer = operation.pointer.appending("parameters")
        let schema = compiler.addObject(
            schemas, required: required, at: operation.location.appending("parameters"))
        let types = Self.formTypes(consumes, of: parameters).map { name in
            ContractMediaType(key: name, schema: schema, pointer: pointer, encodings: encodings)
        }
        return ContractBody(
            isRequired: !required.isEmpty, content: ContractContent(mediaTypes: types, pointer: pointer),
            pointer: pointer)
    }

    /// Returns the media types of a form: those of `consumes` that are forms, or else all that the fields allow.
    private static func formTypes(_ consumes: [String], of parameters: Parameters) -> [String] {
        let (withoutParts, withParts) = ("application/x-www-form-urlencoded", "multipart/form-data")
        let usable = consumes.filter { [withoutParts, withParts].contains(MediaTypeName($0).text) }
        if !usable.isEmpty { return usable }
        // Only a form with parts can have a file.
        if parameters.fields.contains(where: { $0.string("type") == "file" }) { return [withParts] }
        return [withoutParts, withParts]
    }

    /// Returns the media types that an operation, or else the document, names; none after a defect.
    private func mediaTypeNames(_ member: String, of operation: DocumentNode) throws -> [String] {
        let node = operation[member] ?? document[member]
        return try compiler.attempt { try node?.checkedElements().compactMap(\.value.string) ?? [] } ?? []
    }

    private func swaggerResponse(
        _ node: DocumentNode, _ key: String, produces: [String]
    ) throws -> ContractResponse {
        try node.checkIsObject()
        var headers: [ContractParameter] = []
        for (name, header) in try members(of: node["headers"]) where name.lowercased() != "content-type" {
            let read = try compiler.attempt { try parameter(header.resolved(), header: name) }
            if let header = read ?? nil { headers.append(header) }
        }
        let content = try mediaTypes(of: node, produces)
        return ContractResponse(
            key: key, headers: headers,
            content: ContractContent(mediaTypes: content, pointer: node.pointer), pointer: node.pointer)
    }

    private func mediaTypes(of response: DocumentNode, _ produces: [String]) throws -> [ContractMediaType] {
        guard let schemaNode = response["schema"] else { return [] }
        let examples = try OrderedMembers(members(of: response["examples"]).map { ($0.name, $0.node) })
        var schema: Int?
        var schemaExample: [DocumentNode] = []
        var usualNames = ["*/*"]
        if schemaNode.string("type") != "file" {
            schema = add(schemaNode)
            schemaExample = firstExample(ofSchema: schemaNode)
            usualNames = ["application/json"]
        }
        // Examples with any other media type are ignored.
        let names = produces.isEmpty ? usualNames : produces
        return names.map { name in
            let typeExample = [examples[name]].compactMap(\.self)
            if let schema, MediaTypeName(name).isJSON { collect(typeExample, schema, .response) }
            let all = (typeExample + schemaExample).map(\.value)
            return ContractMediaType(key: name, schema: schema, pointer: schemaNode.pointer, examples: all)
        }
    }
}
