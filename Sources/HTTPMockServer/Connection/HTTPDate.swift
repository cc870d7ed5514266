import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The value of the `Date` field, made at most once a second.
///
/// All event loops share it.
///
/// - SeeAlso: [RFC 9110 §5.6.7](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.6.7)
enum HTTPDate {
    private struct Current: Sendable {
        var second: time_t = -1
        var text: [UInt8] = []
    }

    private static let current = Locked(Current())

    /// Returns the current date in bytes.
    static func now() -> [UInt8] {
        let now = time(nil)
        return current.withLock { current in
            if now != current.second { current = Current(second: now, text: Array(text(of: now).utf8)) }
            return current.text
        }
    }

    /// Returns the IMF-fixdate of a moment, as in `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter moment: The seconds since 1970.
    static func text(of moment: time_t) -> String {
        var moment = moment
        var parts = tm()
        gmtime_r(&moment, &parts)
        // Not by `strftime`, whose names follow the locale of the process.
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
        return "\(day), \(twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) \(time) GMT"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
