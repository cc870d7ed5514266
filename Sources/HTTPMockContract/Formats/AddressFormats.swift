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
        text.isEmpty || (text.hasPrefix(":") && text.dropFirst().utf8.allSatisfy(\.isDigit))
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

/// `ipv6`: an address such as `2001:db8::1`.
///
/// - SeeAlso: [RFC 4291 §2.2](https://www.rfc-editor.org/rfc/rfc4291.html#section-2.2)
enum IPv6Format {
    static func matches(_ text: String) -> Bool {
        guard let gap = text.range(of: "::") else { return groupCount(Substring(text), endsAddress: true) == 8 }
        guard let before = groupCount(text[..<gap.lowerBound], endsAddress: false),
            let after = groupCount(text[gap.upperBound...], endsAddress: true)
        else { return false }
        return before + after < 8
    }

    /// Returns the number of 16-bit groups; nil if a part is no group.
    private static func groupCount(_ text: Substring, endsAddress: Bool) -> Int? {
        guard !text.isEmpty else { return 0 }
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var count = 0
        for (index, part) in parts.enumerated() {
            if (1...4).contains(part.count), part.allSatisfy(\.isHexDigit) {
                count += 1
            } else if endsAddress, index == parts.count - 1, isIPv4(String(decoding: part, as: UTF8.self)) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }

    /// Returns whether a text is an address such as `192.0.2.1`.
    ///
    /// - SeeAlso: [RFC 2673 §3.2](https://www.rfc-editor.org/rfc/rfc2673.html#section-3.2)
    static func isIPv4(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), let number = Int(digits: part) else { return false }
                return number < 256 && (part.count == 1 || part.first != UInt8(ascii: "0"))
            }
    }
}

/// `email`: a mailbox such as `alice@example.com`.
///
/// - SeeAlso: [RFC 5321 §4.1.2](https://www.rfc-editor.org/rfc/rfc5321.html#section-4.1.2)
enum EmailFormat {
    static func matches(_ text: String) -> Bool {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        // RFC 5321 §4.5.3.1: 64 octets before the sign, 255 after it.
        guard text.utf8[..<at].count <= 64, text.utf8[at...].count <= 256 else { return false }
        return isLocalPart(Array(text.utf8[..<at])) && isDomain(text[text.utf8.index(after: at)...])
    }

    private static func isLocalPart(_ bytes: [UInt8]) -> Bool {
        if bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""), bytes.count >= 2 {
            return isQuoted(bytes[1..<(bytes.count - 1)])
        }
        let atoms = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isAtomCharacter) }
    }

    private static func isQuoted(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isEscaped = false
        for byte in bytes {
            guard (0x20...0x7E).contains(byte) else { return false }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return false
            }
        }
        return !isEscaped
    }

    private static func isDomain(_ text: Substring) -> Bool {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return HostnameFormat.matches(String(text)) }
        let literal = text.dropFirst().dropLast()
        guard literal.lowercased().hasPrefix("ipv6:") else { return IPv6Format.isIPv4(String(literal)) }
        return IPv6Format.matches(String(literal.dropFirst(5)))
    }
}

extension UInt8 {
    fileprivate var isAtomCharacter: Bool {
        isDigit || isLetter || "!#$%&'*+-/=?^_`{|}~".utf8.contains(self)
    }
}
