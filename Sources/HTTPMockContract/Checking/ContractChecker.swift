import Foundation
import HTTPMock

/// Checks requests and responses against the operations of a document.
///
/// Equal requests and responses have equal problems, unless a check is given up because it takes too long.
struct ContractChecker: Sendable {
    let document: LoadedDocument
    private let routes: ContractRoutes
    let undocumented: UndocumentedProperties
    let ignored: Set<ContractRule>

    /// The URL that counts instead of the document's servers; nil for none.
    let server: ContractServer?

    /// The server of each operation: the given one, or else the first that the document has for the operation.
    var servers: [ContractServer] {
        guard let server else { return document.operationServers }
        return Array(repeating: server, count: document.operations.count)
    }

    /// The most problems or servers that one message lists.
    ///
    /// For GraphQL, also the most defects of a message, and the most errors of an answer to an invalid request.
    static let listLimit = 10

    var validator: SchemaValidator { document.validator }

    /// Creates a checker of requests and responses.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - undocumented: The treatment of undocumented members of a body, and of undocumented query parameters.
    ///   - ignored: The parts of the contract that are not checked.
    ///   - server: The URL that counts instead of the document's servers; nil for none.
    init(
        _ document: LoadedDocument, undocumented: UndocumentedProperties, ignoring ignored: Set<ContractRule> = [],
        server: String?
    ) {
        self.document = document
        self.undocumented = undocumented
        self.ignored = ignored
        if let server {
            let given = ContractServer(given: server)
            self.server = given
            routes = ContractRoutes(document.entries, servers: document.servers, server: given)
        } else {
            self.server = nil
            routes = document.routes
        }
    }

    /// Finds the operation for a request.
    func match(_ request: CheckedRequest) -> ContractRoutes.Match {
        routes.match(request.method, request.url)
    }

    /// Returns the problem of a request that has no operation.
    ///
    /// A request has no problem if it goes elsewhere, or if its path has a defect in the document.
    private func problems(
        ofRequestWithoutOperation request: CheckedRequest, _ match: ContractRoutes.Match
    ) -> [ContractProblem] {
        switch match {
        case .elsewhere, .unusable, .operation: return []
        case .otherMethods(let path, let methods):
            let pointer = document.root.appending("paths").appending(path)
            // The path's operations may all have other servers of their own.
            guard !methods.isEmpty else {
                return [problem(request.name, "not documented for this server", pointer)]
            }
            let known = "only \(methods.listed) \(methods.verb) for \(path)"
            return [problem(request.name, "not documented, \(known)", pointer)]
        case .unknownPath(let nearest):
            let hint = nearest.map { "; did you mean \($0)?" } ?? ""
            return [problem(request.name, "not documented\(hint)", document.root.appending("paths"))]
        }
    }

    /// Returns the problems of a request: of its operation, its parameters and its body, not of its credentials.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - match: The result of ``match(_:)`` for the request.
    func problems(of request: CheckedRequest, _ match: ContractRoutes.Match) -> [ContractProblem] {
        guard case .operation(let number, let values, _) = match else {
            return problems(ofRequestWithoutOperation: request, match)
        }
        let operation = document.operations[number]
        let name = "\(request.name) request"
        let parameterProblems = operation.parameters.flatMap { parameter in
            problems(of: parameter, in: request, values, name)
        }
        return parameterProblems + undocumentedQuery(of: request, operation, name)
            + bodyProblems(of: request, operation, name)
    }

    /// Returns the documented statuses by which a service refuses a request of an operation; none without an operation.
    func refusals(_ match: ContractRoutes.Match) -> Set<Int> {
        guard case .operation(let number, _, _) = match else { return [] }
        return document.operations[number].refusals
    }

    /// Returns the problems of a response: of its status, its header fields and its body.
    ///
    /// If the request has no operation, its problem is returned instead.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request.
    ///   - match: The result of ``match(_:)`` for the request.
    func problems(
        of response: CheckedResponse, to request: CheckedRequest, _ match: ContractRoutes.Match
    ) -> [ContractProblem] {
        guard case .operation(let number, _, _) = match else {
            return problems(ofRequestWithoutOperation: request, match)
        }
        let operation = document.operations[number]
        guard operation.isUsable else { return [] }
        let name = "\(request.name) → \(response.status)"
        guard let documented = operation.response(for: response.status) else {
            return [problem(ofUndocumentedStatus: name, operation)]
        }
        guard documented.isUsable else { return [] }
        let headerProblems = documented.headers.flatMap { header in
            let text = response.fields[header.name].flatMap { ParameterText($0, of: header) }
            return problems(of: header, text, "\(name) header \(header.name)", direction: .response)
        }
        let mayHaveBody = request.method != "HEAD" && ![204, 304].contains(response.status)
        guard mayHaveBody else { return headerProblems }
        return headerProblems + bodyProblems(of: response, documented, name)
    }

    private func problem(ofUndocumentedStatus name: String, _ operation: ContractOperation) -> ContractProblem {
        let keys = operation.statusKeys
        let pointer = operation.pointer.appending("responses")
        guard !keys.isEmpty else {
            return problem(name, "not documented; the operation has no responses", pointer)
        }
        return problem(name, "not documented, only \(keys.listed) \(keys.verb)", pointer)
    }

    // MARK: Bodies

    private func bodyProblems(
        of request: CheckedRequest, _ operation: ContractOperation, _ name: String
    ) -> [ContractProblem] {
        guard let body = operation.body else { return [] }
        guard !request.body.isEmpty else {
            return missing("\(name) body", if: body.isRequired, body.pointer)
        }
        return problems(
            of: request.fields.readable(request.body), request.fields["Content-Type"], body.content, name,
            direction: .request)
    }

    private func bodyProblems(
        of response: CheckedResponse, _ documented: ContractResponse, _ name: String
    ) -> [ContractProblem] {
        let content = documented.content
        if content.mediaTypes.isEmpty {
            // A body that is not known may be empty.
            guard let body = response.body, !body.isEmpty else { return [] }
            return [problem("\(name) body", "not documented", documented.pointer)]
        }
        let contentType = response.fields["Content-Type"]
        let isMissing = response.body?.isEmpty == true && contentType == nil
        if isMissing {
            let message = "missing, but \(content.names.listed) \(content.names.verb) documented"
            return [problem("\(name) body", message, content.pointer)]
        }
        return problems(of: response.readableBody, contentType, content, name, direction: .response)
    }

    /// Returns the problems of a body: of its media type, and of its content if the body is known and has a schema.
    private func problems(
        of body: Data?, _ contentType: String?, _ content: ContractContent, _ name: String, direction: ContractDirection
    ) -> [ContractProblem] {
        guard !content.mediaTypes.isEmpty else { return [] }
        guard let contentType else {
            let names = content.names
            let message = "a body without Content-Type, but \(names.listed) \(names.verb) documented"
            return [problem(name, message, content.pointer)]
        }
        let mediaType = MediaTypeName(contentType)
        guard let documented = content.mediaType(for: mediaType) else {
            let names = content.names
            let message = "not documented, only \(names.listed) \(names.verb)"
            return [problem("\(name) \(mediaType.text)", message, content.pointer)]
        }
        let hasSchema = documented.schema != nil || documented.itemSchema != nil
        guard let body, hasSchema else { return [] }
        let place = "\(name) \(mediaType.text) body"
        do {
            let reader = BodyReader(validator: validator, encodings: documented.encodings)
            if let schema = documented.itemSchema, let items = try reader.items(of: body, mediaType) {
                return items.enumerated().flatMap { index, item in
                    problems(of: item, schema, "\(place)[\(index)]", direction)
                }
            }
            var partProblems: [ContractProblem] = []
            if mediaType.isMultipart {
                partProblems = try reader.parts(of: body, contentType).compactMap { problem(of: $0, documented, place) }
            }
            guard let schema = documented.schema else { return partProblems }
            if mediaType.isXML, validator.isXMLStructured(schema) {
                return try problems(ofXML: body, schema, place, direction)
            }
            guard let value = try reader.value(of: body, mediaType, contentType, schema) else { return partProblems }
            return partProblems + problems(of: value, schema, place, direction)
        } catch {
            return [problem(place, error.reason, documented.pointer)]
        }
    }

    /// Returns the problems of an XML document: of its names and namespaces, and of the value that it has.
    private func problems(
        ofXML body: Data, _ schema: Int, _ place: String, _ direction: ContractDirection
    ) throws(BodyReader.Failure) -> [ContractProblem] {
        let root: XMLElement
        do throws(XMLDocumentParser.Failure) {
            root = try XMLDocumentParser.root(of: body)
        } catch {
            throw BodyReader.Failure(reason: "not XML: \(error.reason)")
        }
        var reader = XMLReader(validator)
        let value = reader.value(ofRoot: root, schema)
        let findings = reader.findings.map { finding in
            problem(finding.path.text(after: place), finding.message, validator.displayLocation(of: finding.schema))
        }
        return findings + problems(of: value, schema, place, direction)
    }

    /// Returns the problem of a part whose media type is not documented.
    ///
    /// A part that states no media type has no problem, because many clients leave the type out.
    private func problem(
        of part: BodyReader.Part, _ documented: ContractMediaType, _ place: String
    ) -> ContractProblem? {
        guard let mediaType = part.mediaType, let encoding = documented.encodings[part.field.name] else {
            return nil
        }
        let expected = encoding.contentTypes
        if expected.isEmpty || expected.contains(where: { $0.matches(mediaType) }) { return nil }
        let names = expected.map(\.fullText)
        let message = "the media type \(mediaType.text) is not documented, only \(names.listed) \(names.verb)"
        return problem([PathStep.member(part.field.name)].text(after: place), message, encoding.pointer)
    }

    /// Returns the problems of a value, and of the members in the value that its schema does not document.
    func problems(
        of value: JSONValue, _ schema: Int, _ place: String, _ direction: ContractDirection
    ) -> [ContractProblem] {
        let violations = validator.violations(of: value, against: schema, direction: direction)
        let problems = violations.map { ContractProblem(text: $0.text(of: place)) }
        guard undocumented != .allow else { return problems }
        let undocumentedMembers = validator.undocumentedMembers(of: value, in: schema, direction)
        guard !undocumentedMembers.isEmpty else { return problems }
        // A member that breaks a schema is not reported again as undocumented.
        let reported = Set(violations.map(\.instancePointer))
        let others = undocumentedMembers.filter { !reported.contains($0.instancePointer) }
        return problems + others.map { undocumentedProblem($0, place) }
    }

    func undocumentedProblem(_ violation: ContractViolation, _ place: String) -> ContractProblem {
        ContractProblem(
            text: violation.text(of: place), isUndocumented: true, isWarning: undocumented == .warn,
            isNearMiss: violation.isNearMiss)
    }

    /// Returns the problem of a missing parameter, header field or body; none for an optional one.
    func missing(_ place: String, if isRequired: Bool, _ pointer: DocumentLocation) -> [ContractProblem] {
        guard isRequired else { return [] }
        return [problem(place, "missing, but required", pointer)]
    }

    func problem(_ place: String, _ message: String, _ pointer: DocumentLocation) -> ContractProblem {
        ContractProblem(text: "\(place): \(message) (\(pointer))")
    }
}
