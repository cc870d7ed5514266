/// `byte`: bytes in Base64, with padding.
///
/// - SeeAlso: [RFC 4648 §4](https://www.rfc-editor.org/rfc/rfc4648.html#section-4)
enum ByteFormat {
    static func matches(_ text: String) -> Bool {
        let bytes = text.utf8
        let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return bytes.count % 4 == 0 && padding <= 2
            && bytes.dropLast(padding).allSatisfy {
                $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
            }
    }
}
