import HTTPMock

/// `date` and `date-time`: a day such as `2026-02-28` that the calendar has, and a time on such a day.
///
/// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
enum DateFormat {
    /// The number of bytes of a date.
    private static let length = 10

    /// Returns whether bytes are a date and a time with an offset, as in `2026-02-28T08:30:06Z`.
    ///
    /// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
    static func isDateTime(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > length, bytes[length].asciiLowercased == UInt8(ascii: "t") else { return false }
        return matches(bytes[..<length]) && TimeFormat.matches(bytes[(length + 1)...])
    }

    /// Returns whether bytes are a date.
    static func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2] else { return false }
        guard let year = Int(digits: parts[0]), let month = Int(digits: parts[1]), let day = Int(digits: parts[2])
        else {
            return false
        }
        guard (1...12).contains(month) else { return false }
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
