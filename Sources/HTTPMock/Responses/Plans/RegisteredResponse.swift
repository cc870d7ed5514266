import Foundation

/// A registered response, with everything that can be computed at registration.
///
/// Created at registration and owned by a queue of the ``Store``, or created for a policy, an ``EngineExtension``
/// or one request, such as the response of a handler.
package final class RegisteredResponse: Sendable {
    package let response: MockResponse
    /// The header fields of media type, host, path and response, and the known length.
    let headers: ResponseHeaders
    package let registration: MockRegistration
    private let inherited: HTTPMock.HeaderFields
    /// Whether a test registered the response; false for a response of a handler, a policy or an extension.
    private let isRegistered: Bool

    package init(
        _ response: MockResponse, of registration: MockRegistration, inherited: HTTPMock.HeaderFields = [:],
        isRegistered: Bool = false
    ) {
        var headers = HTTPMock.HeaderFields()
        if let contentType = response.contentType { headers.set("Content-Type", to: contentType) }
        headers.override(with: inherited)
        headers.override(with: response.headers)
        self.response = response
        self.inherited = inherited
        self.registration = registration
        self.isRegistered = isRegistered
        var length: Int?
        if case .body(.data(let data)) = response.content, !response.status.forbidsContent { length = data.count }
        self.headers = ResponseHeaders(headers, contentLength: length)
    }

    /// Returns another response, such as a handler's, with the registration and inherited fields of this one.
    ///
    /// The delays of this response come first. Chunks or a failure of this response are used if the other has neither.
    func replaced(by other: MockResponse) -> RegisteredResponse {
        var other = other
        other.delivery.waits = response.delivery.waits + other.delivery.waits
        if case .whole = other.delivery.pace { other.delivery.pace = response.delivery.pace }
        return RegisteredResponse(other, of: registration, inherited: inherited)
    }

    /// Whether a test registered the response with its whole body; false for a file, which may change.
    var isKnownAtRegistration: Bool {
        isRegistered && response.content.isGivenBody
    }

    /// The reason why this response can't be sent; nil if it can.
    var flaw: String? { response.flaw ?? headers.flaw }

    /// Returns the error of a request that gets this response, although the response can't be made.
    func error(_ reason: String) -> HTTPMockError {
        HTTPMockError(
            "HTTPMock: a response registered for \(registration) can't be made: \(reason)", cause: .unusableResponse,
            at: registration.location)
    }
}

extension RegisteredResponse {
    /// Whether the response can be sent, and is not exempt from inspection.
    var isInspectable: Bool {
        !response.isOffContract && flaw == nil
    }

    /// Whether the status is known before any request: true only for a response with a body of its own.
    package var isStatusKnown: Bool { response.content.isBody }

    package var status: Int { response.status.code }

    package var joinedHeaders: [String: String] { headers.dictionary }

    /// Returns the whole body; nil if it is not known, or in a file that is too large or unreadable.
    ///
    /// - Parameter limit: The greatest number of bytes of a file; a body in memory may be longer.
    package func knownBody(upTo limit: Int) -> Data? {
        guard let file = response.content.file else { return response.content.givenBody }
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= limit else { return nil }
        return try? Data(contentsOf: file)
    }
}
