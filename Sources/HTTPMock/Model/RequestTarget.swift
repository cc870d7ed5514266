import Foundation

/// The parts of a request's URL that matching needs, parsed once.
///
/// Dot segments and doubled slashes are kept: `/a/../b` and `/b` are two paths, `/a//b` has an empty segment. `URL`
/// does the same.
///
/// - SeeAlso: [RFC 3986 §3](https://www.rfc-editor.org/rfc/rfc3986.html#section-3)
struct RequestTarget: Sendable {
    /// The request's address, without a base.
    let address: RequestAddress
    /// The scheme in lower case; empty without one.
    private(set) var scheme = ""
    /// The host in lower case; empty if the URL has none.
    ///
    /// An internationalised host is in its `xn--` form, and an IPv6 address is in brackets.
    private(set) var host = ""
    /// The URL's port, or else the scheme's default port; nil if there is neither.
    private(set) var port: Int?
    /// Host and path in normal form, which patterns are matched against.
    private(set) var tokens: [PatternToken] = []
    /// The index where the host's tokens end and the path's begin.
    private(set) var hostEnd = 0
    /// Whether the URL has a query, even an empty one.
    private(set) var hasQuery = false

    /// Parses a URL.
    ///
    /// - Parameter url: The request's URL; a relative one is resolved against its base.
    init(url: URL) { self.init(.url(url.baseURL == nil ? url : url.absoluteURL)) }

    init(_ address: RequestAddress) {
        self.address = address
        // One pass over the text, because URLComponents costs more than the rest of a look-up.
        var text = address.text
        text.withUTF8 { parse($0) }
        port = port ?? Self.defaultPort(of: scheme)
    }

    var url: URL { address.url }

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
    func hasPort(_ required: Int?) -> Bool { required == nil || required == port }

    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "https", "wss": 443
        case "http", "ws": 80
        default: nil
        }
    }
}

/// A token of a request's address, or of a pattern for one.
///
/// Host and path are matched as one list of tokens. Each label of the host and each segment of the path follows its
/// separator: `a.example.com/v1` reads `.a.example.com/v1`. Bytes become tokens after percent-decoding, so a `%2F` in a
/// segment is not a separator and a `%2A` in a pattern is not a wildcard.
struct PatternToken: Hashable, Sendable {
    /// A byte of the decoded text below 256, else a separator or a wildcard.
    let code: UInt16

    /// The separator before each label of a host.
    static let hostSeparator = PatternToken(code: 256)
    /// The separator before each segment of a path.
    static let pathSeparator = PatternToken(code: 257)
    /// `*` or `{name}`: any bytes, possibly none.
    static let star = PatternToken(code: 258)
    /// `**` next to other characters of a label: any bytes and separators of the host.
    static let hostSpan = PatternToken(code: 259)
    /// `**` next to other characters of a segment: any bytes and separators.
    static let pathSpan = PatternToken(code: 260)
    /// `**` as a whole label: nothing, or a separator and any rest of the host.
    static let hostLabels = PatternToken(code: 261)
    /// `**` as a whole segment: nothing, or a separator followed by anything.
    static let pathSegments = PatternToken(code: 262)

    static func byte(_ byte: UInt8) -> PatternToken { PatternToken(code: UInt16(byte)) }

    var byte: UInt8? { UInt8(exactly: code) }

    var isByte: Bool { code < Self.hostSeparator.code }

    /// Whether the token matches more than itself.
    var isWildcard: Bool { code >= Self.star.code }
}

/// The address of a request: its URL, or the text of one.
///
/// A `URL` is made of a text only when it is read, because making one costs more than a look-up.
package enum RequestAddress: Sendable {
    case url(URL)
    /// An origin and a path of letters, digits and a few delimiters, of which Foundation always makes a URL.
    case plain(String)

    var text: String { if case .plain(let text) = self { text } else { url.absoluteString } }

    var url: URL {
        if case .url(let url) = self { return url }
        guard let url = URL(string: text) else { preconditionFailure("no URL: \(text)") }
        return url
    }
}

extension RequestTarget {
    /// Splits the text of a URL at the grammar's delimiters.
    ///
    /// `URL` has already validated the rest.
    ///
    /// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    private mutating func parse(_ text: UnsafeBufferPointer<UInt8>) {
        tokens.reserveCapacity(text.count + 2)
        let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
        hasQuery = end < text.endIndex && text[end] == UInt8(ascii: "?")
        var position = 0
        if let colon = text[..<end].firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
            text[colon] == UInt8(ascii: ":")
        {
            scheme = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            position = colon + 1
        }
        var authority = text[position..<position]
        if text[position..<end].starts(with: "//".utf8) {
            position = text[(position + 2)..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
            authority = text[(authority.startIndex + 2)..<position]
        }
        parse(authority: UnsafeBufferPointer(rebasing: authority))
        hostEnd = tokens.count
        parse(path: UnsafeBufferPointer(rebasing: text[position..<end]))
    }

    private mutating func parse(authority: UnsafeBufferPointer<UInt8>) {
        // Most hosts have letters, digits, dots and hyphens only.
        let isPlain = authority.allSatisfy {
            $0 > UInt8(ascii: ",") && $0 < UInt8(ascii: ":") || $0 > UInt8(ascii: "`") && $0 < 0x7B
        }
        guard isPlain else { return parse(unusualAuthority: authority[...]) }
        tokens.append(.hostSeparator)
        for byte in authority { tokens.append(byte == UInt8(ascii: ".") ? .hostSeparator : .byte(byte)) }
        host = String(decoding: authority, as: UTF8.self)
    }

    /// Parses an authority with a user, a port, capital letters, escapes, an address in brackets, or any of these.
    private mutating func parse(unusualAuthority authority: Slice<UnsafeBufferPointer<UInt8>>) {
        var name = authority
        if let at = name.lastIndex(of: UInt8(ascii: "@")) { name = name[(at + 1)...] }
        if let colon = name.lastIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }),
            name[colon] == UInt8(ascii: ":")
        {
            port = Int(String(decoding: name[(colon + 1)...], as: UTF8.self))
            name = name[..<colon]
        }
        // The dots of an IPv6 address, as in [::ffff:10.0.0.1], are not separators.
        let isAddress = name.first == UInt8(ascii: "[")
        let labels = name.split(
            separator: UInt8(ascii: "."), maxSplits: isAddress ? 0 : .max, omittingEmptySubsequences: false)
        for label in labels {
            tokens.append(.hostSeparator)
            tokens += (HostLabel.normalForm(of: label) ?? Array(label)).map(PatternToken.byte)
        }
        host = String(decoding: tokens.dropFirst().map { $0.byte ?? UInt8(ascii: ".") }, as: UTF8.self)
    }

    private mutating func parse(path: UnsafeBufferPointer<UInt8>) {
        var index = path.startIndex
        if path.first != UInt8(ascii: "/") { tokens.append(.pathSeparator) }
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

/// Normalizes the labels of hosts, the parts between the dots.
enum HostLabel {
    /// Returns a label in the form that is compared: decoded and in lower case.
    ///
    /// An internationalised label is returned in its `xn--` form.
    ///
    /// - Parameter bytes: The label as written, possibly percent-encoded.
    /// - Returns: The bytes to compare, nil if the label has letters that no host can have.
    /// - SeeAlso: [RFC 5890 §2.3.2.1](https://www.rfc-editor.org/rfc/rfc5890.html#section-2.3.2.1)
    static func normalForm(of bytes: some Collection<UInt8>) -> [UInt8]? {
        let decoded = PercentEncoding.decode(bytes)
        guard !decoded.allSatisfy({ $0 < 0x80 }) else { return decoded.map(\.asciiLowercased) }
        var components = URLComponents()
        components.host = String(decoding: decoded, as: UTF8.self)
        guard let encoded = components.encodedHost, encoded.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") })
        else { return nil }
        return encoded.utf8.map(\.asciiLowercased)
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
            let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
        else { return nil }
        return high << 4 | low
    }

    /// Returns the bytes with all escapes decoded, and in a form with each plus as a space.
    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        let bytes = Array(bytes)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let escaped = byte(at: index, in: bytes)
            decoded.append(escaped ?? (plusIsSpace && bytes[index] == 0x2B ? 0x20 : bytes[index]))
            index += escaped == nil ? 1 : 3
        }
        return decoded
    }
}

extension UInt8 {
    package var hexadecimalValue: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map(UInt8.init) }

    /// The lower case of an ASCII letter; any other byte unchanged.
    package var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

extension String {
    /// Returns whether two header names are the same name: ASCII letters compare without case.
    package func isEqualIgnoringCase(to other: String) -> Bool {
        // Names of other lengths are the common case. The sign for kelvin is longer than its lower case.
        utf8.count == other.utf8.count && (self == other || lowercased() == other.lowercased())
    }
}
