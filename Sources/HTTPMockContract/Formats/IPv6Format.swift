import Foundation

/// `ipv6` and `ipv4`: an address such as `2001:db8::1` or `192.0.2.1`.
///
/// - SeeAlso: [RFC 4291 §2.2](https://www.rfc-editor.org/rfc/rfc4291.html#section-2.2)
enum IPv6Format {
    /// The number of groups of an address.
    private static let groupCount = 8

    static func matches(_ text: String) -> Bool {
        guard let gap = text.range(of: "::") else {
            return countGroups(Substring(text), endsAddress: true) == groupCount
        }
        guard let before = countGroups(text[..<gap.lowerBound], endsAddress: false),
            let after = countGroups(text[gap.upperBound...], endsAddress: true)
        else { return false }
        // The gap stands for at least one group.
        return before + after < groupCount
    }

    /// Returns the number of 16-bit groups; nil if a part is no group.
    ///
    /// An IPv4 address at the end of the address is two groups.
    private static func countGroups(_ text: Substring, endsAddress: Bool) -> Int? {
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
                let hasLeadingZero = part.count > 1 && part.first == UInt8(ascii: "0")
                return number < 256 && !hasLeadingZero
            }
    }
}
