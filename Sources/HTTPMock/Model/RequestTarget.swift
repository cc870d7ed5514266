import Foundation

/// The parts of a request's URL that matching needs, parsed once.
///
/// Dot segments and doubled slashes are kept: `/a/../b` and `/b` are two paths, `/a//b` has an empty segment. `URL`
/// does the same.
///
/// - SeeAlso: [RFC 3986 §3](https://www.rfc-editor.org/rfc/rfc3986.html#section-3)
final class RequestTarget: Sendable {
    /// The request's URL, without a base.
    let url: URL
    /// The scheme in lower case; empty without one.
    let scheme: String
    /// The host in lower case; empty if the URL has none.
    ///
    /// An internationalised host is in its `xn--` form, and an IPv6 address is in brackets.
    let host: String
    /// The URL's port, or else the scheme's default port; nil if there is neither.
    let port: Int?
    /// Host and path in normal form, which patterns are matched against.
    let tokens: [PatternToken]
    /// The index where the host's tokens end and the path's begin.
    let hostEnd: Int
    /// Whether the URL has a query, even an empty one.
    let hasQuery: Bool

    /// Parses a URL.
    ///
    /// - Parameter url: The request's URL; a relative one is resolved against its base.
    init(url: URL) {
        // One pass over the text, because URLComponents costs more than the rest of a look-up.
        var text = url.absoluteString
        let parser = text.withUTF8(Parser.init)
        self.url = url.baseURL == nil ? url : url.absoluteURL
        scheme = parser.scheme
        host = parser.host
        port = parser.port ?? Self.defaultPort(of: parser.scheme)
        tokens = parser.tokens
        hostEnd = parser.hostEnd
        hasQuery = parser.hasQuery
    }

    /// The path as the URL spells it, percent-encoded; `/` for an empty one.
    var path: String {
        let path = url.path(percentEncoded: true)
        return path.isEmpty ? "/" : path
    }

    /// The query's items in order, as `URLComponents` reads them: a `+` stays a plus.
    ///
    /// Every call parses the query.
    var queryItems: [URLQueryItem] {
        guard hasQuery else { return [] }
        return URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    }

    /// Returns whether a request has a port that a registration requires; nil matches any port.
    ///
    /// A scheme's default port equals the same port in the URL.
    func hasPort(_ required: Int?) -> Bool {
        required == nil || required == port
    }

    /// Returns the default port of a scheme.
    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "https", "wss": 443
        case "http", "ws": 80
        default: nil
        }
    }
}
