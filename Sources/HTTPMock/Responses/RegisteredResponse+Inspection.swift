import Foundation

/// Members for extensions that inspect registered responses.
extension RegisteredResponse {
    /// Whether the status is known before any request, and the response is not exempt from inspection.
    var isInspectable: Bool {
        guard case .body = response.content else { return false }
        return !response.isOffContract && problem == nil
    }

    package var status: Int { response.status.code }

    /// The header fields, one value for each name.
    package var joinedHeaders: [String: String] { headers.dictionary }

    /// Returns the whole body; nil if it is known only when it is served, or too large.
    ///
    /// - Parameter limit: The largest size of a file to read, in bytes.
    package func knownBody(upTo limit: Int) -> Data? {
        guard case .body(let body) = response.content else { return nil }
        switch body {
        case .data(let data): return data
        case .chunks(let chunks, _): return Data(joining: chunks)
        case .sequence: return nil
        case .file(let url):
            guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= limit else {
                return nil
            }
            return try? Data(contentsOf: url)
        }
    }
}
