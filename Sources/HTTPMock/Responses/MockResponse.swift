import Foundation

/// A response to a mocked request: a body, an error, a redirect, a handler or passthrough.
///
/// Create responses with the factories, as in `.encodable(user)`, `.empty(status: .notFound)` or
/// `.file(named: "user", extension: "json", in: .module)`, and register them for a path.
public struct MockResponse: Sendable {
    var content: Content
    /// The status; 200 by default.
    public internal(set) var status: Status
    /// The number of requests that the response answers.
    public internal(set) var lifetime: Lifetime
    var delivery: Delivery
    var headers: HTTPMock.HeaderFields
    /// The media type of the body; every header field named `Content-Type` overrides it.
    var contentType: String?
    var isOptional = false
    /// Whether inspectors such as an API contract ignore the response.
    package var isOffContract = false

    /// The content after the head, or what the response does instead.
    indirect enum Content: Sendable {
        case body(Body)
        case failure(UserOwned<any Error>)
        case handler(UserOwned<ResponsePlan.Handler>)
        /// The real network answers, perhaps with changes.
        case passthrough(PassthroughChanges?)
        /// Raw bytes instead of a response.
        case wire(Data, then: WireEnding)
        /// A response that can't be sent, with the reason and the fix as text.
        case unusable(String)
    }

    indirect enum Body: Sendable {
        case data(Data)
        /// A file, opened when a request gets the response and read in chunks.
        case file(URL)
        case chunks([Data], every: Duration)
        case sequence(ChunkSource)
    }

    init(
        content: Content, as contentType: String? = nil, _ status: some StatusCode, _ lifetime: Lifetime,
        _ delivery: Delivery = .instant, _ headers: [String: String] = [:]
    ) {
        self.content = content
        self.contentType = contentType
        self.status = status.mockStatus
        self.lifetime = lifetime
        self.delivery = delivery
        self.headers = HTTPMock.HeaderFields(headers)
    }

    /// Returns a copy with one more header field, keeping other fields of the same name.
    ///
    /// ```swift
    /// MockResponse.empty().addingHeader("Set-Cookie", "a=1").addingHeader("Set-Cookie", "b=2")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The field's name. If the name is not a token (RFC 9110 §5.1), the request fails with an
    ///     ``HTTPMockError``.
    ///   - value: The field's value, without line breaks.
    /// - Returns: The response with the field added.
    public func addingHeader(_ name: String, _ value: String) -> MockResponse {
        var headers = headers
        headers.add(name, value)
        return changing(\.headers, to: headers)
    }

    /// Returns a copy that may stay unused without failing a strict test.
    public func optional() -> MockResponse { changing(\.isOptional, to: true) }

    func changing<Value>(_ property: WritableKeyPath<MockResponse, Value>, to value: Value) -> MockResponse {
        var copy = self
        copy[keyPath: property] = value
        return copy
    }

    /// The reason why the response can't be sent, header fields aside; nil if it can.
    var problem: String? {
        if case .unusable(let reason) = content { return reason }
        return (100...999).contains(status.code)
            ? nil : "its status is \(status.code). To fix this, give a status from 100 to 999"
    }

    /// The number of requests that a response answers before the next in its queue.
    public enum Lifetime: Hashable, Sendable {
        /// One request.
        case single
        /// A number of requests.
        ///
        /// A number below 1 drops the response, with a warning at registration.
        case multiple(Int)
        /// Every further request; a response registered after this one is never used, which is reported.
        case eternal

        /// Nil if there is no limit.
        var count: Int? {
            switch self {
            case .single: 1
            case .multiple(let count): count
            case .eternal: nil
            }
        }
    }
}

/// Modifiers that other libraries have; the compiler's error names the argument to write here.
@_documentation(visibility: internal)
extension MockResponse {
    /// Names the lifetime to write.
    @available(
        *, unavailable, message: "Write the lifetime in the factory, as in .encodable(user, lifetime: .multiple(3))"
    )
    public func times(_ count: Int) -> MockResponse { self }

    /// Names the lifetime to write.
    @available(*, unavailable, message: "A response answers one request unless it has a lifetime: leave out .once()")
    public func once() -> MockResponse { self }

    /// Names the lifetime to write.
    @available(*, unavailable, message: "Write the lifetime in the factory, as in .encodable(user, lifetime: .eternal)")
    public func eternal() -> MockResponse { self }

    /// Names the delivery to write.
    @available(*, unavailable, message: "Write the delivery in the factory, as in .empty(delivery: .delayed(2))")
    public func delayed(_ time: Double) -> MockResponse { self }

    /// Names the factory for a value.
    @available(*, unavailable, message: "Write .encodable(value) for a value; .json has the text")
    public static func json(
        _ value: some Encodable, status: some StatusCode = Status.ok, lifetime: Lifetime = .single,
        delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse { .status(status) }

    /// Returns the response with its whole body changed, as soon as the body is known.
    ///
    /// A response without a body and an asynchronous stream stay the same.
    package func mappingBody(_ change: @escaping @Sendable (MockResponse, Data) -> MockResponse) -> MockResponse {
        let changed: ResponsePlan.Handler
        switch content {
        case .body(.data(let data)): return change(self, data)
        case .body(.chunks(let chunks, _)): return change(self, Data(joining: chunks))
        case .body(.file(let url)):
            let unread = changing(\.delivery, to: .instant)
            // A file that can't be read stays the body, so that the request fails as without the change.
            changed = { _ in (try? Data(contentsOf: url)).map { change(unread, $0) } ?? unread }
        case .handler(let handler):
            changed = { request in try await handler.value(request).mappingBody(change) }
        case .body(.sequence), .failure, .passthrough, .wire, .unusable: return self
        }
        return changing(\.content, to: .handler(UserOwned(changed)))
    }

    package func withBody(_ data: Data) -> MockResponse { changing(\.content, to: .body(.data(data))) }

    package func delivered(_ delivery: Delivery) -> MockResponse { changing(\.delivery, to: delivery) }

    /// Creates a recorded response, whose fields are sent unchanged; an error follows the body.
    package static func recorded(
        status: Int, headers: [(name: String, value: String)], chunks: [Data], error: URLError.Code?
    ) -> MockResponse {
        let delivery = error.map { Delivery.failing($0, afterBytes: chunks.reduce(0) { $0 + $1.count }) } ?? .instant
        let body = chunks.count < 2 ? Body.data(chunks.first ?? Data()) : .chunks(chunks, every: .zero)
        var response = MockResponse(content: .body(body), status, .single, delivery)
        for field in headers { response.headers.add(field.name, field.value) }
        return response
    }

    /// Replaces text in the body, for example a placeholder in a file.
    ///
    /// ```swift
    /// MockResponse.file(named: "users", extension: "json", in: .module)
    ///     .replacing("{{base}}", with: "https://api.example.com")
    /// ```
    ///
    /// Applies to a body in memory, to each chunk of a stream of data, to each event and to the response of a handler.
    /// In a file the text is replaced when a request uses the response. A response without a body and an asynchronous
    /// stream stay the same.
    ///
    /// - Parameters:
    ///   - placeholder: The text to replace, everywhere it occurs.
    ///   - text: The replacement.
    /// - Returns: The response with the other body. If the body is not UTF-8 text, requests fail with an
    ///   ``HTTPMockError``.
    public func replacing(_ placeholder: String, with text: String) -> MockResponse {
        if case .body(.chunks(let chunks, let interval)) = content {
            let replaced = chunks.compactMap { Self.replacing(placeholder, with: text, in: $0) }
            guard replaced.count == chunks.count else { return notText(placeholder) }
            return changing(\.content, to: .body(.chunks(replaced, every: interval)))
        }
        return mappingBody { response, data in
            Self.replacing(placeholder, with: text, in: data).map(response.withBody) ?? response.notText(placeholder)
        }
    }

    /// Returns nil if the data is not UTF-8 text.
    private static func replacing(_ placeholder: String, with text: String, in data: Data) -> Data? {
        guard let body = String(data: data, encoding: .utf8) else { return nil }
        return Data(body.replacingOccurrences(of: placeholder, with: text).utf8)
    }

    private func notText(_ placeholder: String) -> MockResponse {
        let reason =
            "its body is not UTF-8 text, so \(placeholder.debugDescription) can't be replaced in it. To fix this, remove "
            + "replacing(_:with:)"
        return changing(\.content, to: .unusable(reason))
    }
}

extension MockResponse {
    /// An HTTP status code.
    ///
    /// - SeeAlso: [RFC 9110 §15](https://www.rfc-editor.org/rfc/rfc9110.html#section-15), and the
    ///   [IANA registry](https://www.iana.org/assignments/http-status-codes) for codes of other RFCs.
    public struct Status: StatusCode, Hashable {
        /// The code; a response can be sent with 100 to 999 only.
        public let code: Int

        /// Creates a status from its code.
        ///
        /// - Parameter code: The code, 100 to 999. With any other code, the request fails with an ``HTTPMockError``.
        public init(_ code: Int) { self.code = code }

        /// The status itself.
        public var mockStatus: Status { self }

        /// Whether a response with this status never has content (RFC 9110 §6.4.1).
        var forbidsContent: Bool { (100..<200).contains(code) || code == 204 || code == 304 }
    }

    /// A type that a factory accepts as a status: ``Status`` or `Int`.
    public protocol StatusCode: Sendable {
        /// The value as a status.
        var mockStatus: Status { get }
    }
}

extension Int: MockResponse.StatusCode {
    /// The number as a status.
    public var mockStatus: MockResponse.Status { MockResponse.Status(self) }
}

extension MockResponse.Status: ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Creates a status from a literal, as in `status: 418`.
    public init(integerLiteral value: Int) { self.init(value) }

    /// The code in digits.
    public var description: String { String(code) }
}

extension MockResponse.StatusCode where Self == MockResponse.Status {
    /// Returns a status that has no name.
    ///
    /// - Parameter code: The code, 100 to 999. With any other code, the request fails with an ``HTTPMockError``.
    public static func other(_ code: Int) -> Self { Self(code) }

    /// 100 Continue.
    public static var `continue`: Self { Self(100) }
    /// 101 Switching Protocols.
    public static var switchingProtocols: Self { Self(101) }
    /// 103 Early Hints.
    public static var earlyHints: Self { Self(103) }
    /// 200 OK.
    public static var ok: Self { Self(200) }
    /// 201 Created.
    public static var created: Self { Self(201) }
    /// 202 Accepted.
    public static var accepted: Self { Self(202) }
    /// 203 Non-Authoritative Information.
    public static var nonAuthoritativeInformation: Self { Self(203) }
    /// 204 No Content.
    public static var noContent: Self { Self(204) }
    /// 205 Reset Content.
    public static var resetContent: Self { Self(205) }
    /// 206 Partial Content.
    public static var partialContent: Self { Self(206) }
    /// 207 Multi-Status.
    public static var multiStatus: Self { Self(207) }
    /// 300 Multiple Choices.
    public static var multipleChoices: Self { Self(300) }
    /// 301 Moved Permanently.
    public static var movedPermanently: Self { Self(301) }
    /// 302 Found.
    public static var found: Self { Self(302) }
    /// 303 See Other.
    public static var seeOther: Self { Self(303) }
    /// 304 Not Modified.
    public static var notModified: Self { Self(304) }
    /// 305 Use Proxy.
    public static var useProxy: Self { Self(305) }
    /// 307 Temporary Redirect.
    public static var temporaryRedirect: Self { Self(307) }
    /// 308 Permanent Redirect.
    public static var permanentRedirect: Self { Self(308) }
    /// 400 Bad Request.
    public static var badRequest: Self { Self(400) }
    /// 401 Unauthorized.
    public static var unauthorized: Self { Self(401) }
    /// 402 Payment Required.
    public static var paymentRequired: Self { Self(402) }
    /// 403 Forbidden.
    public static var forbidden: Self { Self(403) }
    /// 404 Not Found.
    public static var notFound: Self { Self(404) }
    /// 405 Method Not Allowed.
    public static var methodNotAllowed: Self { Self(405) }
    /// 406 Not Acceptable.
    public static var notAcceptable: Self { Self(406) }
    /// 407 Proxy Authentication Required.
    public static var proxyAuthenticationRequired: Self { Self(407) }
    /// 408 Request Timeout.
    public static var requestTimeout: Self { Self(408) }
    /// 409 Conflict.
    public static var conflict: Self { Self(409) }
    /// 410 Gone.
    public static var gone: Self { Self(410) }
    /// 411 Length Required.
    public static var lengthRequired: Self { Self(411) }
    /// 412 Precondition Failed.
    public static var preconditionFailed: Self { Self(412) }
    /// 413 Content Too Large.
    public static var contentTooLarge: Self { Self(413) }
    /// 414 URI Too Long.
    public static var uriTooLong: Self { Self(414) }
    /// 415 Unsupported Media Type.
    public static var unsupportedMediaType: Self { Self(415) }
    /// 416 Range Not Satisfiable.
    public static var rangeNotSatisfiable: Self { Self(416) }
    /// 417 Expectation Failed.
    public static var expectationFailed: Self { Self(417) }
    /// 421 Misdirected Request.
    public static var misdirectedRequest: Self { Self(421) }
    /// 422 Unprocessable Content.
    public static var unprocessableContent: Self { Self(422) }
    /// 425 Too Early.
    public static var tooEarly: Self { Self(425) }
    /// 426 Upgrade Required.
    public static var upgradeRequired: Self { Self(426) }
    /// 428 Precondition Required.
    public static var preconditionRequired: Self { Self(428) }
    /// 429 Too Many Requests.
    public static var tooManyRequests: Self { Self(429) }
    /// 431 Request Header Fields Too Large.
    public static var requestHeaderFieldsTooLarge: Self { Self(431) }
    /// 451 Unavailable For Legal Reasons.
    public static var unavailableForLegalReasons: Self { Self(451) }
    /// 500 Internal Server Error.
    public static var internalServerError: Self { Self(500) }
    /// 501 Not Implemented.
    public static var notImplemented: Self { Self(501) }
    /// 502 Bad Gateway.
    public static var badGateway: Self { Self(502) }
    /// 503 Service Unavailable.
    public static var serviceUnavailable: Self { Self(503) }
    /// 504 Gateway Timeout.
    public static var gatewayTimeout: Self { Self(504) }
    /// 505 HTTP Version Not Supported.
    public static var httpVersionNotSupported: Self { Self(505) }
    /// 511 Network Authentication Required.
    public static var networkAuthenticationRequired: Self { Self(511) }
}
