import Foundation

/// The parts of a request's URL that matching needs, parsed once.
///
/// Doubled slashes are kept: `/a//b` has an empty segment. Dot segments are kept as well, except for a request of a
/// session on Linux (see ``init(sessionURL:)``).
///
/// - SeeAlso: [RFC 3986 §3](https://www.rfc-editor.org/rfc/rfc3986.html#section-3)
package struct RequestTarget: Sendable {
    /// The request's address, without a base.
    let address: RequestAddress
    /// The address that the response object has: the client's, with dot segments.
    private(set) var responseAddress: RequestAddress
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
    /// Whether a segment of the path begins with a dot.
    private var mayHaveDotSegment = false
    /// Whether the URL has a query, even an empty one.
    private(set) var hasQuery = false

    /// Parses a URL.
    ///
    /// - Parameter url: The request's URL; a relative one is resolved against its base.
    package init(url: URL) {
        self.init(.url(url.baseURL == nil ? url : url.absoluteURL))
    }

    /// Parses the URL of a session's request as the loading system sends it.
    ///
    /// On Linux the loading system removes the segments `.` and `..` (FoundationOnLinux.md, "Paths").
    init(sessionURL url: URL) {
        self.init(url: url)
        #if canImport(FoundationNetworking)
            guard mayHaveDotSegment else { return }
            let clientAddress = address
            self = RequestTarget(url: url.withoutDotSegments)
            responseAddress = clientAddress
        #endif
    }

    init(_ address: RequestAddress) {
        self.address = address
        responseAddress = address
        // Parsed by hand, because URLComponents costs more than the rest of a look-up.
        var text = address.text
        text.withUTF8 { parse($0) }
        port = port ?? Self.defaultPort(of: scheme)
    }

    var url: URL { address.url }

    /// The path as the URL spells it, percent-encoded; `/` for an empty one.
    var path: String {
        let path = url.path(percentEncoded: true)
        if path.isEmpty { return "/" }
        return path
    }

    /// The query as the URL spells it, without the `?`; empty without one.
    var queryBytes: [UInt8] {
        guard hasQuery else { return [] }
        return RequestItem.query(of: address.text)
    }

    /// Returns whether a request has a port that a registration requires; nil matches any port.
    ///
    /// A scheme's default port equals the same port in the URL.
    func hasPort(_ required: Int?) -> Bool {
        required == nil || required == port
    }

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
    /// The text is valid: it is that of a `URL`, or of a ``RequestAddress/plain(_:)``, of which a `URL` can be made.
    ///
    /// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    private mutating func parse(_ text: UnsafeBufferPointer<UInt8>) {
        // With the separators before the host and before an empty path.
        tokens.reserveCapacity(text.count + 2)
        let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
        hasQuery = end < text.endIndex && text[end] == UInt8(ascii: "?")
        var position = 0
        // A colon after the first slash is part of the path.
        let delimiter = text[..<end].firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
        if let colon = delimiter, text[colon] == UInt8(ascii: ":") {
            scheme = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            position = colon + 1
        }
        var authority = text[position..<position]
        if text[position..<end].starts(with: "//".utf8) {
            let start = position + 2
            position = text[start..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
            authority = text[start..<position]
        }
        parse(authority: UnsafeBufferPointer(rebasing: authority))
        hostEnd = tokens.count
        parse(path: UnsafeBufferPointer(rebasing: text[position..<end]))
    }

    private mutating func parse(authority: UnsafeBufferPointer<UInt8>) {
        // Most hosts have letters, digits, dots and hyphens only.
        guard authority.allSatisfy(Self.isPlainInHost) else { return parse(unusualAuthority: authority[...]) }
        tokens.append(.hostSeparator)
        for byte in authority {
            let isDot = byte == UInt8(ascii: ".")
            tokens.append(isDot ? .hostSeparator : .byte(byte))
        }
        host = String(decoding: authority, as: UTF8.self)
    }

    private static func isPlainInHost(_ byte: UInt8) -> Bool {
        switch byte {
        // From the hyphen to 9 are the dot, the digits, and the slash, which no authority has.
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-")...UInt8(ascii: "9"): true
        default: false
        }
    }

    /// Parses an authority that has other characters, for example a user, a port, capital letters or brackets.
    private mutating func parse(unusualAuthority authority: Slice<UnsafeBufferPointer<UInt8>>) {
        var name = authority
        if let at = name.lastIndex(of: UInt8(ascii: "@")) { name = name[(at + 1)...] }
        // The colons of an IPv6 address are in brackets.
        let delimiter = name.lastIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }
        if let colon = delimiter, name[colon] == UInt8(ascii: ":") {
            port = Int(String(decoding: name[(colon + 1)...], as: UTF8.self))
            name = name[..<colon]
        }
        // The dots of an IPv6 address, as in [::ffff:10.0.0.1], are not separators.
        let isAddress = name.first == UInt8(ascii: "[")
        var labels = [name]
        if !isAddress { labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) }
        for label in labels {
            tokens.append(.hostSeparator)
            tokens += (HostLabel.normalForm(of: label) ?? Array(label)).map(PatternToken.byte)
        }
        // The tokens so far are those of the host; each separator but the first is a dot.
        host = String(decoding: tokens.dropFirst().map { $0.byte ?? UInt8(ascii: ".") }, as: UTF8.self)
    }

    private mutating func parse(path: UnsafeBufferPointer<UInt8>) {
        var index = path.startIndex
        // An empty path is `/`.
        if path.first != UInt8(ascii: "/") { tokens.append(.pathSeparator) }
        while index < path.endIndex {
            let byte = path[index]
            if byte == UInt8(ascii: "%"), let escaped = PercentEncoding.byte(at: index, in: path) {
                tokens.append(.byte(escaped))
                index += 3
                continue
            }
            let isSlash = byte == UInt8(ascii: "/")
            if byte == UInt8(ascii: "."), tokens.last == .pathSeparator { mayHaveDotSegment = true }
            tokens.append(isSlash ? .pathSeparator : .byte(byte))
            index += 1
        }
    }
}
