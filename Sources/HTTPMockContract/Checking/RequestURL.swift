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
        let userAndHost = reference.authority ?? ""
        let user = userAndHost.utf8.lastIndex(of: UInt8(ascii: "@"))
        let authority = user.map { userAndHost[userAndHost.utf8.index(after: $0)...] } ?? userAndHost[...]
        let isAddress = authority.utf8.last == UInt8(ascii: "]")
        let colon = isAddress ? nil : authority.utf8.lastIndex(of: UInt8(ascii: ":"))
        host = authority[..<(colon ?? authority.endIndex)].lowercased()
        port =
            colon.flatMap { Int(authority[authority.index(after: $0)...]) }
            ?? Self.defaultPort(of: reference.scheme?.lowercased())
        path = reference.path.isEmpty ? "/" : reference.path
        query = (reference.query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]).decoded, parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private static func defaultPort(of scheme: String?) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }
}
