import Foundation
import HTTPMock

extension HARDate {
    /// Returns the time of a text in the ISO 8601 of RFC 3339; nil for any other text.
    ///
    /// The fraction may have any length or be missing. A time without an offset is in UTC. Some variants are read
    /// too: a space for the `T`, a comma before the fraction, and an offset without its colon or its minutes.
    ///
    /// - SeeAlso: [RFC 3339 §5.6](https://www.rfc-editor.org/rfc/rfc3339.html#section-5.6)
    static func date(of text: String) -> Date? {
        var scan = Scan(rest: Substring(text).utf8)
        guard let year = scan.number(4), scan.skip("-"), let month = scan.number(2), scan.skip("-"),
            let day = scan.number(2), scan.skip("T") || scan.skip("t") || scan.skip(" "), let hour = scan.number(2),
            scan.skip(":"), let minute = scan.number(2), scan.skip(":"), let second = scan.number(2)
        else { return nil }
        guard (1...12).contains(month), (1...Self.length(of: month, in: year)).contains(day) else { return nil }
        let fraction = scan.fraction()
        // A day may end at 24:00:00. The second 60 is allowed because of leap seconds.
        let isEndOfDay = hour == 24 && minute == 0 && second == 0 && fraction == 0
        guard hour <= 23 || isEndOfDay, minute <= 59, second <= 60 else { return nil }
        guard let offset = scan.offset(), scan.rest.isEmpty else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// Returns the number of days of a month.
    private static func length(of month: Int, in year: Int) -> Int {
        days(year: year, month: month + 1, day: 1) - days(year: year, month: month, day: 1)
    }

    /// Returns the number of days from the first day of 1970 to a date in the Gregorian calendar.
    ///
    /// The month 13 is the first one of the next year.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March here, so that a leap day is the last of its year.
        var yearFromMarch = year
        var monthFromMarch = month - 3
        if month < 3 {
            yearFromMarch -= 1
            monthFromMarch += 12
        }
        // The calendar repeats after 400 years.
        let daysOfEra = 146_097
        let yearOfEra = ((yearFromMarch % 400) + 400) % 400
        let era = (yearFromMarch - yearOfEra) / 400
        // From March on, each five months have 153 days.
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let leapDays = yearOfEra / 4 - yearOfEra / 100
        // From the first day of March in the year 0.
        let daysFromYearZeroTo1970 = 719_468
        return era * daysOfEra + yearOfEra * 365 + leapDays + dayOfYear - daysFromYearZeroTo1970
    }
}

/// Parses the text of a time from its start.
private struct Scan {
    var rest: Substring.UTF8View

    /// Skips a character, and returns whether it is there.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a number with the given count of digits; nil, with nothing read, if there are fewer digits.
    mutating func number(_ digitCount: Int) -> Int? {
        let digits = rest.prefix(digitCount)
        guard digits.count == digitCount, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        rest.removeFirst(digitCount)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Reads the fraction of a second; zero without a fraction.
    mutating func fraction() -> Double {
        guard skip(".") || skip(",") else { return 0 }
        let digits = rest.prefix(while: \.isASCIIDigit)
        rest = rest.dropFirst(digits.count)
        return Double("0.\(String(decoding: digits, as: UTF8.self))") ?? 0
    }

    /// Reads the offset from UTC in seconds; zero at the end of the text, nil if the text is no offset.
    mutating func offset() -> Int? {
        if rest.isEmpty || skip("Z") || skip("z") { return 0 }
        let isNegative = skip("-")
        guard isNegative || skip("+"), let hours = number(2) else { return nil }
        _ = skip(":")
        let seconds = (hours * 60 + (number(2) ?? 0)) * 60
        return isNegative ? -seconds : seconds
    }
}
