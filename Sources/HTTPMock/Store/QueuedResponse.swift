/// A response that waits in a queue, with all that was known of it when it was registered.
final class QueuedResponse: Sendable {
    let response: MockResponse
    /// Its header fields: content type, host's, path's and its own, merged.
    let headers: HeaderFields
    /// The registration it came with, as text: method, host and path.
    let origin: String
    let place: SourcePlace?

    init(_ response: MockResponse, inherited: HeaderFields = HeaderFields(), origin: String, place: SourcePlace?) {
        var headers = HeaderFields()
        if let contentType = response.contentType { headers.set("Content-Type", to: contentType) }
        headers.override(with: inherited)
        headers.override(with: response.headers)
        self.response = response
        self.headers = headers
        self.origin = origin
        self.place = place
    }

    /// An error about this response that names it.
    func error(_ reason: String) -> HTTPMockError {
        let place = place.map { "  (\($0))" } ?? ""
        return HTTPMockError("HTTPMock: a response registered for \(origin) can't be made: \(reason)\(place)")
    }
}
