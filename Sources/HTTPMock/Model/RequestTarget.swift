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

extension RequestTarget {
    /// Splits the text of a URL at the grammar's delimiters.
    ///
    /// `URL` has already validated the rest.
    ///
    /// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    struct Parser {
        var scheme = ""
        var host = ""
        var port: Int?
        var tokens: [PatternToken] = []
        var hostEnd = 0
        var hasQuery = false

        init(_ text: UnsafeBufferPointer<UInt8>) {
            tokens.reserveCapacity(text.count + 2)
            let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
            hasQuery = end < text.endIndex && text[end] == UInt8(ascii: "?")
            let hierarchy = text[..<end]
            var position = 0
            if let colon = hierarchy.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
                text[colon] == UInt8(ascii: ":")
            {
                scheme = String(unsafeUninitializedCapacity: colon) { buffer in
                    for index in 0..<colon { buffer[index] = HostLabel.lowercased(text[index]) }
                    return colon
                }
                position = colon + 1
            }
            var authority = text[position..<position]
            if end - position >= 2, text[position] == UInt8(ascii: "/"), text[position + 1] == UInt8(ascii: "/") {
                position += 2
                let pathStart = hierarchy[position...].firstIndex(of: UInt8(ascii: "/")) ?? end
                authority = text[position..<pathStart]
                position = pathStart
            }
            parseAuthority(UnsafeBufferPointer(rebasing: authority))
            hostEnd = tokens.count
            parsePath(UnsafeBufferPointer(rebasing: text[position..<end]))
        }

        private mutating func parseAuthority(_ authority: UnsafeBufferPointer<UInt8>) {
            // Most hosts have letters, digits, dots and hyphens only.
            let isPlain = authority.allSatisfy {
                $0 > UInt8(ascii: ",") && $0 < UInt8(ascii: ":") || $0 > UInt8(ascii: "`") && $0 < 0x7B
            }
            if isPlain {
                tokens.append(.hostSeparator)
                for byte in authority { tokens.append(byte == UInt8(ascii: ".") ? .hostSeparator : .byte(byte)) }
                host = String(decoding: authority, as: UTF8.self)
            } else {
                parseUnusualAuthority(authority[...])
                host = hostText
            }
        }

        /// Parses an authority with a user, a port, capital letters, escapes, an address in brackets, or any of these.
        private mutating func parseUnusualAuthority(_ authority: Slice<UnsafeBufferPointer<UInt8>>) {
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
                // The dots of an IPv6 address, as in [::ffff:10.0.0.1], are not separators.
                let isAddress = host.first == UInt8(ascii: "[")
                tokens.append(.hostSeparator)
                for byte in host {
                    let isSeparator = byte == UInt8(ascii: ".") && !isAddress
                    tokens.append(isSeparator ? .hostSeparator : .byte(HostLabel.lowercased(byte)))
                }
            }
        }

        private mutating func parseEncodedHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) {
            let isAddress = host.first == UInt8(ascii: "[")
            let labels = host.split(
                separator: UInt8(ascii: "."), maxSplits: isAddress ? 0 : .max, omittingEmptySubsequences: false)
            for label in labels {
                tokens.append(.hostSeparator)
                tokens += (HostLabel.normalForm(of: label) ?? Array(label)).map(PatternToken.byte)
            }
        }

        private var hostText: String {
            String(unsafeUninitializedCapacity: tokens.count) { buffer in
                for (index, token) in tokens.dropFirst().enumerated() {
                    buffer[index] = token.byte ?? UInt8(ascii: ".")
                }
                return tokens.count - 1
            }
        }

        private mutating func parsePath(_ path: UnsafeBufferPointer<UInt8>) {
            var index = path.startIndex
            if path.first != UInt8(ascii: "/") {
                tokens.append(.pathSeparator)
            }
            while index < path.endIndex {
                let byte = path[index]
                if byte == UInt8(ascii: "%"), let escaped = PercentEncoding.byte(at: index, in: path) {
                    tokens.append(.byte(escaped))
                    index += 2
                } else {
                    tokens.append(byte == UInt8(ascii: "/") ? .pathSeparator : .byte(byte))
                }
                index += 1
            }
        }
    }
}

/// Normalizes the labels of hosts, the parts between the dots.
enum HostLabel {
    /// Returns a label in the form that is compared: decoded and in lower case.
    ///
    /// An internationalised label is returned in its `xn--` form.
    ///
    /// - Parameter bytes: The label as written, possibly percent-encoded.
    /// - Returns: The bytes to compare, nil if the label has letters that no host can have.
    /// - SeeAlso: [RFC 5890 §2.3.2.1](https://www.rfc-editor.org/rfc/rfc5890.html#section-2.3.2.1)
    static func normalForm<Bytes>(of bytes: Bytes) -> [UInt8]?
    where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
        let decoded = PercentEncoding.decode(bytes)
        guard !decoded.allSatisfy({ $0 < 0x80 }) else { return decoded.map(lowercased) }
        var components = URLComponents()
        components.host = String(decoding: decoded, as: UTF8.self)
        guard let encoded = components.encodedHost, encoded.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") })
        else { return nil }
        return encoded.utf8.map(lowercased)
    }

    /// Returns an ASCII letter in lower case, and any other byte unchanged.
    static func lowercased(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: byte
        }
    }
}

/// Decodes percent-encoded bytes.
///
/// - SeeAlso: [RFC 3986 §2.1](https://www.rfc-editor.org/rfc/rfc3986.html#section-2.1)
enum PercentEncoding {
    /// Returns the byte of the escape at an index; nil if there is none.
    ///
    /// A `%` without two hexadecimal digits is not an escape. `URL` accepts such a `%` as well.
    static func byte<Bytes>(at index: Int, in bytes: Bytes) -> UInt8?
    where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
        guard bytes[index] == UInt8(ascii: "%"), bytes.endIndex - index >= 3,
            let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Returns the bytes with all escapes decoded, and in a form with each plus as a space.
    static func decode<Bytes>(_ bytes: Bytes, plusIsSpace: Bool = false) -> [UInt8]
    where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let escaped = byte(at: index, in: bytes)
            decoded.append(escaped ?? (plusIsSpace && bytes[index] == 0x2B ? 0x20 : bytes[index]))
            index += escaped == nil ? 1 : 3
        }
        return decoded
    }

    /// Returns the escape for a byte: `%2F`.
    static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "%0" + digits : "%" + digits
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
