import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request as the mock received it, for conditions, handlers and the log.
///
/// The body is complete, whether it was given as `httpBody`, as `httpBodyStream`, or as an upload from data, a file or
/// a stream; only the log may cut it. The headers include the session's `httpAdditionalHeaders` and the cookies of its
/// storage.
public struct MockRequest: Sendable {
    /// The request, with its body in `httpBody`.
    ///
    /// Foundation joins the values of a repeated field, and writes some methods in upper case.
    public var urlRequest: URLRequest {
        var request = requestWithoutFile
        if case .file(let file) = content { request.httpBody = file.data }
        return request
    }

    /// The request, with its body in `httpBody` unless the body is in a file.
    var requestWithoutFile: URLRequest {
        switch head {
        case .session(let request): return request
        case .wire(let method, let fields, _):
            var request = URLRequest(url: url)
            request.httpMethod = method.rawValue
            request.allHTTPHeaderFields = Dictionary(fields)
            if case .data(let body) = content, !body.isEmpty { request.httpBody = body }
            return request
        }
    }

    /// The body; empty if there is none.
    ///
    /// The large file of an upload is read when the body is first used.
    public var body: Data { content.data }

    var head: Head { arrived.head }

    /// Whether the request arrived at a port, and not in process.
    var arrivedAtPort: Bool {
        switch head {
        case .session: false
        case .wire: true
        }
    }

    var content: RequestBody { arrived.content }

    /// The number of requests that the registration has served, including this one.
    ///
    /// The number is 0 while conditions are evaluated, and in the log.
    public internal(set) var callCount = 0

    var target: RequestTarget { arrived.target }

    /// The parts that all copies of the request share.
    private let arrived: Arrived

    private final class Arrived: Sendable {
        let head: Head
        let content: RequestBody
        let target: RequestTarget

        init(_ head: Head, _ content: RequestBody, _ target: RequestTarget) {
            self.head = head
            self.content = content
            self.target = target
        }
    }

    package var scheme: String { target.scheme }

    /// Returns a parameter of the registered path; nil in the log.
    ///
    /// For a path without parameters, the function is nil or returns nil.
    var parameter: (@Sendable (_ name: String, _ target: RequestTarget) -> String?)?

    /// Creates a request whose body is in memory.
    ///
    /// If the given request has no `httpBody`, ``urlRequest`` has none either.
    package init(_ urlRequest: URLRequest, url: URL, body: Data) {
        self.init(.session(urlRequest), target: RequestTarget(sessionURL: url), content: .data(body))
    }

    package init(_ urlRequest: URLRequest, url: URL, content: RequestBody) {
        self.init(.session(urlRequest), target: RequestTarget(sessionURL: url), content: content)
    }

    /// Creates a request whose body is in memory, with the method and the fields that a client sent to an address.
    package init(
        method: HTTPMock.HTTPMethod, address: RequestAddress, headers: HTTPMock.HeaderFields, body: Data,
        isWebSocketUpgrade: Bool = false
    ) {
        self.init(
            .wire(method, headers, isWebSocketUpgrade: isWebSocketUpgrade), target: RequestTarget(address),
            content: .data(body))
    }

    init(_ head: Head, target: RequestTarget, content: RequestBody) {
        arrived = Arrived(head, content, target)
    }

    /// The URL that was requested.
    public var url: URL { target.url }

    /// The method, in the request's spelling.
    public var method: HTTPMock.HTTPMethod {
        switch head {
        case .session(let request): HTTPMock.HTTPMethod(rawValue: request.httpMethod ?? "GET")
        case .wire(let method, _, _): method
        }
    }

    /// The host in lower case; empty if the URL has none.
    ///
    /// An internationalised host is in its `xn--` form, and an IPv6 address is in brackets.
    public var host: String { target.host }

    /// The port of the URL or its scheme's default port (80, 443).
    ///
    /// Nil for another scheme without a port.
    public var port: Int? { target.port }

    /// The path as the URL spells it, percent-encoded; `/` if the URL has none.
    public var path: String { target.path }

    /// The query's items in order, percent-decoded; `+` stays a plus, as in `URLComponents`.
    ///
    /// A name that is not UTF-8 is empty, and a value that is not UTF-8 is nil (see ``queryBytes(_:)``).
    public var query: [URLQueryItem] { queryItems.map(\.urlQueryItem) }

    /// The query's items in order, whose bytes need not be UTF-8.
    ///
    /// Every call parses the query.
    package var queryItems: [RequestItem] {
        RequestItem.inQuery(target.queryBytes)
    }

    /// Returns the first value of a query item; nil for a missing name or value, and for bytes that are not UTF-8.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func queryValue(_ name: String) -> String? {
        query.value(named: name)
    }

    /// Returns all values of a query item in order; a missing value is "".
    ///
    /// A value that is not UTF-8 is "" as well.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func queryValues(_ name: String) -> [String] {
        query.values(named: name)
    }

    /// Returns the bytes of a query item's first value, which need not be UTF-8; nil for a missing name or value.
    ///
    /// ```swift
    /// let text = request.queryBytes("q").flatMap { String(data: $0, encoding: .shiftJIS) }
    /// ```
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func queryBytes(_ name: String) -> Data? {
        queryItems.bytes(named: name)
    }

    /// The header fields, with those of the session and its cookies; names compare without case.
    ///
    /// A request that arrived at a port has its fields in the order of the client, each value by itself.
    public var headers: HTTPMock.HeaderFields {
        switch head {
        case .session(let request): HTTPMock.HeaderFields(request.allHTTPHeaderFields ?? [:])
        case .wire(_, let fields, _): fields
        }
    }

    /// Returns the value of a header field; nil without the field.
    ///
    /// Faster than ``headers`` for a single field.
    ///
    /// - Parameter name: The name, in any case.
    public func header(_ name: String) -> String? {
        switch head {
        case .session(let request): request.value(forHTTPHeaderField: name)?.withoutOuterBlanks
        case .wire(_, let fields, _): fields[name]
        }
    }

    /// Whether the request asks for a WebSocket on its connection.
    ///
    /// The fields `Upgrade` and `Connection` are not among ``headers`` of a request that arrived at a port, because
    /// they concern the connection only.
    ///
    /// - SeeAlso: [RFC 6455 §4.1](https://www.rfc-editor.org/rfc/rfc6455.html#section-4.1)
    public var isWebSocketUpgrade: Bool {
        switch head {
        // Most requests have no `Upgrade`, so the common case costs one look-up.
        case .session: header("Upgrade")?.lowercased().contains("websocket") ?? false
        case .wire(_, _, let isUpgrade): isUpgrade
        }
    }

    /// Whether the request is a preflight, by which a browser asks for permission to make another request.
    ///
    /// - SeeAlso: [CORS-preflight request](https://fetch.spec.whatwg.org/#cors-preflight-request)
    package var isPreflight: Bool {
        method == .options && header("Access-Control-Request-Method") != nil
    }

    /// Returns the text that a `{name}` in the registered path matched, percent-decoded.
    ///
    /// Nil if the path has no such parameter, and in the log.
    ///
    /// - Parameter name: The name between the braces.
    public func pathParameter(_ name: String) -> String? {
        parameter?(name, target)
    }
}

extension MockRequest: CustomStringConvertible, CustomReflectable {
    /// The parts that `dump` and a failed expectation show, with secrets masked.
    public var customMirror: Mirror {
        let body = Redaction.shownText(of: body, type: header("Content-Type"))
        return Mirror(
            self, children: ["request": description, "headers": headers.description, "body": body],
            displayStyle: .struct)
    }

    /// The method and the URL, as in `GET https://api.example.com/user`; secrets are masked, and a long URL is cut.
    public var description: String {
        "\(method) \(Redaction.text(ofAddress: url.absoluteString.shortened))"
    }

    /// The request as one line: `METHOD /path` with `?query` if there is one; secrets are masked.
    package var summary: String {
        "\(method) \(maskedPath)\(maskedQuery.map { "?\($0)" } ?? "")"
    }

    /// The path as the URL spells it, with secrets masked.
    package var maskedPath: String { Redaction.text(ofAddress: path) }

    /// The query as it was sent, with secrets masked; nil if there is none.
    var maskedQuery: String? {
        URL(keepingEscapesOf: Redaction.text(of: url))?.query(percentEncoded: true)
    }
}

/// Lists of items that look like dictionaries; the compiler's error names the function to call.
@_documentation(visibility: internal)
extension [URLQueryItem] {
    /// Names the function that returns a value.
    @available(
        *, unavailable,
        message: "Write request.formValue(\"user\") for a form, request.queryValue(\"page\") for a query"
    )
    public subscript(name: String) -> String? { nil }
}

extension MockRequest {
    /// Method and header fields of a request, as its transport has them.
    enum Head: Sendable {
        /// The request of a session's task.
        case session(URLRequest)
        /// The method and the fields that a client sent to a port.
        ///
        /// Not a `URLRequest`, which joins and sorts the fields and changes the case of methods.
        case wire(HTTPMock.HTTPMethod, HTTPMock.HeaderFields, isWebSocketUpgrade: Bool)

        func replacingBody(with body: Data) -> Head {
            guard case .session(var request) = self else { return self }
            request.httpBody = body
            return .session(request)
        }
    }

    /// Whether the body is in the file of an upload.
    package var isBodyInFile: Bool { content.fileURL != nil }

    /// The body as UTF-8 text; invalid bytes are replaced by U+FFFD.
    public var bodyString: String { String(decoding: body, as: UTF8.self) }

    /// Decodes the body from JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder; unless given, one that reads dates in ISO 8601.
    /// - Throws: `DecodingError` if the body is not JSON, or not the JSON of such a value.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = .mockDefault
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }

    /// The fields of a form in order, percent-decoded, with `+` as a space.
    ///
    /// Empty if `Content-Type` is present and is not that of a form. A name that is not UTF-8 is empty. A value that is
    /// not UTF-8 is nil (see ``formBytes(_:)``).
    ///
    /// - SeeAlso: [application/x-www-form-urlencoded](https://url.spec.whatwg.org/#urlencoded-parsing)
    public var form: [URLQueryItem] { formItems.map(\.urlQueryItem) }

    /// The fields of a form in order, whose bytes need not be UTF-8.
    package var formItems: [RequestItem] {
        guard formProblem == nil else { return [] }
        return RequestItem.inForm(Array(body))
    }

    /// Returns the first value of a form's field; nil without the field, and for bytes that are not UTF-8.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func formValue(_ name: String) -> String? {
        form.value(named: name)
    }

    /// Returns all values of a form's field in order; "" for bytes that are not UTF-8.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func formValues(_ name: String) -> [String] {
        form.values(named: name)
    }

    /// Returns the bytes of a form field's first value, which need not be UTF-8; nil without the field.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func formBytes(_ name: String) -> Data? {
        formItems.bytes(named: name)
    }

    /// The reason why the body is not a form; nil if the body may be a form.
    var formProblem: String? {
        guard let type = header("Content-Type") else { return nil }
        let essence = MediaEssence(type)
        if essence.isForm { return nil }
        let cure = essence.isJSON ? "; to compare JSON, write .json(…)" : ""
        return "the body is not a form: Content-Type is \(essence)\(cure)"
    }

    /// The cookies by name; of two cookies with the same name, the first one counts.
    ///
    /// - SeeAlso: [RFC 6265 §5.4](https://www.rfc-editor.org/rfc/rfc6265.html#section-5.4)
    public var cookies: [String: String] {
        Dictionary(cookieItems.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// Returns the value of the first cookie with a name; nil if there is none.
    ///
    /// Names compare byte by byte, so two normalization forms of an accented letter are two names.
    ///
    /// - Parameter name: The name; case counts.
    public func cookie(_ name: String) -> String? {
        cookieItems.value(named: name)
    }

    /// The cookies in order, without those that have no `=`.
    // Split by scalars, because a separator and a combining character form one Character.
    private var cookieItems: [URLQueryItem] {
        (header("Cookie") ?? "").unicodeScalars.split(separator: ";").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String($0).trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else { return nil }
            return URLQueryItem(name: parts[0], value: parts[1])
        }
    }
}

extension [URLQueryItem] {
    fileprivate func value(named name: String) -> String? {
        first { $0.name.hasSameCodeUnits(as: name) }?.value
    }

    fileprivate func values(named name: String) -> [String] {
        filter { $0.name.hasSameCodeUnits(as: name) }.map { $0.value ?? "" }
    }
}

extension [RequestItem] {
    fileprivate func bytes(named name: String) -> Data? {
        let first = first { $0.name == ExactText(name) }
        return first?.value.map { Data($0.bytes) }
    }
}
