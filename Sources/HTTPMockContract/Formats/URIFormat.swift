import Foundation

/// `uri` and `uri-reference`: an address by the grammar.
///
/// - SeeAlso: [RFC 3986, appendix A](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-A)
enum URIFormat {
    static func matches(_ text: String, isReference: Bool) -> Bool {
        let uri = URIReference(text)
        if let scheme = uri.scheme {
            guard isScheme(scheme) else { return false }
        } else {
            guard isReference else { return false }
            let firstSegment = uri.path.utf8.prefix { $0 != UInt8(ascii: "/") }
            // Without an authority, the text before the colon would be a scheme.
            if uri.authority == nil, firstSegment.contains(UInt8(ascii: ":")) { return false }
        }
        if let authority = uri.authority, !isAuthority(authority) { return false }
        return isText(uri.path, allowing: ":@/") && isText(uri.query ?? "", allowing: ":@/?")
            && isText(uri.fragment ?? "", allowing: ":@/?")
    }

    private static func isScheme(_ scheme: String) -> Bool {
        guard let first = scheme.utf8.first, first.isLetter else { return false }
        return scheme.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    private static func isAuthority(_ authority: String) -> Bool {
        var rest = Substring(authority)
        if let at = rest.lastIndex(of: "@") {
            guard isText(String(rest[..<at]), allowing: ":") else { return false }
            rest = rest[rest.index(after: at)...]
        }
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return false }
            let address = String(rest[rest.index(after: rest.startIndex)..<end])
            return isAddress(address) && isPort(rest[rest.index(after: end)...])
        }
        let colon = rest.lastIndex(of: ":") ?? rest.endIndex
        return isText(String(rest[..<colon]), allowing: "") && isPort(rest[colon...])
    }

    /// Returns whether a text is an address in brackets: of IPv6, or of a later version, as in `v7.a:b`.
    private static func isAddress(_ address: String) -> Bool {
        guard address.lowercased().hasPrefix("v") else { return IPv6Format.matches(address) }
        let parts = address.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        return parts[0].utf8.allSatisfy(\.isHexDigit) && isText(String(parts[1]), allowing: ":")
    }

    /// Returns whether a text after a host is empty, or a colon with any digits.
    private static func isPort(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        return text.hasPrefix(":") && text.dropFirst().utf8.allSatisfy(\.isDigit)
    }

    /// Returns whether a text has only unreserved characters, escapes, subdelimiters and some further characters.
    private static func isText(_ text: String, allowing further: String) -> Bool {
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                let digits = bytes[(index + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy(\.isHexDigit) else { return false }
                index += 2
            } else if !byte.isUnreservedOrSubdelimiter, !further.utf8.contains(byte) {
                return false
            }
            index += 1
        }
        return true
    }
}

extension UInt8 {
    /// True for a byte that each component after the scheme may have without an escape.
    ///
    /// - SeeAlso: [RFC 3986 §2](https://www.rfc-editor.org/rfc/rfc3986.html#section-2)
    fileprivate var isUnreservedOrSubdelimiter: Bool {
        isLetter || isDigit || "-._~!$&'()*+,;=".utf8.contains(self)
    }
}
