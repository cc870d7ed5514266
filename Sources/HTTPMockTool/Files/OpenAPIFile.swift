import Foundation

/// Recognizes OpenAPI documents.
enum OpenAPIFile {
    /// Returns whether a file is an OpenAPI document rather than a recording, judged by its name and its first bytes.
    static func isLikely(at url: URL) -> Bool {
        if ["yaml", "yml"].contains(url.pathExtension.lowercased()) { return true }
        guard let file = try? FileHandle(forReadingFrom: url), let bytes = try? file.read(upToCount: 4_096) else {
            return false
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return ["\"openapi\"", "\"swagger\"", "\nopenapi:"].contains { "\n\(text)".contains($0) }
    }
}
