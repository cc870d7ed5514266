import Foundation

/// `uri` and `uri-reference`: an address by the grammar.
///
/// - SeeAlso: [RFC 3986, appendix A](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-A)
enum URIFormat {
    static func matches(_ text: String, isReference: Bool) -> Bool {
        let uri = URIReference(text)
        if let scheme = uri.scheme {
            guard isScheme(scheme) else { return false }
        } else if !isReference {
            return false
        } else if uri.authority == nil,
            uri.path.utf8.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":"))
        {
            return false
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

    private static func isAddress(_ address: String) -> Bool {
        guard address.lowercased().hasPrefix("v") else { return IPv6Format.matches(address) }
        let parts = address.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].utf8.allSatisfy(\.isHexDigit) && !parts[1].isEmpty
            && isText(String(parts[1]), allowing: ":")
    }

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
                guard index + 2 < bytes.count, bytes[index + 1].isHexDigit, bytes[index + 2].isHexDigit else {
                    return false
                }
                index += 2
            } else if !(byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=".utf8.contains(byte)
                || further.utf8.contains(byte))
            {
                return false
            }
            index += 1
        }
        return true
    }
}
