import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
    /// The delays and the chunks in which the response arrives.
    public internal(set) var delivery: Delivery
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

    /// The body of a response as registered.
    indirect enum Body: Sendable {
        case data(Data)
        /// A file, opened when a request gets the response and read in chunks.
        case file(URL)
        case chunks([Data], every: Duration)
        case sequence(ChunkSource)
    }

    init(
        _ content: Content, contentType: String? = nil, status: Status = .ok, lifetime: Lifetime,
        delivery: Delivery = .instant, headers: [String: String] = [:]
    ) {
        self.content = content
        self.contentType = contentType
        self.status = status
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
        var copy = self
        copy.headers.add(name, value)
        return copy
    }

    /// Returns a copy that may stay unused without failing a strict test.
    public func optional() -> MockResponse {
        var copy = self
        copy.isOptional = true
        return copy
    }

    /// The reason why the response can't be sent with any header fields.
    ///
    /// Nil if it can.
    var problem: String? {
        if case .unusable(let reason) = content { return reason }
        if !(100...999).contains(status.code) {
            return "its status is \(status.code). To fix this, give a status from 100 to 999"
        }
        return nil
    }
}
