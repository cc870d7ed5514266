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
        if first == UInt8(ascii: "Z") || first == UInt8(ascii: "z") {
            guard text.count == 1 else { return nil }
            return 0
        }
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
