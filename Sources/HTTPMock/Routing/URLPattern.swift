import Foundation

/// The host, path and query of an absolute URL, as patterns.
///
/// The scheme is ignored.
struct URLPattern: Sendable {
    let host: String
    let path: String
    let query: HTTPMock.Query?

    /// Parses a URL, whose host and path may be patterns, and whose query may have values `*`.
    ///
    /// - Throws: ``PatternProblem`` if the text is not an absolute URL, or has a user or a fragment.
    init(_ text: String) throws(PatternProblem) {
        #if canImport(FoundationNetworking)
            // As FoundationNetworking requests a URL (FoundationOnLinux.md, "Paths").
            let text = URLText.removingDotSegments(of: text)
        #endif
        let notAbsolute = PatternProblem(
            "\(Redaction.text(ofHost: text).debugDescription) is no absolute URL",
            fix: "write a scheme and a host, as in \"https://api.example.com/user\"")
        guard let scheme = text.range(of: "://"), Self.isScheme(text[..<scheme.lowerBound]) else { throw notAbsolute }
        if text.contains("#") {
            throw PatternProblem(
                "the URL \(text.prefix { !"?#".contains($0) }.debugDescription) has a fragment, which no request sends",
                fix: "leave out the fragment")
        }
        // Split by hand, because `URL` accepts no patterns.
        let parts = text[scheme.upperBound...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let slash = parts[0].firstIndex(of: "/") ?? parts[0].endIndex
        host = String(parts[0][..<slash])
        // Escaped, because PathPattern refuses an unescaped :// as that of a URL.
        let path = parts[0][slash...].replacing("://", with: "%3A//")
        self.path = path.isEmpty ? "/" : String(path)
        query = parts.dropFirst().first.map { HTTPMock.Query(encoded: Array($0.utf8), readsStars: true) }
        if host.isEmpty { throw notAbsolute }
        if let user = host.lastIndex(of: "@") {
            throw PatternProblem(
                "the URL of the host \(host[host.index(after: user)...].debugDescription) has a user",
                fix: "leave out the user, and write .basicAuth(user:password:) as a condition")
        }
    }

    /// Returns whether a text has only characters of a scheme.
    ///
    /// - SeeAlso: [RFC 3986 §3.1](https://www.rfc-editor.org/rfc/rfc3986.html#section-3.1)
    private static func isScheme(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return false }
        return text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
    }

    /// Returns whether a text is meant as a URL, and not as a path.
    static func isURL(_ text: String) -> Bool { text.contains("://") && !text.hasPrefix("/") }
}
