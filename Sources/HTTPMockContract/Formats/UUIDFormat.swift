/// `uuid`: 32 hexadecimal digits in five groups.
///
/// - SeeAlso: [RFC 4122 §3](https://www.rfc-editor.org/rfc/rfc4122.html#section-3)
enum UUIDFormat {
    static func matches(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
}
