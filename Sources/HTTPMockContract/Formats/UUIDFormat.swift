/// `uuid`: 32 hexadecimal digits in five groups.
///
/// - SeeAlso: [RFC 4122 §3](https://www.rfc-editor.org/rfc/rfc4122.html#section-3)
enum UUIDFormat {
    static func matches(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: byte.isHexDigit
                }
            }
    }
}
