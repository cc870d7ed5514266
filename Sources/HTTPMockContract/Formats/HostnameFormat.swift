/// `hostname`: a host's name such as `api.example.com`.
///
/// - SeeAlso: [RFC 1123 §2.1](https://www.rfc-editor.org/rfc/rfc1123.html#section-2.1),
///   [RFC 5891 §4.4](https://www.rfc-editor.org/rfc/rfc5891.html#section-4.4)
enum HostnameFormat {
    static func matches(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.allSatisfy { isLabel(Array($0)) }
    }

    private static func isLabel(_ bytes: [UInt8]) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(bytes.count), bytes.first != hyphen, bytes.last != hyphen,
            bytes.allSatisfy({ $0.isLetter || $0.isDigit || $0 == hyphen })
        else { return false }
        guard bytes.count >= 4, bytes[2] == hyphen, bytes[3] == hyphen else { return true }
        // Two hyphens there are reserved for the encoding of other scripts.
        guard bytes[0] | 0x20 == UInt8(ascii: "x"), bytes[1] | 0x20 == UInt8(ascii: "n"),
            let label = Punycode.decoded(bytes.dropFirst(4))
        else { return false }
        return InternationalLabel.isValid(label)
    }
}
