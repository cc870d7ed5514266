import Foundation
import HTTPMock

/// An entry as a part of the DSL.
struct RegistrationExpression {
    let host: String
    /// The arguments of `Path`.
    let head: String
    var responses: [String]

    /// Creates the expression for an entry.
    ///
    /// - Parameter entry: The entry; nil if its URL can't be parsed.
    init?(_ entry: HAREntry) {
        guard let request = entry.request.mockRequest else { return nil }
        let literal = Self.pattern(request.host)
        host = request.url.port.map { "\(literal):\($0)" } ?? literal
        let path = Self.pattern(request.path).replacingOccurrences(of: "://", with: "%3A//")
        var arguments = [path.debugDescription, "method: \(Self.method(request.method))"]
        arguments.append("query: [\(request.query.isEmpty ? ":" : Self.query(request.query))]")
        if let condition = Self.condition(request) { arguments.append("when: \(condition)") }
        head = arguments.joined(separator: ", ")
        responses = [ResponseExpression(entry.response).text]
    }

    /// Returns a text with the special characters of patterns escaped.
    private static func pattern(_ text: String) -> String {
        let isAddress = text.hasPrefix("[")
        var escaped = isAddress ? text : text.replacingOccurrences(of: "*", with: "%2A")
        escaped = escaped.replacingOccurrences(of: "{", with: "%7B").replacingOccurrences(of: "}", with: "%7D")
        return escaped
    }

    private static func method(_ method: HTTPMock.HTTPMethod) -> String {
        let named: Set<HTTPMock.HTTPMethod> = [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]
        return named.contains(method) ? ".\(method.rawValue.lowercased())" : method.rawValue.debugDescription
    }

    private static func query(_ items: [URLQueryItem]) -> String {
        items.map { item in
            let value = item.value.map { Redaction.isPlaceholder($0) ? "Query.any" : $0.debugDescription }
            return "\(item.name.debugDescription): \(value ?? "nil")"
        }.joined(separator: ", ")
    }

    /// The condition for the body; nil if no condition can be written.
    private static func condition(_ request: MockRequest) -> String? {
        switch RequestKey(request, MatchingRules(matching: [], ignoring: [], redacting: .nothing)).body {
        case .empty: return nil
        case .multipart: return multipart(request)
        case .form(let items):
            let isRedacted = items.contains { $0.value.map(Redaction.isPlaceholder) ?? false }
            guard !isRedacted, Set(items.map(\.name)).count == items.count else { return nil }
            let fields = items.map { "\($0.name.debugDescription): \(($0.value ?? "").debugDescription)" }
            return ".form([\(fields.joined(separator: ", "))])"
        case .json(let value):
            let known = value.withoutPlaceholders
            guard let known, let literal = known.swiftLiteral else { return nil }
            let isWhole = known == value
            return isWhole ? ".json(\(literal) as JSONLiteral)" : ".json(containing: \(literal) as JSONLiteral)"
        case .bytes(let data): return ".body(\(data.swiftSource))"
        }
    }
}

extension RegistrationExpression {
    /// The condition for a form in parts; nil if a part has no name.
    private static func multipart(_ request: MockRequest) -> String? {
        let bytes = [UInt8](request.body)
        let parts = MultipartParser(bytes, contentType: request.header("Content-Type") ?? "").parts
        let fields = parts.compactMap { part -> String? in
            part.name.map { "\($0.debugDescription): \(field(part, Data(bytes[part.content])))" }
        }
        guard !fields.isEmpty, fields.count == parts.count else { return nil }
        return ".multipart([\(fields.joined(separator: ", "))])"
    }

    private static func field(_ part: MultipartPart, _ content: Data) -> String {
        let text = content.utf8Text
        let isRedacted = text?.contains(Redaction.mask) ?? false
        if let name = part.fileName {
            // A `*` in a name matches itself, too.
            let known = isRedacted ? "" : ", content: \(content.swiftSource)"
            return ".file(named: \(name.debugDescription), contentType: \(part.mediaType.debugDescription)\(known))"
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
        case .string(let text): return Redaction.isPlaceholder(text) ? nil : self
        case .object(let members): return .object(members.compactMapValues(\.withoutPlaceholders))
        case .array(let elements):
            let known = elements.compactMap(\.withoutPlaceholders)
            return known.count == elements.count ? .array(known) : nil
        case .null, .bool, .number: return self
        }
    }

    /// The value as a literal; nil if a number has no literal of equal value.
    fileprivate var swiftLiteral: String? {
        switch self {
        case .null: return "nil"
        case .bool(let value): return "\(value)"
        case .string(let text): return text.debugDescription
        case .number(let number):
            let text = number.description
            if let integer = Int(text) { return "\(integer)" }
            guard let double = Double(text), JSONValue(Data("\(double)".utf8)) == self else { return nil }
            return "\(double)"
        case .array(let elements):
            let literals = elements.compactMap(\.swiftLiteral)
            return literals.count == elements.count ? "[\(literals.joined(separator: ", "))]" : nil
        case .object(let members):
            let literals = members.sorted { $0.key < $1.key }.compactMap { name, value in
                value.swiftLiteral.map { "\(name.debugDescription): \($0)" }
            }
            guard literals.count == members.count else { return nil }
            return literals.isEmpty ? "[:]" : "[\(literals.joined(separator: ", "))]"
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
    /// The text as a literal in Swift, raw if that avoids escapes.
    var swiftSource: String {
        let isOneLine = !unicodeScalars.contains { $0.value < 0x20 || $0.properties.generalCategory == .format }
        // Compared by scalars, because a combining character after a quote hides the quote from a comparison of
        // characters.
        let scalars = Array(unicodeScalars)
        let isAmbiguous = zip(scalars, scalars.dropFirst()).contains { ($0 == "\"" || $0 == "\\") && $1 == "#" }
        let isRaw = isOneLine && scalars.contains("\"") && !isAmbiguous
        return isRaw ? "#\"\(self)\"#" : debugDescription
    }
}
