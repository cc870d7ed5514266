import Foundation

/// The host, path and query of an absolute URL, as patterns.
///
/// The scheme is ignored.
struct URLPattern: Sendable {
    /// The host pattern, with a port if the URL has one.
    let host: String
    /// The path pattern.
    let path: String
    /// The query; nil if the URL has none.
    let query: HTTPMock.Query?

    /// Parses a URL that may contain patterns.
    ///
    /// - Parameter text: The URL; `*`, `**` and `{name}` have their meaning in host and path, and a query value `*` is any.
    /// - Throws: ``PatternProblem`` if the text is not an absolute URL, or has a user or a fragment.
    init(_ text: String) throws(PatternProblem) {
        let parts = try Parts(text)
        host = parts.authority
        path = parts.path.replacingOccurrences(of: "://", with: "%3A//")
        query = parts.query { $0 == "*" ? .any : .value(Self.decoded($0)) }
    }

    /// Creates the patterns that match only a URL itself.
    ///
    /// - Parameter url: The URL; none of its characters is a wildcard.
    /// - Throws: ``PatternProblem`` if the URL is relative, or has a user or a fragment.
    init(_ url: URL) throws(PatternProblem) {
        let parts = try Parts(url.absoluteString)
        host = parts.authority.replacingOccurrences(of: "*", with: "%2A")
        path = PathPattern.literal(parts.path)
        query = parts.query { .value(Self.decoded($0)) }
    }

    /// Returns whether a text is meant as a URL, not as a path.
    static func isURL(_ text: String) -> Bool { text.contains("://") && !text.hasPrefix("/") }

    private static func decoded(_ text: String) -> String {
        String(decoding: PercentEncoding.decode(Array(text.utf8)), as: UTF8.self)
    }

    private struct Parts {
        let authority: String
        let path: String
        var items: [(name: String, value: String?)]?

        /// Splits a URL without interpreting its parts, because `URL` accepts no patterns.
        init(_ text: String) throws(PatternProblem) {
            guard let scheme = text.range(of: "://"), scheme.lowerBound > text.startIndex,
                text[..<scheme.lowerBound].allSatisfy({
                    $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
                })
            else { throw .urlIsNotAbsolute(text) }
            var rest = text[scheme.upperBound...]
            if let fragment = rest.firstIndex(of: "#") {
                throw .urlHasFragment(String(text[..<(rest.firstIndex(of: "?") ?? fragment)].prefix { $0 != "#" }))
            }
            if let mark = rest.firstIndex(of: "?") {
                items = rest[rest.index(after: mark)...].split(separator: "&").map { item in
                    let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    return (String(pair[0]), pair.count == 2 ? String(pair[1]) : nil)
                }
                rest = rest[..<mark]
            }
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<slash])
            path = slash == rest.endIndex ? "/" : String(rest[slash...])
            if authority.isEmpty { throw .urlIsNotAbsolute(text) }
            if let user = authority.lastIndex(of: "@") {
                throw .urlHasUser(host: String(authority[authority.index(after: user)...]))
            }
        }

        /// Returns the query with the requirements for the values; nil if the URL has none.
        func query(_ requirement: (String) -> HTTPMock.Query.Item.Value) -> HTTPMock.Query? {
            items.map { items in
                HTTPMock.Query(
                    items: items.map {
                        HTTPMock.Query.Item(
                            name: URLPattern.decoded($0.name), value: $0.value.map(requirement) ?? .none)
                    })
            }
        }
    }
}

extension PathPattern {
    /// Returns the pattern that matches only this path, with wildcards escaped.
    static func literal(_ path: String) -> String {
        path.replacingOccurrences(of: "*", with: "%2A").replacingOccurrences(of: "://", with: "%3A//")
            .replacingOccurrences(of: "{", with: "%7B").replacingOccurrences(of: "}", with: "%7D")
    }
}
