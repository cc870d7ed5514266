import Foundation
import HTTPMock

/// Checks requests and responses against the operations of a document.
///
/// Pure: equal requests and responses have equal problems.
struct ContractChecker: Sendable {
    let document: LoadedDocument
    private let routes: ContractRoutes
    let undocumented: UndocumentedProperties
    let ignored: Set<ContractRule>

    /// The URL that counts instead of the document's servers; nil for none.
    let server: ContractServer?

    /// The server of each operation: the given one, or else the operation's first in the document.
    var servers: [ContractServer] {
        server.map { Array(repeating: $0, count: document.operations.count) } ?? document.operationServers
    }

    /// The most entries that a message lists.
    static let listLimit = 10

    var validator: SchemaValidator { document.validator }

    /// Creates a checker for one mock.
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
        self.server = server.map { ContractServer(given: $0) }
        routes =
            self.server.map { ContractRoutes(document.entries, servers: document.servers, server: $0) }
            ?? document.routes
    }

    /// Finds the operation for a request.
    func match(_ request: CheckedRequest) -> ContractRoutes.Match {
        routes.match(request.method, request.url)
    }

    /// Returns the problem of a request that has no operation.
    ///
    /// A request has no problem if it goes elsewhere, or if its path has a defect.
    private func problems(
        ofRequestWithoutOperation request: CheckedRequest, _ match: ContractRoutes.Match
    ) -> [ContractProblem] {
        switch match {
        case .elsewhere, .unusable, .operation: return []
        case .otherMethods(let path, let methods):
            let pointer = document.root.appending("paths").appending(path)
            // The operations of a path may all have servers of their own.
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
        let parameters = operation.parameters.flatMap { parameter in
            problems(of: parameter, in: request, values, name)
        }
        return parameters + undocumentedQuery(of: request, operation, name) + bodyProblems(of: request, operation, name)
    }

    /// Returns the documented statuses by which a service refuses a request of an operation.
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
        let fields = documented.headers.flatMap { header in
            let text = response.fields[header.name].flatMap { ParameterText($0, of: header) }
            return self.problems(of: header, text, "\(name) header \(header.name)", direction: .response)
        }
        let hasBody = request.method != "HEAD" && ![204, 304].contains(response.status)
        guard hasBody else { return fields }
        return fields + bodyProblems(of: response, documented, name)
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
        let contentType = response.fields["Content-Type"]
        if let body = response.body, body.isEmpty, contentType == nil {
            let names = documented.content.names
            guard !names.isEmpty else { return [] }
            let message = "missing, but \(names.listed) \(names.verb) documented"
            return [problem("\(name) body", message, documented.content.pointer)]
        }
        if documented.content.mediaTypes.isEmpty {
            guard response.body?.isEmpty == false else { return [] }
            return [problem("\(name) body", "not documented", documented.pointer)]
        }
        return problems(
            of: response.readableBody, contentType, documented.content, name, direction: .response)
    }

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
            var found: [ContractProblem] = []
            if mediaType.isMultipart {
                found = try reader.parts(of: body, contentType).compactMap { problem(of: $0, documented, place) }
            }
            guard let schema = documented.schema else { return found }
            if mediaType.isXML, validator.isXMLStructured(schema) {
                return try problems(ofXML: body, schema, place, direction)
            }
            guard let value = try reader.value(of: body, mediaType, contentType, schema) else { return found }
            return found + problems(of: value, schema, place, direction)
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
            problem(finding.path.text(after: place), finding.message, validator.displayPointer(of: finding.schema))
        }
        return findings + problems(of: value, schema, place, direction)
    }

    /// Returns the problem of a part whose media type is not documented.
    ///
    /// A part that states no media type has no problem, because many clients leave it out.
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

    func problems(
        of value: JSONValue, _ schema: Int, _ place: String, _ direction: ContractDirection
    ) -> [ContractProblem] {
        let violations = validator.violations(of: value, against: schema, direction: direction)
        let problems = violations.map { ContractProblem(text: $0.text(of: place)) }
        guard undocumented != .allow else { return problems }
        let undocumentedMembers = validator.undocumentedMembers(of: value, in: schema, direction)
        guard !undocumentedMembers.isEmpty else { return problems }
        // A member that breaks its schema is reported once.
        let reported = Set(violations.map(\.instancePointer))
        return problems
            + undocumentedMembers.filter { !reported.contains($0.instancePointer) }
            .map { undocumentedProblem($0, place) }
    }

    func undocumentedProblem(_ violation: ContractViolation, _ place: String) -> ContractProblem {
        ContractProblem(
            text: violation.text(of: place), isUndocumented: true, isWarning: undocumented == .warn,
            isNearMiss: violation.isNearMiss)
    }

    /// Returns the problem of a part that is missing; none for an optional part.
    func missing(_ place: String, if isRequired: Bool, _ pointer: DocumentLocation) -> [ContractProblem] {
        guard isRequired else { return [] }
        return [problem(place, "missing, but required", pointer)]
    }

    func problem(_ place: String, _ message: String, _ pointer: DocumentLocation) -> ContractProblem {
        ContractProblem(text: "\(place): \(message) (\(pointer))")
    }
}
