/// `date`: a day such as `2026-02-28` that the calendar has.
///
/// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
enum DateFormat {
    /// Returns whether bytes are a date and time with an offset, as in `2026-02-28T08:30:06Z`.
    ///
    /// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
    static func isDateTime(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 10, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
        return matches(bytes[..<10]) && TimeFormat.matches(bytes[11...])
    }

    static func matches(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.startIndex
        guard text.count == 10, text[start + 4] == UInt8(ascii: "-"), text[start + 7] == UInt8(ascii: "-"),
            let year = Int(digits: text[start..<(start + 4)]), let month = Int(digits: text[(start + 5)..<(start + 7)]),
            let day = Int(digits: text[(start + 8)...]), (1...12).contains(month)
        else { return false }
        return (1...days(of: month, year)).contains(day)
    }

    private static func days(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2 where isLeap(year): 29
        case 2: 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        if year.isMultiple(of: 400) { return true }
        return year.isMultiple(of: 4) && !year.isMultiple(of: 100)
    }
}
