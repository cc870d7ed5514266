/// `time`: a time of day with its offset, such as `08:30:06.28Z`.
///
/// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
enum TimeFormat {
    private static let minutesOfDay = 24 * 60

    /// Returns whether bytes are a time with an offset.
    static func matches(_ text: ArraySlice<UInt8>) -> Bool {
        let clock = text.prefix("00:00:00".utf8.count)
        let parts = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [2, 2, 2] else { return false }
        guard let hour = Int(digits: parts[0]), let minute = Int(digits: parts[1]), let second = Int(digits: parts[2])
        else { return false }
        guard hour < 24, minute < 60, second <= 60 else { return false }
        var rest = text[clock.endIndex...]
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: \.isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard let offset = minutes(ofOffset: rest) else { return false }
        // A leap second is the last second of a day in UTC.
        let minuteInUTC = (hour * 60 + minute - offset + minutesOfDay) % minutesOfDay
        return second < 60 || minuteInUTC == minutesOfDay - 1
    }

    /// Returns the minutes of an offset, such as `Z` and `+05:30`; nil for any other text.
    private static func minutes(ofOffset text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first else { return nil }
        if first == UInt8(ascii: "Z") || first == UInt8(ascii: "z") {
            guard text.count == 1 else { return nil }
            return 0
        }
        let parts = text.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [2, 2] else { return nil }
        guard let hour = Int(digits: parts[0]), let minute = Int(digits: parts[1]) else { return nil }
        guard hour < 24, minute < 60 else { return nil }
        switch first {
        case UInt8(ascii: "+"): return hour * 60 + minute
        case UInt8(ascii: "-"): return -(hour * 60 + minute)
        default: return nil
        }
    }
}
