import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Cassette {
    /// The entries as `mock.registerResponses { … }`, which compiles where `mock` is in scope.
    ///
    /// The file needs `import Foundation` and `import HTTPMock`. Equal requests become one path with several responses.
    /// A query item that is redacted may have any value, and a JSON string that is redacted may be missing as well. A
    /// URL-encoded form with a redacted field gets no condition.
    ///
    /// Secrets of a recording are replaced. Unlike a saved file, the source is not searched for other secrets.
    public var swiftSource: String { Self.swiftSource(of: entries.map(\.recorded)) }

    /// The entries as `mock.registerResponses { … }`, with the secrets of all entries replaced.
    package var maskedSwiftSource: String {
        let entries = entries.map(\.recorded)
        var redactor = Redactor(.secrets, firstNumber: Self.firstNumber(after: entries))
        return Self.swiftSource(of: entries.map { redactor.redact($0, number: $0.number) })
    }

    private static func swiftSource(of entries: [HAREntry]) -> String {
        var lines = ["mock.registerResponses {"]
        for host in hosts(of: entries) {
            lines.append("    Host(\(host.host.debugDescription)) {")
            for route in host.routes {
                lines.append("        Path(\(route.head)) {")
                lines += route.responses.map { "            \($0)" }
                lines.append("        }")
            }
            lines.append("    }")
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    /// Returns the registrations of entries by host, with all responses to equal requests in one registration.
    private static func hosts(of entries: [HAREntry]) -> [HostExpression] {
        var hosts: [HostExpression] = []
        var hostIndexes: [String: Int] = [:]
        var routeIndexes: [[String]: Int] = [:]
        for entry in entries {
            guard let source = RegistrationExpression(entry) else { continue }
            let newIndex = hosts.count
            let index = hostIndexes[source.host] ?? newIndex
            if index == newIndex {
                hostIndexes[source.host] = index
                hosts.append(HostExpression(host: source.host))
            }
            let key = [source.host, source.head]
            if let route = routeIndexes[key] {
                hosts[index].routes[route].responses += source.responses
            } else {
                routeIndexes[key] = hosts[index].routes.count
                hosts[index].routes.append(source)
            }
        }
        return hosts
    }
}

/// The registrations of one host in the DSL.
private struct HostExpression {
    let host: String
    var routes: [RegistrationExpression] = []
}

/// The registration of an entry in the DSL.
struct RegistrationExpression {
    let host: String
    /// The arguments of `Path`.
    let head: String
    /// The responses as calls, in the order in which equal requests get them.
    var responses: [String]

    /// Creates the expression for an entry; nil if its URL can't be parsed.
    init?(_ entry: HAREntry) {
        guard let request = entry.request.mockRequest else { return nil }
        let literal = Self.pattern(request.host)
        host = request.url.port.map { "\(literal):\($0)" } ?? literal
        // A path with `://` would be read as a whole URL.
        let path = Self.pattern(request.path).replacingOccurrences(of: "://", with: "%3A//")
        var arguments = [path.debugDescription, "method: \(Self.method(request.method))"]
        arguments.append("query: \(Self.query(request.queryItems))")
        let conditions = Self.queryConditions(request.queryItems) + [Self.condition(request)].compactMap(\.self)
        if conditions.count > 1 {
            arguments.append("when: .all(of: \(conditions.joined(separator: ", ")))")
        } else if let condition = conditions.first {
            arguments.append("when: \(condition)")
        }
        head = arguments.joined(separator: ", ")
        responses = [ResponseExpression(entry.response).text]
    }

    /// Returns a text with the special characters of patterns escaped.
    private static func pattern(_ text: String) -> String {
        // In brackets, an escape would be a part of the address.
        let isAddress = text.hasPrefix("[")
        if isAddress { return text }
        return text.replacingOccurrences(of: "{", with: "%7B").replacingOccurrences(of: "}", with: "%7D")
            .replacingOccurrences(of: "*", with: "%2A")
    }

    private static func method(_ method: HTTPMock.HTTPMethod) -> String {
        let named: Set<HTTPMock.HTTPMethod> = [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]
        guard named.contains(method) else { return method.rawValue.debugDescription }
        return ".\(method.rawValue.lowercased())"
    }

    private static func query(_ items: [RequestItem]) -> String {
        if items.isEmpty { return "[:]" }
        let pairs = items.map { "\($0.name.text.debugDescription): \(queryValue($0.value))" }
        return "[\(pairs.joined(separator: ", "))]"
    }

    private static func queryValue(_ value: ExactText?) -> String {
        guard let value else { return "nil" }
        // A literal has no bytes that are not UTF-8.
        if Redaction.isPlaceholder(value.text) || !value.isUTF8 { return "Query.any" }
        return value.text.debugDescription
    }

    /// Returns a condition for the first value of each name if it is not UTF-8, because a literal can't have it.
    private static func queryConditions(_ items: [RequestItem]) -> [String] {
        var known: Set<ExactText> = []
        return items.compactMap { item in
            guard let name = item.name.utf8, known.insert(item.name).inserted else { return nil }
            guard let value = item.value, !value.isUTF8 else { return nil }
            let description = "\(name) is \(value.text)".debugDescription
            let bytes = Data(value.bytes).swiftSource
            return ".where(\(description)) { $0.queryBytes(\(name.debugDescription)) == \(bytes) }"
        }
    }

    /// Returns the condition for the body; nil without a body, and if the DSL has no condition for the body.
    private static func condition(_ request: MockRequest) -> String? {
        switch RequestKey(request, MatchingRules(matching: [], ignoring: [], redacting: .nothing)).body {
        case .empty: return nil
        case .multipart: return multipart(request)
        case .form(let items):
            let isRedacted = items.contains { $0.value.map(Redaction.isPlaceholder) ?? false }
            guard !isRedacted else { return nil }
            // A literal has no bytes that are not UTF-8, and no field without a value.
            let isText = request.formItems.allSatisfy { $0.name.isUTF8 && $0.value?.isUTF8 == true }
            guard isText else { return ".body(\(request.body.swiftSource))" }
            // The literal of `.form` can have each name only once.
            guard Set(items.map(\.name)).count == items.count else { return nil }
            let fields = items.map { "\($0.name.debugDescription): \(($0.value ?? "").debugDescription)" }
            return ".form([\(fields.joined(separator: ", "))])"
        case .json(let value):
            let known = value.withoutPlaceholders
            guard let known, let literal = JSONExpectation(known).swiftSource else { return nil }
            let isWhole = known == value
            let label = isWhole ? "" : "containing: "
            return ".json(\(label)\(literal) as JSONLiteral)"
        case .bytes(let data): return ".body(\(data.swiftSource))"
        }
    }
}

extension RegistrationExpression {
    /// Returns the condition for a multipart form; nil without parts, and if a part has no name.
    private static func multipart(_ request: MockRequest) -> String? {
        let bytes = [UInt8](request.body)
        let parts = MultipartParser(bytes, contentType: request.header("Content-Type") ?? "").parts
        let fields = parts.compactMap { part -> String? in
            part.name.map { "\($0.debugDescription): \(field(part, Data(bytes[part.content])))" }
        }
        guard !fields.isEmpty, fields.count == parts.count else { return nil }
        return ".multipart([\(fields.joined(separator: ", "))])"
    }

    /// Returns the expression for a part, with any content if the content is redacted.
    ///
    /// A part without a file name also matches with any content if its content is not UTF-8.
    private static func field(_ part: MultipartPart, _ content: Data) -> String {
        let text = content.utf8Text
        let isRedacted = text?.contains(Redaction.mask) ?? false
        if let name = part.fileName {
            // A `*` in a name matches itself, too.
            var arguments = ["named: \(name.debugDescription)", "contentType: \(part.mediaType.debugDescription)"]
            if !isRedacted { arguments.append("content: \(content.swiftSource)") }
            return ".file(\(arguments.joined(separator: ", ")))"
        }
        guard let text, !isRedacted else { return ".any" }
        return ".text(\(text.swiftSource))"
    }
}

extension JSONValue {
    /// The value without redacted members.
    ///
    /// Nil for a redacted value, and for an array with redacted elements.
    fileprivate var withoutPlaceholders: JSONValue? {
        switch self {
        case .string(let text) where Redaction.isPlaceholder(text): return nil
        case .object(let members):
            var known: JSONObject = [:]
            let names = members.map(\.key)
            for (name, member) in members {
                // A secret number is redacted by 0.
                let isRedactedNumber =
                    member == .number(JSONNumber(0)) && Redaction.isSecretMember(name, member, among: names)
                if isRedactedNumber { continue }
                if let value = member.withoutPlaceholders { known[name] = value }
            }
            return .object(known)
        case .array(let elements):
            let known = elements.compactMap(\.withoutPlaceholders)
            guard known.count == elements.count else { return nil }
            return .array(known)
        case .null, .bool, .number, .string: return self
        }
    }
}

extension Data {
    /// The bytes as an expression in Swift, from a text if they are UTF-8.
    var swiftSource: String {
        guard let text = utf8Text else {
            return "Data(base64Encoded: \"\(base64EncodedString())\")!"
        }
        return "Data(\(text.swiftSource).utf8)"
    }
}

extension String {
    /// The text as a literal in Swift; raw if the text has quotes and a raw literal needs no escapes.
    var swiftSource: String {
        let needsEscapes = unicodeScalars.contains { $0.value < 0x20 || $0.properties.generalCategory == .format }
        // Compared by scalars, because a combining character after a quote hides the quote from a comparison of
        // characters.
        let scalars = Array(unicodeScalars)
        let isAmbiguous = zip(scalars, scalars.dropFirst()).contains { ["\"", "\\"].contains($0) && $1 == "#" }
        let isRaw = scalars.contains("\"") && !needsEscapes && !isAmbiguous
        guard isRaw else { return debugDescription }
        return "#\"\(self)\"#"
    }
}

/// A recorded response as a call of one of the factories of `MockResponse`.
struct ResponseExpression {
    let text: String

    init(_ response: HARResponse) {
        let error = response.error.flatMap(HARFailure.code).map(Self.name)
        guard response.status != 0 else {
            text = "MockResponse.failure(\(error ?? ".unknown"))"
            return
        }
        var single: [HARField] = []
        var repeated: [HARField] = []
        for field in response.playedHeaders {
            let isKnown = single.contains { $0.name.lowercased() == field.name.lowercased() }
            if isKnown { repeated.append(field) } else { single.append(field) }
        }
        var (factory, arguments) = Self.body(response)
        if response.status != 200 { arguments.append("status: \(response.status)") }
        if let error {
            arguments.append("delivery: .failing(\(error), afterBytes: \(response.body.bytes.count))")
        }
        if !single.isEmpty {
            let fields = single.map { "\($0.name.debugDescription): \($0.value.debugDescription)" }
            arguments.append("headers: [\(fields.joined(separator: ", "))]")
        }
        let call = "MockResponse.\(factory)(\(arguments.joined(separator: ", ")))"
        text = repeated.reduce(call) { text, field in
            "\(text).addingHeader(\(field.name.debugDescription), \(field.value.debugDescription))"
        }
    }

    /// Returns the factory and its first argument; no argument for an empty body, or for a status that forbids a body.
    private static func body(_ response: HARResponse) -> (factory: String, arguments: [String]) {
        let body = response.body
        let forbidsBody = MockResponse.Status(response.status).forbidsContent
        if body.bytes.isEmpty || forbidsBody { return ("empty", []) }
        if let chunks = response.chunks, chunks.count > 1 {
            var sources: [String] = []
            var rest = body.bytes
            for length in chunks {
                sources.append(Data(rest.prefix(length)).swiftSource)
                rest = rest.dropFirst(length)
            }
            return ("stream", ["[\(sources.joined(separator: ", "))]"])
        }
        let type = body.mimeType.lowercased()
        guard let text = body.text else { return ("data", [body.bytes.swiftSource]) }
        if type.hasPrefix("application/json") { return ("json", [text.swiftSource]) }
        if type.hasPrefix("text/html") { return ("html", [text.swiftSource]) }
        if type.hasPrefix("text/plain") { return ("plaintext", [text.swiftSource]) }
        return ("data", [body.bytes.swiftSource])
    }

    /// Returns the code as an expression: its name, or its number if it is not in `names`.
    private static func name(of code: URLError.Code) -> String {
        names[code].map { ".\($0)" } ?? "URLError.Code(rawValue: \(code.rawValue))"
    }

    private static let names: [URLError.Code: String] = [
        .appTransportSecurityRequiresSecureConnection: "appTransportSecurityRequiresSecureConnection",
        .backgroundSessionInUseByAnotherProcess: "backgroundSessionInUseByAnotherProcess",
        .backgroundSessionRequiresSharedContainer: "backgroundSessionRequiresSharedContainer",
        .backgroundSessionWasDisconnected: "backgroundSessionWasDisconnected", .badServerResponse: "badServerResponse",
        .badURL: "badURL", .callIsActive: "callIsActive", .cancelled: "cancelled", .cannotCloseFile: "cannotCloseFile",
        .cannotConnectToHost: "cannotConnectToHost", .cannotCreateFile: "cannotCreateFile",
        .cannotDecodeContentData: "cannotDecodeContentData", .cannotDecodeRawData: "cannotDecodeRawData",
        .cannotFindHost: "cannotFindHost", .cannotLoadFromNetwork: "cannotLoadFromNetwork",
        .cannotMoveFile: "cannotMoveFile", .cannotOpenFile: "cannotOpenFile",
        .cannotParseResponse: "cannotParseResponse", .cannotRemoveFile: "cannotRemoveFile",
        .cannotWriteToFile: "cannotWriteToFile", .clientCertificateRejected: "clientCertificateRejected",
        .clientCertificateRequired: "clientCertificateRequired", .dataLengthExceedsMaximum: "dataLengthExceedsMaximum",
        .dataNotAllowed: "dataNotAllowed", .dnsLookupFailed: "dnsLookupFailed",
        .downloadDecodingFailedMidStream: "downloadDecodingFailedMidStream",
        .downloadDecodingFailedToComplete: "downloadDecodingFailedToComplete", .fileDoesNotExist: "fileDoesNotExist",
        .fileIsDirectory: "fileIsDirectory", .httpTooManyRedirects: "httpTooManyRedirects",
        .internationalRoamingOff: "internationalRoamingOff", .networkConnectionLost: "networkConnectionLost",
        .noPermissionsToReadFile: "noPermissionsToReadFile", .notConnectedToInternet: "notConnectedToInternet",
        .redirectToNonExistentLocation: "redirectToNonExistentLocation",
        .requestBodyStreamExhausted: "requestBodyStreamExhausted", .resourceUnavailable: "resourceUnavailable",
        .secureConnectionFailed: "secureConnectionFailed", .serverCertificateHasBadDate: "serverCertificateHasBadDate",
        .serverCertificateHasUnknownRoot: "serverCertificateHasUnknownRoot",
        .serverCertificateNotYetValid: "serverCertificateNotYetValid",
        .serverCertificateUntrusted: "serverCertificateUntrusted", .timedOut: "timedOut", .unknown: "unknown",
        .unsupportedURL: "unsupportedURL", .userAuthenticationRequired: "userAuthenticationRequired",
        .userCancelledAuthentication: "userCancelledAuthentication", .zeroByteResource: "zeroByteResource",
    ]
}
