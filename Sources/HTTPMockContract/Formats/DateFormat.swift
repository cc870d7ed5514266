/// `date`: a day such as `2026-02-28` that the calendar has.
///
/// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
enum DateFormat {
    static func matches(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Int(digits: bytes[0..<4]), let month = Int(digits: bytes[5..<7]),
            let day = Int(digits: bytes[8..<10]), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }
}

extension Int {
    /// Reads ASCII digits and nothing else.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self))
    }
}
