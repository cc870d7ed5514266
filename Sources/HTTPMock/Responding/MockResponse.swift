import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a mocked request is answered with: a body, an error, a redirect, the network.
///
/// Responses are made with the factories, as in `.encodable(user)`, `.empty(status: .notFound)`,
/// `.file(named: "user", extension: "json", in: .module)`, and queued under a path.
public struct MockResponse: Sendable {
    var content: Content
    /// The status that is sent, 200 unless given.
    public internal(set) var status: Status
    /// How many requests it answers.
    public internal(set) var lifetime: Lifetime
    /// When it arrives, and in what pieces.
    public internal(set) var delivery: Delivery
    var headers: HTTPMock.HeaderFields
    /// The weakest header: the content type the body brings along.
    var contentType: String?
    var isOptional = false

    /// What is behind the head.
    enum Content: Sendable {
        case body(Body)
        case failure(any Error)
        case handler(@Sendable (MockRequest) async throws -> MockResponse)
        case passthrough
        /// Raw bytes in the place of a response.
        case wire(Data, then: WireEnding)
        /// It can't be made; the text says why and what to do.
        case unusable(String)
    }

    /// Adds a header field and keeps those of the same name that are already there.
    ///
    /// ```swift
    /// MockResponse.empty().addingHeader("Set-Cookie", "a=1").addingHeader("Set-Cookie", "b=2")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The field's name; a name that is none makes the request fail with an ``HTTPMockError``.
    ///   - value: The field's value, without line breaks.
    /// - Returns: The response with that field as well.
    public func addingHeader(_ name: String, _ value: String) -> MockResponse {
        var copy = self
        copy.headers.add(name, value)
        return copy
    }

    /// The same response, not missed at the end of a test that never asked for it.
    public func optional() -> MockResponse {
        var copy = self
        copy.isOptional = true
        return copy
    }

    /// Why this response can't be sent, whoever asks for it and whatever its header fields; nil if it can.
    var problem: String? {
        if case .unusable(let reason) = content { return reason }
        if !(100...999).contains(status.code) {
            return "its status is \(status.code). Give one from 100 to 999"
        }
        return nil
    }
}
