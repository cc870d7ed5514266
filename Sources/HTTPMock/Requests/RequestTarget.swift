import Foundation

/// What of a request's URL takes part in matching, parsed once.
///
/// Dot segments and doubled slashes stay as they are: `/a/../b` and `/b` are two paths, `/a//b` has an empty
/// segment, as for `URL`.
///
/// - SeeAlso: [RFC 3986 §3](https://www.rfc-editor.org/rfc/rfc3986.html#section-3)
struct RequestTarget: Sendable {
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
        self.url = url
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

/// The parts of a URL's text, by the grammar's delimiters alone: `URL` has already checked the rest.
///
/// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
private struct Parts {
    var scheme = ""
    var host = ""
    var port: Int?
    var symbols: [Symbol] = []
    var hostEnd = 0
    var hasQuery = false

    init(_ text: UnsafeBufferPointer<UInt8>) {
        symbols.reserveCapacity(text.count + 2)
        let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
        hasQuery = end < text.endIndex && text[end] == UInt8(ascii: "?")
        let hierarchy = text[..<end]
        var position = 0
        if let colon = hierarchy.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
            text[colon] == UInt8(ascii: ":")
        {
            scheme = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            position = colon + 1
        }
        var authority = text[position..<position]
        if hierarchy[position...].starts(with: "//".utf8) {
            position += 2
            let pathStart = hierarchy[position...].firstIndex(of: UInt8(ascii: "/")) ?? end
            authority = text[position..<pathStart]
            position = pathStart
        }
        parseAuthority(authority)
        hostEnd = symbols.count
        parsePath(text[position..<end])
    }

    private mutating func parseAuthority(_ authority: Slice<UnsafeBufferPointer<UInt8>>) {
        var host = authority
        if let at = host.lastIndex(of: UInt8(ascii: "@")) {
            host = host[(at + 1)...]
        }
        if let colon = host.lastIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }),
            host[colon] == UInt8(ascii: ":")
        {
            port = Int(String(decoding: host[(colon + 1)...], as: UTF8.self))
            host = host[..<colon]
        }
        if host.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 }) {
            parseEncodedHost(host)
        } else {
            // The dots of an IPv6 address, as in [::ffff:10.0.0.1], are no separators.
            let isAddress = host.first == UInt8(ascii: "[")
            symbols.append(.hostSeparator)
            for byte in host {
                let isSeparator = byte == UInt8(ascii: ".") && !isAddress
                symbols.append(isSeparator ? .hostSeparator : .byte(HostLabel.lowercased(byte)))
            }
        }
        self.host = hostText
    }

    private mutating func parseEncodedHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) {
        let isAddress = host.first == UInt8(ascii: "[")
        let labels = host.split(
            separator: UInt8(ascii: "."), maxSplits: isAddress ? 0 : .max, omittingEmptySubsequences: false)
        for label in labels {
            symbols.append(.hostSeparator)
            symbols += (HostLabel.normalForm(of: label) ?? Array(label)).map(Symbol.byte)
        }
    }

    private var hostText: String {
        String(unsafeUninitializedCapacity: symbols.count) { buffer in
            for (index, symbol) in symbols.dropFirst().enumerated() {
                buffer[index] = symbol.byte ?? UInt8(ascii: ".")
            }
            return symbols.count - 1
        }
    }

    private mutating func parsePath(_ path: Slice<UnsafeBufferPointer<UInt8>>) {
        var index = path.startIndex
        if path.first != UInt8(ascii: "/") {
            symbols.append(.pathSeparator)
        }
        while index < path.endIndex {
            if path[index] == UInt8(ascii: "/") {
                symbols.append(.pathSeparator)
            } else if let escaped = PercentEncoding.byte(at: index, in: path) {
                symbols.append(.byte(escaped))
                index += 2
            } else {
                symbols.append(.byte(path[index]))
            }
            index += 1
        }
    }
}
