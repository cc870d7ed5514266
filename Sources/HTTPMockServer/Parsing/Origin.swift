import Foundation
import HTTPMock

/// The scheme, host and port of a request: the first part of its URL.
///
/// - SeeAlso: [RFC 6454 §4](https://www.rfc-editor.org/rfc/rfc6454.html#section-4)
struct Origin: Hashable, Sendable {
    /// The text before the path in lower case and without a default port, as in `https://api.example.com:8080`.
    let text: String
    /// The scheme in lower case.
    let scheme: String

    /// The origin of a URL; nil unless it has a host and `http` or `https`.
    init?(of url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        var text = "\(scheme)://\(Self.bracketed(host))"
        if let port = url.port, port != Self.defaultPort(of: scheme) { text += ":\(port)" }
        self.text = text
    }

    /// Returns an IPv6 address in its brackets, and any other host as it is.
    private static func bracketed(_ host: String) -> String {
        guard host.contains(":"), !host.hasPrefix("[") else { return host }
        return "[\(host)]"
    }

    private static func defaultPort(of scheme: String) -> Int {
        scheme == "https" ? 443 : 80
    }

    /// Parses the text that a user gave.
    ///
    /// - Parameter text: An HTTP URL without query, fragment and user name, whose path is empty or `/`.
    /// - Throws: An error with the correct form of an origin.
    init(_ text: String) throws(HTTPMockError) {
        guard let url = URL(string: text), let origin = Origin(of: url), ["", "/"].contains(url.path()),
            url.query == nil, url.fragment == nil, url.user == nil
        else {
            throw HTTPMockError(
                "HTTPMock: \"\(Redaction.text(ofHost: text))\" is not an origin that requests can be served as. "
                    + "To fix this, write scheme and host, and a port if there is one: \"https://api.example.com\".")
        }
        self = origin
    }
}
