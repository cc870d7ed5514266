/// A registered response with what is known of it at registration.
package final class RegisteredResponse: Sendable {
    let response: MockResponse
    /// Its header fields: content type, host's, path's and its own, merged, and the length of a body that is known.
    let headers: WireHeaders
    let registration: MockRegistration
    private let inherited: HTTPMock.HeaderFields

    /// - Parameters:
    ///   - response: The response.
    ///   - inherited: The fields of the scopes it was registered in.
    ///   - registration: Where it was registered.
    init(
        _ response: MockResponse, inherited: HTTPMock.HeaderFields = HTTPMock.HeaderFields(),
        registration: MockRegistration
    ) {
        var headers = HTTPMock.HeaderFields()
        if let contentType = response.contentType { headers.set("Content-Type", to: contentType) }
        headers.override(with: inherited)
        headers.override(with: response.headers)
        self.response = response
        self.inherited = inherited
        self.registration = registration
        self.headers = WireHeaders(headers, contentLength: response.contentLength)
    }

    /// What a handler returned, in the place of this response: with the same inherited fields, its waits behind these,
    /// and cut into pieces as this one says, unless it says so itself.
    func replaced(by other: MockResponse) -> RegisteredResponse {
        var other = other
        other.delivery.waits = response.delivery.waits + other.delivery.waits
        if case .whole = other.delivery.pace { other.delivery.pace = response.delivery.pace }
        return RegisteredResponse(other, inherited: inherited, registration: registration)
    }

    /// Why this response can't be sent, whoever asks for it; nil if it can.
    var problem: String? { response.problem ?? headers.problem }

    /// An error about this response that names it.
    func error(_ reason: String) -> HTTPMockError {
        HTTPMockError(
            "HTTPMock: a response registered for \(registration) can't be made: \(reason)", cause: .unusableResponse,
            at: registration.location)
    }
}

extension MockResponse {
    /// The length of its body in bytes, which a client is told; nil if it is not known yet, or not to be told.
    fileprivate var contentLength: Int? {
        guard case .body(let body) = content, !status.forbidsContent else { return nil }
        switch body {
        case .data(let data): return data.count
        case .chunks, .file, .sequence: return nil
        }
    }
}
