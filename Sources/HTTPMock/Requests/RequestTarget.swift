import Foundation

/// What of a request's URL takes part in matching, parsed once.
///
/// Dot segments and doubled slashes stay as they are: `/a/../b` and `/b` are two paths, `/a//b` has an empty
/// segment, as for `URL`.
///
/// - SeeAlso: [RFC 3986 §3](https://www.rfc-editor.org/rfc/rfc3986.html#section-3)
final class RequestTarget: Sendable {
    /// The URL this was parsed from.
    let url: URL
    /// The scheme in lower case, empty if there is none.
    let scheme: String
    /// The host in lower case, an internationalised one in its `xn--` form, IPv6 in brackets, empty if there is none.
    let host: String
    /// The URL's port, or else the scheme's own: 80 or 443.
    let port: Int?
    /// Host and path in normal form, the string that patterns are matched against.
    let symbols: [Symbol]
    /// How many of the symbols belong to the host; the path's begin there.
    let hostEnd: Int
    /// Whether the URL has a query, even an empty one.
    let hasQuery: Bool

    /// Parses a URL.
    ///
    /// - Parameter url: The request's URL; a relative one is resolved against its base.
    init(url: URL) {
        // One pass over the text: URLComponents costs more than all the rest of a lookup.
        var text = url.absoluteString
        let parts = text.withUTF8(Parts.init)
        self.url = url.baseURL == nil ? url : url.absoluteURL
        scheme = parts.scheme
        host = parts.host
        port = parts.port ?? Self.defaultPort(of: parts.scheme)
        symbols = parts.symbols
        hostEnd = parts.hostEnd
        hasQuery = parts.hasQuery
    }

    /// The path as the URL has it, percent-encoded, `/` for an empty one.
    var path: String {
        let path = url.path(percentEncoded: true)
        return path.isEmpty ? "/" : path
    }

    /// The query's items in order, as `URLComponents` reads them: a `+` is a plus.
    ///
    /// Parsed at each call.
    var queryItems: [URLQueryItem] {
        guard hasQuery else { return [] }
        return URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    }

    /// The port a scheme stands for where the URL names none.
    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "https", "wss": 443
        case "http", "ws": 80
        default: nil
        }
    }
}
