import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The parts of a request that count when entries are matched.
///
/// Requests with equal keys match, unless a closure of the user refuses the entry.
struct RequestKey: Hashable, Sendable {
    let method: String
    /// The scheme; empty if it doesn't count.
    let scheme: String
    /// The host; empty if it doesn't count.
    let host: String
    /// The port; nil if it doesn't count.
    let port: Int?
    /// The masked path with percent-decoded segments, or the pattern that stands for the path.
    ///
    /// An encoded slash stays encoded, and so does an encoded `%` before two hexadecimal digits.
    let path: String
    /// The segments of the path, or the pattern that stands for the path, compared by bytes.
    private let exactPath: [ExactText]
    /// The query items by name, the values of one name in their order, or sorted if their order doesn't count.
    let query: [Item]
    /// The values of the header fields that the rules name, by name in lower case.
    let headers: [String: ExactText]
    private(set) var body: Body

    /// An item of a query or a form; texts are compared by code units.
    struct Item: Hashable, Sendable {
        /// The name and the value as they are shown.
        let name: String
        let value: String?
        private let exactName: ExactText
        private let exactValue: ExactText?

        init(_ item: RequestItem, masked value: String?) {
            name = item.name.text
            self.value = value
            exactName = item.name
            // A masked value is compared by its mask, any other value by its bytes.
            let isMasked = value != item.value?.text
            exactValue = isMasked ? value.map { ExactText($0) } : item.value
        }

        /// Returns whether the item is before another, by name and then by value.
        func precedes(_ other: Item) -> Bool {
            if exactName != other.exactName { return exactName < other.exactName }
            // A missing value has the place of an empty one.
            let (value, otherValue) = (exactValue ?? ExactText(""), other.exactValue ?? ExactText(""))
            return value < otherValue
        }
    }

    enum Body: Hashable, Sendable {
        case empty
        case json(JSONValue)
        case form([Item])
        case multipart([Part])
        case bytes(Data)
    }

    /// A part of a multipart body.
    struct Part: Hashable, Sendable {
        /// The header fields as `name: value`, sorted.
        let head: [ExactText]
        /// The bytes; empty for a part that has parts.
        let content: Data
        let parts: [Part]
    }

    init(_ request: MockRequest, _ rules: MatchingRules) {
        method = request.method.rawValue
        let scheme = request.scheme
        self.scheme = rules.ignoresScheme ? "" : scheme
        host = rules.ignoresHost ? "" : request.host
        // The default ports of two schemes are equal if the scheme doesn't count.
        let isDefaultPort = request.port == Self.defaultPort(of: scheme)
        let ignoresDefaultPort = rules.ignoresScheme && isDefaultPort
        let ignoresPort = rules.ignoresPort || ignoresDefaultPort
        port = ignoresPort ? nil : request.port
        let maskedPath = rules.masked(path: Self.withoutDotSegments(request.path))
        let decodedPath = Self.decoded(maskedPath)
        path = rules.counted(path: decodedPath)
        let isPattern = !path.hasSameCodeUnits(as: decodedPath)
        if isPattern {
            exactPath = [ExactText(path)]
        } else {
            exactPath = maskedPath.split(separator: "/", omittingEmptySubsequences: false).map { segment in
                ExactText(decoding: PercentEncoding.decode(segment.utf8))
            }
        }
        query = rules.query(of: request)
        var headers: [String: ExactText] = [:]
        for name in rules.headers {
            guard let value = request.header(name) else { continue }
            headers[name] = ExactText(rules.masked(HARField(name, value).inOrder))
        }
        self.headers = headers
        body = Body(request, rules)
    }

    /// Returns a path without dot segments, which some clients of a server send as they are, and others remove.
    private static func withoutDotSegments(_ path: String) -> String {
        guard path.contains("/.") else { return path }
        return String(decoding: URLText.removingDotSegments(ofPath: Array(path.utf8)[...]), as: UTF8.self)
    }

    /// Returns the key of the request's bytes, whatever their media type; nil without a body that counts.
    ///
    /// Some exporters leave the media type out, and the loading system adds one.
    func untyped(_ request: MockRequest, _ rules: MatchingRules) -> RequestKey? {
        guard !request.body.isEmpty, !rules.ignoresBody else { return nil }
        var key = self
        key.body = .bytes(rules.masked(request.body, type: nil))
        return key
    }

    /// Returns the default port of https, or that of http for any other scheme.
    static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    /// Returns a path with decoded segments, in which only escapes that would be read wrongly stay encoded.
    ///
    /// A segment that is not UTF-8 stays as it is.
    private static func decoded(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
        return path.components(separatedBy: "/").map { segment in
            guard let decoded = segment.removingPercentEncoding else { return segment }
            // Without its own escape, a `%` would look like the beginning of another one.
            // By scalar, because a combining mark after a sign forms one character with it.
            let escaped = decoded.replacing(/%(?=[0-9A-Fa-f]{2})/.matchingSemantics(.unicodeScalar), with: "%25")
            return String(escaped.unicodeScalars.replacing("/".unicodeScalars, with: "%2F".unicodeScalars))
        }.joined(separator: "/")
    }
}

extension RequestKey.Body {
    init(_ request: MockRequest, _ rules: MatchingRules) {
        let body = request.body
        guard !body.isEmpty, !rules.ignoresBody else {
            self = .empty
            return
        }
        // The type of unknown data says as little as no type.
        let type = HARBody(Data(), type: request.header("Content-Type")).knownType
        let essence = MediaEssence(type)
        // The loading system marks a body without a media type as a form, even if it is JSON.
        let firstAfterSpace = body.first { $0 > UInt8(ascii: " ") }
        let startsAsJSON = firstAfterSpace == UInt8(ascii: "{") || firstAfterSpace == UInt8(ascii: "[")
        if essence.isMultipart {
            let bytes = [UInt8](body)
            let form = MultipartParser(bytes, contentType: type ?? "")
            guard form.problem == nil else {
                self = .bytes(rules.masked(body, type: type))
                return
            }
            self = .multipart(rules.parts(form, in: bytes))
        } else if essence.isForm, !startsAsJSON, body.utf8Text != nil {
            self = .form(rules.items(request.formItems, .form, of: .form))
        } else if essence.isJSON || startsAsJSON, let value = JSONValue(body) {
            self = .json(rules.masked(value))
        } else {
            self = .bytes(rules.masked(body, type: type))
        }
    }
}

extension HARRequest {
    /// The request in the engine's form; nil if its URL can't be parsed.
    package var mockRequest: MockRequest? {
        guard let address = URL(keepingEscapesOf: url) else { return nil }
        var request = URLRequest(url: address)
        request.httpMethod = method
        for field in headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
        if let type = body?.knownType, headers.firstValue("Content-Type") == nil {
            request.setValue(type, forHTTPHeaderField: "Content-Type")
        }
        return MockRequest(request, url: address, body: body?.bytes ?? Data())
    }
}

extension HARField {
    /// Whether the field is a `Cookie` field.
    var isCookie: Bool { name.isEqualIgnoringCase(to: "Cookie") }

    /// The pairs of a `Cookie` field; text without `=` is a name without value.
    ///
    /// - SeeAlso: [RFC 6265 §4.2.1](https://www.rfc-editor.org/rfc/rfc6265.html#section-4.2.1)
    var cookiePairs: [CookiePair] {
        value.unicodeScalars.split(separator: ";").map { pair in
            let text = String(pair).trimmingCharacters(in: .whitespaces)
            let parts = text.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            var value = ""
            if parts.count > 1 { value = String(parts[1]) }
            return CookiePair(text: text, name: String(parts[0]), value: value)
        }
    }

    /// A cookie of a request.
    struct CookiePair {
        /// The whole pair, as in `name=value`.
        let text: String
        let name: String
        let value: String
    }

    /// A `Cookie` field with its cookies sorted by name, because Foundation orders cookies at random.
    ///
    /// Any other field is as it was.
    var inOrder: HARField {
        guard isCookie, value.contains(";") else { return self }
        let sorted = cookiePairs.sorted { ExactText($0.name) < ExactText($1.name) }
        return HARField(name, sorted.map(\.text).joined(separator: "; "))
    }
}

extension HARRequest {
    /// The request with its header fields and its cookies in order of their names.
    ///
    /// The values of one name keep their order.
    var inOrder: HARRequest {
        let fields = headers.map(\.inOrder).sorted { $0.name < $1.name }
        if fields == headers { return self }
        var request = self
        request.headers = fields
        return request
    }
}
