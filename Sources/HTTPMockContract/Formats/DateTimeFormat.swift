/// `date-time`: a day and a time of day with its offset, such as `2026-02-28T08:30:06Z`.
///
/// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
enum DateTimeFormat {
    static func matches(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count > 10, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
        return DateFormat.matches(bytes[..<10]) && TimeFormat.matches(bytes[11...])
    }
}
