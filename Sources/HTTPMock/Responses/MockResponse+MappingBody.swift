import Foundation

extension MockResponse {
    /// Returns the response with its whole body changed, as soon as the body is known.
    ///
    /// The body of a file is read when a request uses the response, and that of a handler when the handler has returned.
    /// A response without a body and an asynchronous stream stay the same.
    package func mappingBody(
        _ change: @escaping @Sendable (MockResponse, Data) -> MockResponse
    ) -> MockResponse {
        switch content {
        case .body(.data(let data)):
            return change(self, data)
        case .body(.chunks(let chunks, _)):
            return change(self, Data(joining: chunks))
        case .body(.file(let url)):
            var copy = self
            var unread = self
            unread.delivery = .instant
            copy.content = .handler(
                UserOwned { @Sendable [unread] _ in
                    // A file that can't be read stays the body, so that the request fails as without the change.
                    guard let data = try? Data(contentsOf: url) else { return unread }
                    return change(unread, data)
                })
            return copy
        case .handler(let handler):
            var copy = self
            copy.content = .handler(
                UserOwned { @Sendable request in try await handler.value(request).mappingBody(change) })
            return copy
        case .body(.sequence), .failure, .passthrough, .wire, .unusable:
            return self
        }
    }

    /// Returns the response with other bytes as its body.
    package func withBody(_ data: Data) -> MockResponse {
        var copy = self
        copy.content = .body(.data(data))
        return copy
    }

    /// Returns the response with another delivery.
    package func delivered(_ delivery: Delivery) -> MockResponse {
        var copy = self
        copy.delivery = delivery
        return copy
    }
}
