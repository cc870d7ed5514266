import Foundation

/// The parts of a request's URL that a contract knows, with their escapes.
struct RequestURL: Sendable {
    /// The host in lower case.
    let host: String
    let port: Int?
    let path: String
    /// The names and values of the query, in order.
    ///
    /// A name without `=` has an empty value.
    let query: [(name: String, value: String)]

    init(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// - Parameter text: An absolute URL.
    init(_ text: String) {
        let reference = URIReference(text)
        let authority = reference.authority.map { $0.split(separator: "@").last.map(String.init) ?? $0 } ?? ""
        let colon = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        host = authority[..<(colon ?? authority.endIndex)].lowercased()
        let defaultPort = ["http": 80, "https": 443][reference.scheme?.lowercased() ?? ""]
        port = colon.flatMap { Int(authority[authority.index(after: $0)...]) } ?? defaultPort
        path = reference.path.isEmpty ? "/" : reference.path
        query = (reference.query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]).decoded, parts.count > 1 ? String(parts[1]) : "")
        }
    }
}
