import Foundation

/// `email`: a mailbox such as `alice@example.com`.
///
/// - SeeAlso: [RFC 5321 §4.1.2](https://www.rfc-editor.org/rfc/rfc5321.html#section-4.1.2)
enum EmailFormat {
    static func matches(_ text: String) -> Bool {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let local = text.utf8[..<at]
        let domain = text[text.utf8.index(after: at)...]
        // RFC 5321 §4.5.3.1 limits the octets.
        guard local.count <= 64, domain.utf8.count <= 255 else { return false }
        return isLocalPart(Array(local)) && isDomain(domain)
    }

    private static func isLocalPart(_ bytes: [UInt8]) -> Bool {
        if bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""), bytes.count >= 2 {
            return isQuoted(bytes[1..<(bytes.count - 1)])
        }
        let atoms = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isAtomCharacter) }
    }

    /// Returns whether bytes may be between quotes.
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

    /// Returns whether a text is the name of a host, or an address in brackets.
    private static func isDomain(_ text: Substring) -> Bool {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return HostnameFormat.matches(String(text)) }
        let literal = text.dropFirst().dropLast()
        guard literal.lowercased().hasPrefix("ipv6:") else { return IPv6Format.isIPv4(String(literal)) }
        return IPv6Format.matches(String(literal.dropFirst("ipv6:".count)))
    }
}

extension UInt8 {
    fileprivate var isAtomCharacter: Bool {
        isDigit || isLetter || "!#$%&'*+-/=?^_`{|}~".utf8.contains(self)
    }
}
