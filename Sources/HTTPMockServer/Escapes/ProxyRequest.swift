import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The first line of a request to the proxy, with method and requested host.
struct ProxyRequest {
    let method: String
    /// True for a `CONNECT`, whose client speaks with the host through the proxy.
    let isTunnel: Bool
    /// The scheme in lower case; `https` for a tunnel.
    let scheme: String
    /// The host as it was sent; an IPv6 address is in brackets.
    let host: String
    let port: Int
    /// The request in a report, without secrets: method and URL, or host and port.
    let text: String
    /// The line for the host itself, with its end; the target is a path or `*`.
    let originLine: [UInt8]

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - line: The bytes of the line, without its end.
    ///   - end: The end of the line, which is forwarded too.
    /// - Returns: nil if the line is not that of a request to a proxy.
    init?(_ line: ArraySlice<UInt8>, end: ArraySlice<UInt8>) {
        guard let space = line.firstIndex(of: .space), space > line.startIndex,
            line[..<space].allSatisfy(\.isToken)
        else { return nil }
        method = String(decoding: line[..<space], as: UTF8.self)
        isTunnel = method == "CONNECT"
        // A target may contain spaces, which are forwarded unchanged.
        let target = line[(space + 1)...]
        var targetEnd = target.endIndex
        if let lastSpace = target.lastIndex(of: .space), target[lastSpace...].starts(with: " HTTP/".utf8) {
            targetEnd = lastSpace
        }
        guard let parts = Self.parts(of: target[..<targetEnd], isTunnel: isTunnel) else { return nil }
        scheme = parts.scheme
        let authority: Authority? = parts.authority.withUnsafeBytes { Authority($0) }
        guard let authority else { return nil }
        host = String(decoding: parts.authority.prefix(authority.hostLength), as: UTF8.self)
        port = authority.port ?? Self.defaultPort(of: scheme)
        let address = Array(target[..<targetEnd]).withUnsafeBytes { String(field: $0) }
        text = isTunnel ? "\(host):\(port)" : "\(method) \(Redaction.text(ofAddress: address))"
        var path = Array(target[parts.pathStart..<targetEnd])
        // `OPTIONS` without a path is a request about the server itself (RFC 9112 §3.2.4).
        if path.isEmpty { path = [method == "OPTIONS" ? UInt8(ascii: "*") : UInt8(ascii: "/")] }
        if path.first == UInt8(ascii: "?") { path.insert(UInt8(ascii: "/"), at: 0) }
        originLine = line[...space] + path + line[targetEnd...] + end
    }

    /// The URL that patterns are compared with; nil if Foundation makes none of the host.
    var url: URL? { URL(string: "\(scheme)://\(host):\(port)/") }

    /// Returns the port of a URL without one.
    private static func defaultPort(of scheme: String) -> Int {
        switch scheme {
        case "https", "wss": 443
        case "ftp": 21
        default: 80
        }
    }

    /// Returns the scheme, the authority and the index of the path in a target.
    ///
    /// Nil for a target without a scheme, unless it is that of a tunnel.
    private static func parts(
        of target: ArraySlice<UInt8>, isTunnel: Bool
    ) -> (scheme: String, authority: ArraySlice<UInt8>, pathStart: Int)? {
        if isTunnel { return ("https", target, target.endIndex) }
        guard let colon = target.firstIndex(of: UInt8(ascii: ":")), colon > target.startIndex,
            target[..<colon].allSatisfy(\.isToken), target[colon...].starts(with: "://".utf8)
        else { return nil }
        let rest = target[colon...].dropFirst("://".count)
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        // A user name in the URL is left out, because clients send it to the host in the field `Authorization`.
        let start = rest[..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? rest.startIndex
        return (String(decoding: target[..<colon], as: UTF8.self).lowercased(), rest[start..<end], end)
    }
}

extension ProxyRequest {
    /// Returns the text for a report about bytes that are no request.
    static func text(ofGarbage bytes: some Collection<UInt8>) -> String {
        if bytes.first == RequestParser.tlsHandshake { return "a TLS handshake without CONNECT" }
        let words = RejectedHead.firstLine(of: bytes).split(separator: " ", omittingEmptySubsequences: false)
            .map { Redaction.text(ofAddress: String($0)) }
        return "a connection that begins with \"\(words.joined(separator: " "))\""
    }
}
