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
        /// The response takes over the connection after its head.
        case takeover(UserOwned<any ConnectionTakeover>)
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
    var flaw: String? {
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
        case .body(.sequence), .failure, .passthrough, .wire, .takeover, .unusable: return self
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

extension Int: MockResponse.StatusCode {
    /// The number as a status.
    public var mockStatus: MockResponse.Status { MockResponse.Status(self) }
}
