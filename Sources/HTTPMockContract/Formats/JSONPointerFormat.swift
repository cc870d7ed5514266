/// `json-pointer`: a path of member names such as `/a/b~1c`.
///
/// - SeeAlso: [RFC 6901 §3](https://www.rfc-editor.org/rfc/rfc6901.html#section-3)
enum JSONPointerFormat {
    static func matches(_ text: String) -> Bool {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return false }
        return text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false).dropFirst().allSatisfy {
            $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1")
        }
    }
}
