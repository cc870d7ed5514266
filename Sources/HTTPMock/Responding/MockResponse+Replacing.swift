import Foundation

extension MockResponse {
    /// Replaces text in the body, for example a placeholder in a file.
    ///
    /// ```swift
    /// MockResponse.file(named: "users", extension: "json", in: .module).replacing("{{base}}", with:
    /// "https://api.example.com")
    /// ```
    ///
    /// Applies to a body in memory, to each chunk of a stream of data and to each event, to a file when a request uses
    /// the response, and to the response of a handler. A response without a body and an asynchronous stream stay the
    /// same.
    ///
    /// - Parameters:
    ///   - placeholder: The text to replace, everywhere it occurs.
    ///   - text: The replacement.
    /// - Returns: The response with the other body. If the body is not UTF-8 text, requests fail with an
    ///   ``HTTPMockError``.
    public func replacing(_ placeholder: String, with text: String) -> MockResponse {
        var copy = self
        switch content {
        case .body(.data(let data)):
            copy.replace(placeholder, with: text, inEach: [data]) { .data($0[0]) }
        case .body(.chunks(let chunks, let interval)):
            copy.replace(placeholder, with: text, inEach: chunks) { .chunks($0, every: interval) }
        case .body(.file(let url)):
            var loaded = self
            loaded.delivery = .instant
            copy.content = .handler { [loaded] _ in
                // A file that can't be read stays the body, so that the request fails as without a replacement.
                guard let data = try? Data(contentsOf: url) else { return loaded }
                var response = loaded
                response.content = .body(.data(data))
                return response.replacing(placeholder, with: text)
            }
        case .handler(let handler):
            copy.content = .handler { try await handler($0).replacing(placeholder, with: text) }
        case .body(.sequence), .failure, .passthrough, .unusable:
            break
        }
        return copy
    }

    private mutating func replace(
        _ placeholder: String, with text: String, inEach chunks: [Data], _ makeBody: ([Data]) -> Body
    ) {
        let texts = chunks.compactMap { String(data: $0, encoding: .utf8) }
        guard texts.count == chunks.count else {
            content = .unusable(
                "its body is not UTF-8 text, so \(placeholder.debugDescription) can't be replaced in it. To fix this, remove "
                    + "replacing(_:with:)")
            return
        }
        content = .body(makeBody(texts.map { Data($0.replacingOccurrences(of: placeholder, with: text).utf8) }))
    }
}
