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

    /// Adds the schemas of the document that operations share.
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
        let produces = try mediaTypes("produces", of: node)
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
        var lists: [[ContractParameter]] = []
        for holder in [item, operation] {
            var known: [ContractParameter] = []
            for element in try holder["parameters"]?.checkedElements() ?? [] {
                let read: Void? = try compiler.attempt {
                    let node = try element.resolved()
                    switch node.string("in") {
                    case "body": parameters.body = node
                    case "formData":
                        // A field of the operation replaces the path's field of the same name.
                        parameters.fields.removeAll { $0.string("name") == node.string("name") }
                        parameters.fields.append(node)
                    default: if let parameter = try parameter(node) { known.append(parameter) }
                    }
                }
                if read == nil { parameters.areComplete = false }
            }
            lists.append(known)
        }
        let (shared, own) = (lists[0], lists[1])
        parameters.known = ContractParameter.merged(own, with: shared, path)
        return parameters
    }

    /// Reads a parameter outside of the body, or a response's header field if a name is given.
    ///
    /// - Returns: nil for a header field that other parts of the document describe.
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
            isJSON: false, example: node["x-example"]?.value, pointer: node.pointer)
    }

    /// Returns the style of a `collectionFormat`, and whether each element has a query item or field of its own.
    private func style(of node: DocumentNode, isQueryOrForm: Bool) throws -> (ParameterStyle, isExploded: Bool) {
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
        let consumes = try mediaTypes("consumes", of: operation)
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
        var encodings: JSONMembers<FieldEncoding> = [:]
        var schemas: JSONMembers<Int> = [:]
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

    /// Returns the media types of a form: those of `consumes`, or else all that its fields allow.
    private static func formTypes(_ consumes: [String], of parameters: Parameters) -> [String] {
        let (withoutParts, withParts) = ("application/x-www-form-urlencoded", "multipart/form-data")
        let usable = consumes.filter { [withoutParts, withParts].contains(MediaTypeName($0).text) }
        if !usable.isEmpty { return usable }
        // A file is a part of its own.
        if parameters.fields.contains(where: { $0.string("type") == "file" }) { return [withParts] }
        return [withoutParts, withParts]
    }

    /// Returns the media types that an operation, or else the document, names.
    private func mediaTypes(_ member: String, of operation: DocumentNode) throws -> [String] {
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
        guard let node = response["schema"] else { return [] }
        let examples = try JSONMembers(members(of: response["examples"]).map { ($0.name, $0.node) })
        var schema: Int?
        var ownExamples: [DocumentNode] = []
        var usualNames = ["*/*"]
        if node.string("type") != "file" {
            schema = add(node)
            ownExamples = self.ownExamples(of: node)
            usualNames = ["application/json"]
        }
        // An example with a media type that `produces` lacks is ignored.
        let names = produces.isEmpty ? usualNames : produces
        return names.map { name in
            let own = [examples[name]].compactMap(\.self)
            if let schema, MediaTypeName(name).isJSON { collect(own, schema, .response) }
            let all = (own + ownExamples).map(\.value)
            return ContractMediaType(key: name, schema: schema, pointer: node.pointer, examples: all)
        }
    }
}
