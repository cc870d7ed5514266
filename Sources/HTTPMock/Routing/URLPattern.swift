import Foundation

/// The host, path and query of an absolute URL, as patterns.
///
/// The scheme is ignored.
struct URLPattern: Sendable {
    let host: String
    let path: String
    let query: HTTPMock.Query?

    /// Parses a URL, which may have patterns in host and path, and values `*`.
    ///
    /// - Throws: ``PatternProblem`` if the text is not an absolute URL, or has a user or a fragment.
    init(_ text: String) throws(PatternProblem) {
        let notAbsolute = PatternProblem(
            "\(text.debugDescription) is no absolute URL",
            fix: "write a scheme and a host, as in \"https://api.example.com/user\"")
        guard let scheme = text.range(of: "://"), scheme.lowerBound > text.startIndex,
            text[..<scheme.lowerBound].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { throw notAbsolute }
        if text.contains("#") {
            throw PatternProblem(
                "the URL \(text.prefix { !"?#".contains($0) }.debugDescription) has a fragment, which no request sends",
                fix: "leave out the fragment")
        }
        // Split by hand, because `URL` accepts no patterns.
        let parts = text[scheme.upperBound...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let slash = parts[0].firstIndex(of: "/") ?? parts[0].endIndex
        host = String(parts[0][..<slash])
        path = slash == parts[0].endIndex ? "/" : String(parts[0][slash...]).replacing("://", with: "%3A//")
        query = parts.dropFirst().first.map { text in
            let components = URLComponents(string: "?\(text)")
            let items = zip(components?.percentEncodedQueryItems ?? [], components?.queryItems ?? [])
            return Query(items: items.map { .init(name: $1.name, value: $0.value == "*" ? .any : .init($1.value)) })
        }
        if host.isEmpty { throw notAbsolute }
        if let user = host.lastIndex(of: "@") {
            throw PatternProblem(
                "the URL of the host \(host[host.index(after: user)...].debugDescription) has a user",
                fix: "leave out the user, and write .basicAuth(user:password:) as a condition")
        }
    }

    static func isURL(_ text: String) -> Bool { text.contains("://") && !text.hasPrefix("/") }
}
