import Foundation

/// A filter for logged requests by method, host, path and query; patterns are allowed.
package final class RequestFilter: Sendable, CustomStringConvertible {
    private let method: HTTPMock.HTTPMethod?
    private let host: HostPattern?
    private let path: PathPattern?
    private let query: ExpectedQuery?

    private enum ExpectedQuery {
        /// The query as it was sent or as `requestSummary` prints it.
        case text(String)
        /// The query of a URL.
        case pattern(QueryPattern)

        /// The query for a message, with secrets masked.
        var shownText: String {
            switch self {
            case .text(let text): String(Redaction.text(ofAddress: "?\(text)").dropFirst())
            case .pattern(let pattern): pattern.query.description
            }
        }
    }

    /// Creates a filter, in which nil matches any; throws if no request can match.
    ///
    /// - Parameter path: The path pattern, perhaps with `?` and the query as it was sent, or an absolute URL.
    package init(method: HTTPMock.HTTPMethod?, host: String?, path: String?) throws {
        if let flaw = Self.flaw(inMethod: method, path: path) {
            throw HTTPMockError("HTTPMock: no request can match: \(flaw)", cause: .invalidPattern)
        }
        if let path, host != nil, URLPattern.isURL(path) {
            throw HTTPMockError(
                "HTTPMock: no request can match: \(Self.shown(path)) has a host already: leave out host:",
                cause: .invalidPattern)
        }
        self.method = method
        do {
            if let path, URLPattern.isURL(path) {
                let url = try URLPattern(path)
                self.host = try HostPattern(url.host)
                self.path = try PathPattern(url.path)
                query = url.query.map { .pattern(QueryPattern($0)) }
            } else {
                let parts = path?.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                self.host = try host.map { try HostPattern($0) }
                self.path = try parts?.first.map { try PathPattern($0) }
                query = parts?.dropFirst().first.map { .text($0) }
            }
        } catch let problem as PatternProblem {
            throw HTTPMockError("HTTPMock: no request can match: \(problem)", cause: .invalidPattern)
        }
    }

    /// The reason why no request has the given method or path; nil if there is none.
    ///
    /// A method or a path with a flaw is most likely a line of `requestSummary`, or in the place of another argument. A
    /// check that expects no request would pass with such a method or path.
    private static func flaw(inMethod method: HTTPMock.HTTPMethod?, path: String?) -> String? {
        if let method, method.rawValue.contains("/") {
            let fix =
                path == nil ? "leave out the word method:" : "write the method before the path"
            return "the method \(method.rawValue.swiftLiteral) is a path. To fix this, \(fix)"
        }
        guard let path, let space = path.firstIndex(where: \.isWhitespace) else { return nil }
        let first = path[..<space]
        let rest = path[space...].drop(while: \.isWhitespace)
        if rest.isEmpty, first.isEmpty {
            return "\(shown(path)) has no path. To fix this, write one, such as \"/users/7\""
        }
        if !first.isEmpty, !rest.isEmpty, first.allSatisfy(\.isLetter) {
            let method = HTTPMock.HTTPMethod(rawValue: first.uppercased())
            return "\(shown(path)) begins with a method. To fix this, write the method by itself: "
                + "\(method.swiftSource), \(shown(String(rest)))"
        }
        return "\(shown(path)) has a white space, which no URL has. To fix this, write %20 for a space"
    }

    /// Returns a path as a literal for a message, with secrets masked.
    private static func shown(_ path: String) -> String {
        Redaction.text(ofAddress: path).swiftLiteral
    }

    package func matches(_ request: MockRequest) -> Bool {
        differences(from: request).isEmpty
    }

    /// The hash of the only path that matches; nil if several do.
    var pathHash: PathHash? {
        // Many paths are masked to one.
        guard let path, !path.text.contains(Redaction.mask) else { return nil }
        return PathHash(path)
    }

    package var isAny: Bool {
        method == nil && host == nil && path == nil
    }

    /// The method, host, path and query, as in `POST api.example.com/login`, with secrets masked.
    package var description: String {
        var text = ""
        if let method { text += "\(method) " }
        text += host?.text ?? ""
        text += path?.maskedText ?? "/**"
        if let query { text += "?\(query.shownText)" }
        return text
    }

    /// Returns a text for each part of a request that does not match; a text is made when it is read.
    private func differences(from request: MockRequest) -> [() -> String] {
        var texts: [() -> String] = []
        if let method, method != request.method {
            texts.append { "method is \(request.method), expected \(method)" }
        }
        if let host, !host.matches(request.target) {
            texts.append { "host is \(request.hostAndPort.shortened.swiftLiteral), expected \(host.text.swiftLiteral)" }
        }
        if let path, !matches(path, request) {
            texts.append {
                "path is \(request.maskedPath.shortened.swiftLiteral), expected \(path.maskedText.swiftLiteral)"
            }
        }
        if let query, !matches(query, request) {
            texts.append {
                "query is \((request.maskedQuery ?? "").shortened.swiftLiteral), expected \(query.shownText.swiftLiteral)"
            }
        }
        return texts
    }

    /// Returns whether a pattern matches the path as it was sent, or as `requestSummary` prints it.
    private func matches(_ path: PathPattern, _ request: MockRequest) -> Bool {
        if path.matches(request.target) { return true }
        guard path.text.contains(Redaction.mask), let url = URL(keepingEscapesOf: Redaction.text(of: request.url))
        else { return false }
        return path.matches(RequestTarget(sessionURL: url))
    }

    private func matches(_ query: ExpectedQuery, _ request: MockRequest) -> Bool {
        switch query {
        case .text(let text):
            let sent = request.url.query(percentEncoded: true) ?? ""
            let masked = request.maskedQuery ?? ""
            return text == sent || text == masked
        case .pattern(let pattern):
            return pattern.matches(Query(of: request))
        }
    }

    /// Returns the nearest mismatch and its differences as two lines; nil if there is no mismatch.
    package func nearest(in requests: [MockRequest]) -> String? {
        let others = requests.filter { !matches($0) }
        guard let nearest = others.min(by: { distance(to: $0) < distance(to: $1) }) else { return nil }
        let texts = differences(from: nearest).map { text in text() }
        return "  nearest: \(nearest.summary.shortened)\n    \(texts.joined(separator: "; "))"
    }

    /// Returns a distance by the number of differing parts, and then by how early the path differs.
    private func distance(to request: MockRequest) -> Int {
        let partWeight = 1_000
        // Less than the weight of a part, so that the number of parts decides first.
        let longestMatch = 900
        let matched = path.map { min($0.matchedPrefixLength(in: request.target), longestMatch) } ?? 0
        return differences(from: request).count * partWeight - matched
    }
}
