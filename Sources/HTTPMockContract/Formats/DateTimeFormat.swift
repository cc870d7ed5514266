/// `date-time`: a day and a time of day with its offset, such as `2026-02-28T08:30:06Z`.
///
/// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
enum DateTimeFormat {
    static func matches(_ text: String) -> Bool {
        guard let separator = text.firstIndex(where: { $0 == "T" || $0 == "t" }) else { return false }
        return DateFormat.matches(text[..<separator]) && TimeFormat.matches(text[text.index(after: separator)...])
    }
}
