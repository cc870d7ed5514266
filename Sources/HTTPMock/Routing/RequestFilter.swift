import Foundation

/// A filter for logged requests by method, host, path and query; patterns are allowed.
package final class RequestFilter: Sendable, CustomStringConvertible {
    private let method: HTTPMock.HTTPMethod?
    private let host: HostPattern?
    private let path: PathPattern?
    /// The query as it is shown.
    private let queryText: String?
    /// The query of a URL; nil to compare the text.
    private let query: QueryPattern?

    /// Creates a filter, in which nil matches any; throws if no request can match.
    ///
    /// - Parameter path: The path pattern, perhaps with `?` and the query as it was sent, or an absolute URL.
    package init(method: HTTPMock.HTTPMethod?, host: String?, path: String?) throws {
        self.method = method
        do {
            if let path, URLPattern.isURL(path) {
                guard host == nil else {
                    throw HTTPMockError(
                        "HTTPMock: no request can match: \(path.debugDescription) has a host already: leave out host:",
                        cause: .invalidPattern)
                }
                let url = try URLPattern(path)
                self.host = try HostPattern(url.host)
                self.path = try PathPattern(url.path)
                query = url.query.map { QueryPattern($0) }
                queryText = url.query?.description
            } else {
                let parts = path?.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                self.host = try host.map { try HostPattern($0) }
                self.path = try parts.map { try PathPattern($0[0]) }
                query = nil
                queryText = parts?.dropFirst().first
            }
        } catch let problem as PatternProblem {
            throw HTTPMockError("HTTPMock: no request can match: \(problem)", cause: .invalidPattern)
        }
    }

    package func matches(_ request: MockRequest) -> Bool { differences(from: request).isEmpty }

    var isAny: Bool { method == nil && host == nil && path == nil }

    /// The method, host, path and query, as in `POST api.example.com/login`.
    package var description: String {
        let address = "\(host?.text ?? "")\(path?.text ?? "/**")"
        return "\(method.map { "\($0) " } ?? "")\(address)\(queryText.map { "?\($0)" } ?? "")"
    }

    /// Returns a text for each part of a request that does not match; a text is made when it is read.
    private func differences(from request: MockRequest) -> [() -> String] {
        var differences: [() -> String] = []
        if let method, method != request.method {
            differences.append { "method is \(request.method), expected \(method)" }
        }
        if let host, !host.matches(request.target) {
            differences.append {
                "host is \(request.hostAndPort.debugDescription), expected \(host.text.debugDescription)"
            }
        }
        if let path, !path.matches(request.target) {
            differences.append { "path is \(request.path.debugDescription), expected \(path.text.debugDescription)" }
        }
        if let queryText, !matches(queryText, request) {
            differences.append {
                "query is \((request.maskedQuery ?? "").debugDescription), expected \(queryText.debugDescription)"
            }
        }
        return differences
    }

    /// Returns whether a request has the query of a URL, or a query as it was sent or as `requestSummary` prints it.
    private func matches(_ queryText: String, _ request: MockRequest) -> Bool {
        if let query { return query.matches(HTTPMock.Query(request.query)) }
        let sent = request.url.query(percentEncoded: true) ?? ""
        return queryText == sent || queryText == request.maskedQuery ?? ""
    }

    /// Returns the nearest mismatch and its differences as lines; nil if every request matches.
    package func nearest(in requests: [MockRequest]) -> String? {
        let others = requests.filter { !matches($0) }
        guard let nearest = others.min(by: { distance(to: $0) < distance(to: $1) }) else { return nil }
        return "  nearest: \(nearest.summary)\n    \(differences(from: nearest).map { $0() }.joined(separator: "; "))"
    }

    /// Returns the number of differing parts, and then how early the path differs.
    private func distance(to request: MockRequest) -> Int {
        let matched = path.map { min($0.matchedPrefixLength(in: request.target), 900) } ?? 0
        return differences(from: request).count * 1_000 - matched
    }
}

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
        query = parts.count == 1 ? nil : Self.query(parts[1])
        if host.isEmpty { throw notAbsolute }
        if let user = host.lastIndex(of: "@") {
            throw PatternProblem(
                "the URL of the host \(host[host.index(after: user)...].debugDescription) has a user",
                fix: "leave out the user, and write .basicAuth(user:password:) as a condition")
        }
    }

    static func isURL(_ text: String) -> Bool { text.contains("://") && !text.hasPrefix("/") }

    /// Returns a query, in which `*` is any value.
    private static func query(_ text: Substring) -> HTTPMock.Query {
        let components = URLComponents(string: "?\(text)")
        let items = zip(components?.percentEncodedQueryItems ?? [], components?.queryItems ?? [])
        return HTTPMock.Query(
            items: items.map { encoded, item in
                let value = encoded.value == "*" ? .any : HTTPMock.Query.ItemValue(item.value)
                return HTTPMock.Query.Item(name: item.name, value: value)
            })
    }
}
