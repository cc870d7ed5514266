import Foundation

extension MockResponse {
    /// Replaces text in the body, for example a placeholder in a file.
    ///
    /// ```swift
    /// MockResponse.file(named: "users", extension: "json", in: .module)
    ///     .replacing("{{base}}", with: "https://api.example.com")
    /// ```
    ///
    /// Applies to a body in memory, to each chunk of a stream of data, to each event and to the response of a handler.
    /// In a file the text is replaced when a request uses the response. Every other response stays the same, such as an
    /// asynchronous stream, raw bytes or passthrough.
    ///
    /// - Parameters:
    ///   - placeholder: The text to replace, everywhere it occurs.
    ///   - text: The replacement.
    /// - Returns: The response with the other body. If the body, or one of its chunks, is not UTF-8 text, requests fail
    ///   with an ``HTTPMockError``.
    public func replacing(_ placeholder: String, with text: String) -> MockResponse {
        if case .body(.chunks(let chunks, let interval)) = content {
            let replaced = chunks.compactMap { Self.replacing(placeholder, with: text, in: $0) }
            guard replaced.count == chunks.count else { return notText(placeholder) }
            return changing(\.content, to: .body(.chunks(replaced, every: interval)))
        }
        // Not by `mappingBody`, which would join the chunks of a handler's stream.
        if case .handler(let handler) = content {
            return handled { request in try await handler.value(request).replacing(placeholder, with: text) }
        }
        return mappingBody { response, data in
            guard let replaced = Self.replacing(placeholder, with: text, in: data) else {
                return response.notText(placeholder)
            }
            return response.withBody(replaced)
        }
    }

    /// Returns data with a text replaced; nil if the data is not UTF-8 text.
    private static func replacing(_ placeholder: String, with text: String, in data: Data) -> Data? {
        guard let body = String(data: data, encoding: .utf8) else { return nil }
        return Data(body.replacingOccurrences(of: placeholder, with: text).utf8)
    }

    /// Returns the response as one that fails its request, because its body is not text.
    private func notText(_ placeholder: String) -> MockResponse {
        let reason =
            "its body is not UTF-8 text, so \(placeholder.debugDescription) can't be replaced in it. To fix this, remove "
            + "replacing(_:with:)"
        return changing(\.content, to: .unusable(reason))
    }

    /// Returns the response with its whole body changed, as soon as the body is known.
    ///
    /// Every other response stays the same, such as an asynchronous stream, raw bytes or passthrough.
    package func mappingBody(_ change: @escaping @Sendable (MockResponse, Data) -> MockResponse) -> MockResponse {
        if let body = content.givenBody { return change(self, body) }
        if let file = content.file {
            // The handler below keeps the delivery, whose delays would be counted twice.
            let unread = changing(\.delivery, to: .instant)
            return handled { _ in
                // A file that can't be read stays the body, so that the request fails as without the change.
                guard let body = try? Data(contentsOf: file) else { return unread }
                return change(unread, body)
            }
        }
        guard case .handler(let handler) = content else { return self }
        return handled { request in try await handler.value(request).mappingBody(change) }
    }

    private func handled(_ handler: @escaping ResponsePlan.Handler) -> MockResponse {
        changing(\.content, to: .handler(UserOwned(handler)))
    }

    package func withBody(_ data: Data) -> MockResponse {
        changing(\.content, to: .body(.data(data)))
    }

    package func delivered(_ delivery: Delivery) -> MockResponse {
        changing(\.delivery, to: delivery)
    }

    /// Creates a recorded response, to whose fields no media type is added.
    ///
    /// - Parameter error: The error that follows the body; nil for none.
    package static func recorded(
        status: Int, headers: [(name: String, value: String)], chunks: [Data], error: URLError.Code?
    ) -> MockResponse {
        var delivery = Delivery.instant
        if let error { delivery = .failing(error, afterBytes: chunks.reduce(0) { $0 + $1.count }) }
        var body = Body.chunks(chunks, every: .zero)
        // A body that arrived whole gets a `Content-Length` if the recording has none.
        if chunks.count < 2 { body = .data(chunks.first ?? Data()) }
        var response = MockResponse(content: .body(body), status, .single, delivery)
        for field in headers { response.headers.add(field.name, field.value) }
        return response
    }
}
