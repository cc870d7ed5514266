import Foundation

/// A response to a mocked request, such as a body, an error, a redirect, a handler or passthrough.
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
        if let flaw = content.flaw { return flaw }
        // A takeover sends a head of its own.
        if case .takeover = content { return nil }
        if (200...999).contains(status.code) { return nil }
        return "its status is \(status.code). To fix this, give a status from 200 to 999"
    }
}
