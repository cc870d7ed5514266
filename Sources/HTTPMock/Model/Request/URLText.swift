import Foundation

/// Makes URLs of texts from outside: a target on the wire, a `Location`, the URL of a recording, an argument.
///
/// `URL(string:)` encodes every `%` of a text again if another character of the text may not stand in a URL. Here, all
/// escapes and all characters that may stand in a URL are kept. Outside of the host, other bytes are percent-encoded,
/// and a `%` without two hexadecimal digits is `%25`.
///
/// - SeeAlso: [RFC 3986 §2](https://www.rfc-editor.org/rfc/rfc3986.html#section-2)
package enum URLText {
    /// Returns a URL or a reference with disallowed bytes percent-encoded, and a host beyond ASCII in its `xn--` form.
    ///
    /// Other bytes of a host are kept, so the text may still be no URL.
    ///
    /// - Parameter text: The text, whose bytes need not be UTF-8.
    package static func encoded(_ text: some Sequence<UInt8>) -> String {
        let bytes = Array(text)
        if bytes.allSatisfy(pathBytes.contains) { return String(decoding: bytes, as: UTF8.self) }
        let authority = authority(of: bytes)
        let pathAndQuery = bytes[authority.upperBound...].prefix { $0 != UInt8(ascii: "#") }
        let fragment = bytes[pathAndQuery.endIndex...].dropFirst()
        var encoded = bytes[..<authority.lowerBound] + encodedAuthority(bytes[authority])
        encoded += escaped(pathAndQuery, keeping: pathBytes)
        if pathAndQuery.endIndex < bytes.endIndex {
            encoded.append(UInt8(ascii: "#"))
            encoded += escaped(fragment, keeping: pathBytes)
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Returns a URL without the segments `.` and `..` of its path.
    ///
    /// Encoded dots are kept, as the loading system on Linux keeps them.
    ///
    /// - SeeAlso: [RFC 3986 §5.2.4](https://www.rfc-editor.org/rfc/rfc3986.html#section-5.2.4)
    package static func removingDotSegments(of url: String) -> String {
        guard url.contains("/.") else { return url }
        let bytes = Array(url.utf8)
        let start = authority(of: bytes).upperBound
        let path = bytes[start...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let shorter = removingDotSegments(ofPath: path)
        return String(decoding: bytes[..<start] + shorter + bytes[path.endIndex...], as: UTF8.self)
    }

    /// Returns a path without the segments `.` and `..`; a path without a leading slash unchanged.
    package static func removingDotSegments(ofPath path: ArraySlice<UInt8>) -> [UInt8] {
        guard path.first == UInt8(ascii: "/") else { return Array(path) }
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let isParent = segment.elementsEqual("..".utf8)
            if isParent { _ = kept.popLast() }
            let isDotSegment = isParent || segment.elementsEqual(".".utf8)
            if !isDotSegment { kept.append(segment) }
            // After a dot segment at its end, the path ends with a slash.
            if isDotSegment, index == segments.count - 1 { kept.append([]) }
        }
        return kept.flatMap { [UInt8(ascii: "/")] + $0 }
    }

    /// Returns the range of the authority in the bytes of a URL; without one, an empty range at the start of the path.
    ///
    /// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    private static func authority(of bytes: [UInt8]) -> Range<Int> {
        let end = bytes.end(of: schemeBytes, from: 0)
        var start = 0
        if end > 0, end < bytes.count, bytes[end] == UInt8(ascii: ":") { start = end + 1 }
        guard bytes.hasText("//", at: start) else { return start..<start }
        return start + 2..<bytes.end(of: authorityBytes, from: start + 2)
    }

    /// Returns an authority with an escaped user, and with an internationalised host in its `xn--` form.
    private static func encodedAuthority(_ authority: ArraySlice<UInt8>) -> [UInt8] {
        // The user, with the `@` after it.
        let user = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[...$0] } ?? []
        let host = authority.dropFirst(user.count)
        guard host.contains(where: { $0 >= 0x80 }) else { return escaped(user, keeping: pathBytes) + host }
        let nameEnd = host.lastIndex(of: UInt8(ascii: ":")) ?? host.endIndex
        let labels = host[..<nameEnd].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let name = labels.map { HostLabel.normalForm(of: $0) ?? Array($0) }.joined(separator: [UInt8(ascii: ".")])
        return escaped(user, keeping: pathBytes) + name + host[nameEnd...]
    }

    private static func escaped(_ bytes: ArraySlice<UInt8>, keeping kept: ByteSet) -> [UInt8] {
        var escaped: [UInt8] = []
        for index in bytes.indices {
            let isEscape = PercentEncoding.byte(at: index, in: bytes) != nil
            if isEscape || kept.contains(bytes[index]) {
                escaped.append(bytes[index])
            } else {
                escaped += PercentEncoding.escape(of: bytes[index])
            }
        }
        return escaped
    }

    private static let schemeBytes = ByteSet { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
    private static let authorityBytes = ByteSet(allBut: "/?#")
    /// The bytes that may stand in a path, a query, a fragment or a user, apart from escapes.
    ///
    /// - SeeAlso: [RFC 3986, appendix A](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-A)
    private static let pathBytes = ByteSet { $0.isASCIILetterOrDigit || "-._~!$&'()*+,;=:@/?".utf8.contains($0) }
}

extension URL {
    /// Creates the URL of a text from outside, whose escapes are kept (see ``URLText``).
    ///
    /// - Parameters:
    ///   - text: The text of a URL, or of a reference.
    ///   - base: The URL to resolve a reference against.
    /// - Returns: nil if the text is no URL, for example because its host has a blank.
    package init?(keepingEscapesOf text: String, relativeTo base: URL? = nil) {
        self.init(string: URLText.encoded(text.utf8), relativeTo: base)
    }

    /// The URL without the segments `.` and `..`; itself if there are none.
    package var withoutDotSegments: URL {
        let text = absoluteString
        let shorter = URLText.removingDotSegments(of: text)
        guard shorter.utf8.count < text.utf8.count else { return self }
        return URL(string: shorter) ?? self
    }
}
