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
    /// - Parameter text: The URL; `*`, `**` and `{name}` have their meaning in host and path, and a query value `*` is
    ///   any.
    /// - Throws: ``PatternProblem`` if the text is not an absolute URL, or has a user or a fragment.
    init(_ text: String) throws(PatternProblem) {
        let parts = try Parts(text)
        host = parts.authority
        path = parts.path.replacingOccurrences(of: "://", with: "%3A//")
        query = parts.query
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

        /// The query, in which `*` is any value; nil if the URL has none.
        var query: HTTPMock.Query? {
            items.map { items in
                HTTPMock.Query(
                    items: items.map { name, value in
                        let value: HTTPMock.Query.Item.Value =
                            value.map { $0 == "*" ? .any : .value(URLPattern.decoded($0)) } ?? .none
                        return HTTPMock.Query.Item(name: URLPattern.decoded(name), value: value)
                    })
            }
        }
    }
}

extension PathPattern {
    /// Returns the pattern that matches only this path.
    static func literal(_ path: String) -> String {
        escapingWildcards(path).replacingOccurrences(of: "://", with: "%3A//")
    }

    /// Returns a text in which the characters of wildcards are escaped.
    static func escapingWildcards(_ text: String) -> String {
        text.replacingOccurrences(of: "*", with: "%2A").replacingOccurrences(of: "{", with: "%7B")
            .replacingOccurrences(of: "}", with: "%7D")
    }
}
