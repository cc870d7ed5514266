/// `ipv4`: an address such as `192.0.2.1`.
///
/// - SeeAlso: [RFC 2673 §3.2](https://www.rfc-editor.org/rfc/rfc2673.html#section-3.2)
enum IPv4Format {
    static func matches(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), let number = Int(digits: part) else { return false }
                return number < 256 && (part.count == 1 || part.first != UInt8(ascii: "0"))
            }
    }
}
