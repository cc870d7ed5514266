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
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int {
    /// Reads ASCII digits and nothing else.
    ///
    /// - Parameter digits: At most 18 bytes.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        self = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

/// `time`: a time of day with its offset, such as `08:30:06.28Z`.
///
/// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
enum TimeFormat {
    static func matches(_ text: ArraySlice<UInt8>) -> Bool {
        let colon = UInt8(ascii: ":")
        let start = text.startIndex
        guard text.count >= 9, text[start + 2] == colon, text[start + 5] == colon,
            let hour = Int(digits: text[start..<(start + 2)]),
            let minute = Int(digits: text[(start + 3)..<(start + 5)]),
            let second = Int(digits: text[(start + 6)..<(start + 8)]), hour < 24, minute < 60, second <= 60
        else { return false }
        var rest = text[(start + 8)...]
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: \.isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard let offset = minutes(ofOffset: rest) else { return false }
        // A leap second is the last second of a day in UTC.
        let minuteInUTC = (hour * 60 + minute - offset + 2 * 1_440) % 1_440
        return second < 60 || minuteInUTC == 1_439
    }

    private static func minutes(ofOffset text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first else { return nil }
        if first | 0x20 == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
        let time = text.dropFirst()
        guard time.count == 5, time[time.startIndex + 2] == UInt8(ascii: ":"), let hour = Int(digits: time.prefix(2)),
            let minute = Int(digits: time.suffix(2)), hour < 24, minute < 60
        else { return nil }
        switch first {
        case UInt8(ascii: "+"): return hour * 60 + minute
        case UInt8(ascii: "-"): return -(hour * 60 + minute)
        default: return nil
        }
    }
}

/// `duration`: a span of time such as `P3DT4H`.
///
/// - SeeAlso: [RFC 3339, appendix A](https://www.rfc-editor.org/rfc/rfc3339.html#appendix-A)
enum DurationFormat {
    static func matches(_ text: String) -> Bool {
        guard text.hasPrefix("P") else { return false }
        let parts = text.dropFirst().split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count <= 2, let date = units(of: parts[0]) else { return false }
        guard parts.count == 2 else { return !date.isEmpty && ("YMD".contains(date) || date == "W") }
        guard let time = units(of: parts[1]), !time.isEmpty, "HMS".contains(time) else { return false }
        return date.isEmpty || "YMD".contains(date)
    }

    /// Returns the letters after the numbers; nil for any other text.
    private static func units(of text: Substring) -> String? {
        var units = ""
        var rest = text.utf8
        while !rest.isEmpty {
            let digits = rest.prefix(while: \.isDigit)
            rest = rest.dropFirst(digits.count)
            guard !digits.isEmpty, let unit = rest.first, unit.isLetter else { return nil }
            units.unicodeScalars.append(Unicode.Scalar(unit))
            rest = rest.dropFirst()
        }
        return units
    }
}
