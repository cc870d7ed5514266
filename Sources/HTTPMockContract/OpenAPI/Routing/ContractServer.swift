import Foundation

/// A server of a document: a host, an optional port and a base path.
///
/// - SeeAlso: [OpenAPI 3.1, Server Object](https://spec.openapis.org/oas/v3.1.0#server-object)
struct ContractServer: Hashable, Sendable, CustomStringConvertible {
    /// The host in lower case; nil for any.
    let host: String?
    /// The port; nil for any.
    let port: Int?
    /// The path before all paths, without a slash at its end.
    let basePath: String

    /// A server with any host and no base path.
    static let any = ContractServer("/")

    /// Reads the URL of a server.
    ///
    /// - Parameter url: An absolute URL, or a relative one for any host.
    init(_ url: String) {
        let reference = URIReference(url)
        let authority = reference.hostAndPort
        if let name = authority?.host, !name.isEmpty {
            host = name
        } else {
            host = nil
        }
        port = authority?.port
        var path = reference.path
        while path.hasSuffix("/") { path.removeLast() }
        if !path.isEmpty, !path.hasPrefix("/") { path = "/\(path)" }
        basePath = path
    }

    /// Reads the URL that a test gives.
    ///
    /// - Parameter url: The URL; its scheme may be missing.
    init(given url: String) {
        // Without a scheme, `api.example.com/v1` begins with a host, and `api/v1` is a path.
        let host = url.prefix { $0 != "/" }
        let looksLikeHost = host == "localhost" || host.contains { ".:".contains($0) }
        if !url.contains("://"), looksLikeHost {
            self.init("//\(url)")
        } else {
            self.init(url)
        }
    }

    /// The port after a colon; empty for any.
    var portText: String { port.map { ":\($0)" } ?? "" }

    /// The host, and the port unless it is any; nil for any host.
    var hostAndPort: String? { host.map { "\($0)\(portText)" } }

    /// The server for messages: `api.example.com:8080/v1`.
    var description: String { "\(hostAndPort ?? "any host\(portText)")\(basePath)" }

    /// Returns a URL's path after the base path; nil for another host or port.
    ///
    /// - Returns: The whole path, marked as outside, if the URL is of the host but not under the base path.
    func path(of url: RequestURL) -> (path: Substring, isInside: Bool)? {
        if let host, host != url.host { return nil }
        if let port, let other = url.port, port != other { return nil }
        guard !basePath.isEmpty else { return (url.path[...], true) }
        guard let rest = Self.rest(of: url.path, after: basePath) else { return (url.path[...], false) }
        if rest.isEmpty { return ("/", true) }
        return (rest, true)
    }

    /// Returns the path after a base path, compared without escapes; nil if the path begins with another one.
    private static func rest(of path: String, after basePath: String) -> Substring? {
        var rest = path.utf8[...]
        for segment in basePath.utf8.split(separator: UInt8(ascii: "/")) {
            guard rest.first == UInt8(ascii: "/") else { return nil }
            let actual = rest.dropFirst().prefix { $0 != UInt8(ascii: "/") }
            guard
                actual.elementsEqual(segment)
                    || String(Substring(actual)).decoded == String(Substring(segment)).decoded
            else { return nil }
            rest = rest[actual.endIndex...]
        }
        return Substring(rest)
    }
}
