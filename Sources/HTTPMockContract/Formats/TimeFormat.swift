/// `time`: a time of day with its offset, such as `08:30:06.28Z`.
///
/// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
enum TimeFormat {
    static func matches(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        let colon = UInt8(ascii: ":")
        guard bytes.count >= 9, bytes[2] == colon, bytes[5] == colon, let hour = Int(digits: bytes[0..<2]),
            let minute = Int(digits: bytes[3..<5]), let second = Int(digits: bytes[6..<8]), hour < 24, minute < 60,
            second <= 60
        else { return false }
        var rest = bytes[8...]
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: \.isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard let offset = minutes(ofOffset: Array(rest)) else { return false }
        // A leap second is the last one of a day in UTC.
        let minuteInUTC = (hour * 60 + minute - offset + 2 * 1_440) % 1_440
        return second < 60 || minuteInUTC == 1_439
    }

    private static func minutes(ofOffset bytes: [UInt8]) -> Int? {
        guard let first = bytes.first else { return nil }
        if first | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hour = Int(digits: bytes[1..<3]),
            let minute = Int(digits: bytes[4..<6]), hour < 24, minute < 60
        else { return nil }
        switch first {
        case UInt8(ascii: "+"): return hour * 60 + minute
        case UInt8(ascii: "-"): return -(hour * 60 + minute)
        default: return nil
        }
    }
}
