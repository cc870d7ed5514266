import Foundation
import HTTPMock

/// The operations that an HTTP request has for a GraphQL service.
///
/// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request)
struct GraphQLRequest: Sendable {
    /// One operation of a request.
    struct Item: Sendable {
        /// The document; nil if it is missing, as it may be for a persisted query, or no text.
        var query: String?
        var operationName: String?
        var variables: JSONObject = [:]
        /// The texts that may be the hash or the identifier of a persisted query.
        var persisted: [String] = []
        /// True with `extensions.persistedQuery.sha256Hash`, which no other service has.
        var hasPersistedHash = false
        /// The defects of the parameters.
        var issues: [GraphQLIssue] = []
    }

    let method: String
    let items: [Item]
    /// True for an array of operations.
    let isBatch: Bool
    /// The defect of the request as a whole; nil for none.
    let issue: GraphQLIssue?
    /// True if the field `Accept` names `application/graphql-response+json`, whatever its weight.
    let acceptsResponseType: Bool

    static let responseType = "application/graphql-response+json"

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isAtURL: Whether the request goes to the URL of the service, so that every POST is meant for it.
    ///   - known: The client's operations, by whose identifiers a request without a document is recognized.
    /// - Returns: nil for a request that is not for a GraphQL service.
    init?(_ request: CheckedRequest, isAtURL: Bool, _ known: KnownOperations) {
        method = request.method
        acceptsResponseType = request.fields["Accept"]?.lowercased().contains(Self.responseType) == true
        guard let reading = Reading(request, isAtURL: isAtURL) else { return nil }
        let isForService = isAtURL || reading.items.contains { $0.looksLikeGraphQL(known) }
        guard isForService else { return nil }
        items = reading.items
        isBatch = reading.isBatch
        issue = reading.issue
    }
}

extension GraphQLRequest.Item {
    /// Reads the members of a JSON object.
    fileprivate init(_ value: JSONValue) {
        guard let members = value.members else {
            issues = [Self.issue("expected an object with query, got \(value.shown)")]
            return
        }
        readQuery(members)
        let name = members["operationName"] ?? .null
        if case .string(let text) = name {
            operationName = text.isEmpty ? nil : text
        } else if name != .null {
            issues.append(Self.issue("expected a string, got \(name.shown)", at: "operationName"))
        }
        let values = members["variables"] ?? .null
        if let values = values.members {
            variables = values
        } else if values != .null {
            issues.append(Self.issue("expected an object, got \(values.shown)", at: "variables"))
        }
    }

    private mutating func readQuery(_ members: JSONObject) {
        let hash = members["extensions"]?["persistedQuery"]?["sha256Hash"]
        hasPersistedHash = hash?.string != nil
        let identifiers = [hash, members["documentId"], members["id"]]
        persisted = identifiers.compactMap { $0?.string }
        let text = members["query"] ?? .null
        if case .string(let document) = text {
            query = document
        } else if text != .null {
            issues.append(Self.issue("expected a string, got \(text.shown)", at: "query"))
        } else if persisted.isEmpty {
            let near = NearName.nearest(to: "query", in: members.sortedKeys)
            let hint = near.map { "; did you mean \"query\" by \"\($0)\"?" } ?? ""
            issues.append(Self.issue("missing, but required\(hint)", at: "query"))
        }
    }

    fileprivate static func issue(_ message: String, at name: String? = nil, status: Int = 422) -> GraphQLIssue {
        let path = name.map { [PathStep.member($0)] } ?? []
        return GraphQLIssue(rule: GraphQLIssue.transport, message: message, path: path, status: status)
    }

    /// The bytes of a document that are looked at for its first tokens, which may follow comments.
    private static let beginningLimit = 4_096

    /// Returns whether the operation is meant for a GraphQL service, whatever the URL.
    ///
    /// A text has to begin as a document does, because other services have quoted texts and single words. Without a
    /// text, a hash is enough. But `id` and `documentId` have to name an operation of the client, because other
    /// services have members of these names too.
    func looksLikeGraphQL(_ known: KnownOperations) -> Bool {
        guard let query else { return hasPersistedHash || known.operation(persisted: persisted) != nil }
        let beginning = Array(query.utf8.prefix(Self.beginningLimit))
        var lexer = GraphQLLexer(beginning)
        guard var first = try? lexer.next() else { return false }
        // The description of an operation.
        if first.isText {
            guard let next = try? lexer.next() else { return false }
            first = next
        }
        if first.isPunctuator(UInt8(ascii: "{")) { return true }
        guard case .name = first.kind else { return false }
        let word = String(decoding: beginning[first.start..<first.end], as: UTF8.self)
        let isKeyword = word == "fragment" || OperationKind(rawValue: word) != nil
        guard isKeyword, let next = try? lexer.next() else { return false }
        if case .name = next.kind { return true }
        // An operation without a name goes on with fields, variables or directives.
        return "{(@".utf8.contains { next.isPunctuator($0) }
    }
}

extension GraphQLRequest {
    /// The content of the body or the query of a request.
    private struct Reading {
        var items: [Item] = []
        var isBatch = false
        var issue: GraphQLIssue?

        init?(_ request: CheckedRequest, isAtURL: Bool) {
            switch request.method {
            case "GET":
                guard let item = Self.item(of: request.url) else { return nil }
                items = [item]
            case "POST": readBody(of: request)
            case "OPTIONS", "HEAD": return nil
            default:
                guard isAtURL else { return nil }
                issue = Item.issue("\(request.method) is not allowed, only POST and GET are", status: 405)
            }
            if items.isEmpty, issue == nil { issue = Item.issue("the batch has no operation") }
        }

        /// Reads the query of a URL; nil without `query`, `extensions` and `documentId`, as for an explorer's page.
        ///
        /// A parameter `id` alone is no identifier, because other pages have such a parameter too.
        private static func item(of url: RequestURL) -> Item? {
            var values: [String: String] = [:]
            for parameter in url.query {
                let text = parameter.text.replacing("+", with: " ").removingPercentEncoding
                values[parameter.name] = text ?? parameter.text
            }
            guard ["query", "extensions", "documentId"].contains(where: { values[$0] != nil }) else { return nil }
            var members: JSONObject = [:]
            for name in ["query", "operationName", "documentId", "id"] {
                if let text = values[name] { members[name] = .string(text) }
            }
            var issues: [GraphQLIssue] = []
            for name in ["variables", "extensions"] {
                guard let text = values[name], !text.isEmpty else { continue }
                if let value = JSONValue(Data(text.utf8)) {
                    members[name] = value
                } else {
                    issues.append(Item.issue("not JSON", at: name, status: 400))
                }
            }
            var item = Item(.object(members))
            item.issues += issues
            return item
        }

        private mutating func readBody(of request: CheckedRequest) {
            let contentType = request.fields["Content-Type"] ?? ""
            let name = MediaTypeName(contentType)
            switch name.text {
            case "application/json": readJSON(request.body)
            case "application/graphql":
                var item = Item()
                item.query = String(decoding: request.body, as: UTF8.self)
                items = [item]
            case "multipart/form-data": readParts(of: Array(request.body), contentType)
            default:
                // The operations are read all the same, because they show whether the request is for GraphQL.
                readJSON(request.body)
                let known = "application/json, application/graphql and multipart/form-data are"
                let got = contentType.isEmpty ? "a body without Content-Type" : name.text
                issue = Item.issue("\(got), but only \(known) allowed", status: 415)
            }
        }

        private mutating func readJSON(_ body: Data) {
            do throws(JSONSyntaxError) {
                let value = try JSONValue(parsing: body)
                if let elements = value.elements {
                    isBatch = true
                    items = elements.map { Item($0) }
                } else {
                    items = [Item(value)]
                }
            } catch {
                issue = Item.issue("the body is not JSON: \(error)", status: 400)
            }
        }

        /// Reads the part `operations`.
        ///
        /// - SeeAlso: [GraphQL multipart requests](https://github.com/jaydenseric/graphql-multipart-request-spec)
        private mutating func readParts(of body: [UInt8], _ contentType: String) {
            let parser = MultipartParser(body, contentType: contentType)
            if let problem = parser.problem {
                issue = Item.issue("the body is not multipart: \(problem)", status: 400)
                return
            }
            guard let part = parser.parts.first(where: { $0.name == "operations" }) else {
                issue = Item.issue("the body has no part operations", status: 400)
                return
            }
            readJSON(Data(body[part.content]))
            if let map = parser.parts.first(where: { $0.name == "map" }) { replaceFiles(of: Data(body[map.content])) }
        }

        /// Puts a text where the part `map` has a file, because a file is null in `operations`.
        ///
        /// The map has lists of paths such as `variables.file`, in a batch `0.variables.file`.
        private mutating func replaceFiles(of map: Data) {
            guard let pathsOfFiles = JSONValue(map)?.members else { return }
            let paths = pathsOfFiles.values.flatMap { $0.elements ?? [] }
            for path in paths.compactMap(\.string) {
                var steps = path.split(separator: ".").map(String.init)[...]
                var index = 0
                if isBatch, let first = steps.popFirst() { index = Int(first) ?? 0 }
                guard items.indices.contains(index), steps.popFirst() == "variables" else { continue }
                guard let name = steps.popFirst(), let value = items[index].variables[name] else { continue }
                items[index].variables[name] = value.replacing(at: steps, with: .string("file"))
            }
        }
    }
}

extension JSONValue {
    /// Returns the value with a file at a path; unchanged if the value has no such path.
    fileprivate func replacing(at steps: ArraySlice<String>, with file: JSONValue) -> JSONValue {
        guard let step = steps.first else { return file }
        switch self {
        case .object(var members):
            members[step] = members[step]?.replacing(at: steps.dropFirst(), with: file)
            return .object(members)
        case .array(var elements):
            guard let index = Int(step), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].replacing(at: steps.dropFirst(), with: file)
            return .array(elements)
        default: return self
        }
    }
}
