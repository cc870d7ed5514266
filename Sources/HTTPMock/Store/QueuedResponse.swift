/// A response that waits in a queue, with all that was known of it when it was registered.
final class QueuedResponse: Sendable {
    let response: MockResponse
    /// Its header fields: content type, host's, path's and its own, merged.
    let headers: HeaderFields
    let registration: MockRegistration
    /// Why this response can't be sent, whoever asks for it; nil if it can.
    let problem: String?
    private let inherited: HeaderFields

    init(_ response: MockResponse, inherited: HeaderFields = HeaderFields(), registration: MockRegistration) {
        var headers = HeaderFields()
        if let contentType = response.contentType { headers.set("Content-Type", to: contentType) }
        headers.override(with: inherited)
        headers.override(with: response.headers)
        self.response = response
        self.headers = headers
        self.inherited = inherited
        self.registration = registration
        problem = response.problem ?? headers.problem
    }

    /// What a handler returned, in the place of this response: with the same inherited fields, its waits behind these,
    /// and cut into pieces as this one says, unless it says so itself.
    func replaced(by other: MockResponse) -> QueuedResponse {
        var other = other
        other.delivery.waits = response.delivery.waits + other.delivery.waits
        if case .whole = other.delivery.pace { other.delivery.pace = response.delivery.pace }
        return QueuedResponse(other, inherited: inherited, registration: registration)
    }

    /// An error about this response that names it.
    func error(_ reason: String) -> HTTPMockError {
        HTTPMockError("HTTPMock: a response registered for \(registration) can't be made: \(reason)")
    }
}
