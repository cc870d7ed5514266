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
    /// In a file the text is replaced when a request uses the response. A response without a body and an asynchronous
    /// stream stay the same.
    ///
    /// - Parameters:
    ///   - placeholder: The text to replace, everywhere it occurs.
    ///   - text: The replacement.
    /// - Returns: The response with the other body. If the body is not UTF-8 text, requests fail with an
    ///   ``HTTPMockError``.
    public func replacing(_ placeholder: String, with text: String) -> MockResponse {
        if case .body(.chunks(let chunks, let interval)) = content {
            let replaced = chunks.compactMap { Self.replacing(placeholder, with: text, in: $0) }
            guard replaced.count == chunks.count else { return notText(placeholder) }
            var copy = self
            copy.content = .body(.chunks(replaced, every: interval))
            return copy
        }
        return mappingBody { response, data in
            guard let replaced = Self.replacing(placeholder, with: text, in: data) else {
                return response.notText(placeholder)
            }
            return response.withBody(replaced)
        }
    }

    /// Returns nil if the data is not UTF-8 text.
    private static func replacing(_ placeholder: String, with text: String, in data: Data) -> Data? {
        guard let body = String(data: data, encoding: .utf8) else { return nil }
        return Data(body.replacingOccurrences(of: placeholder, with: text).utf8)
    }

    private func notText(_ placeholder: String) -> MockResponse {
        var copy = self
        copy.content = .unusable(
            "its body is not UTF-8 text, so \(placeholder.debugDescription) can't be replaced in it. To fix this, remove "
                + "replacing(_:with:)")
        return copy
    }
}
