import Foundation

/// The parts of a request's URL that a contract knows.
struct RequestURL: Sendable {
    /// The host in lower case.
    let host: String
    /// The port, or else the usual port of `http` or `https`; nil for a URL of another scheme without a port.
    let port: Int?
    /// The path with its escapes; `/` for an empty one.
    let path: String
    /// The query with its escapes; empty without one.
    let queryText: String
    /// The decoded names of the query and their values with escapes, in order.
    ///
    /// A name without `=` has an empty value. A `+` in a name stays a plus, unlike in a form.
    let query: [NamedText]

    init(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// Splits a URL into its parts.
    ///
    /// - Parameter text: An absolute URL; one without its scheme has no default port: `//host/path`.
    init(_ text: String) {
        let reference = URIReference(text)
        let authority = reference.hostAndPort
        host = authority?.host ?? ""
        port = authority?.port ?? Self.defaultPort(of: reference.scheme?.lowercased())
        if reference.path.isEmpty {
            path = "/"
        } else {
            path = reference.path
        }
        queryText = reference.query ?? ""
        query = queryText.unicodeScalars.split(separator: "&").map { item in
            let (name, value) = Substring(item).divided(at: "=")
            return NamedText(name: String(name).decoded, text: String(value))
        }
    }

    /// The host, and a port other than the usual 80 and 443: `example.com:8080`.
    var hostAndPort: String {
        guard let port, port != 80, port != 443 else { return host }
        return "\(host):\(port)"
    }

    private static func defaultPort(of scheme: String?) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }
}
