/// `duration`: a span of time such as `P3DT4H`.
///
/// - SeeAlso: [RFC 3339, appendix A](https://www.rfc-editor.org/rfc/rfc3339.html#appendix-A)
enum DurationFormat {
    static func matches(_ text: String) -> Bool {
        guard text.hasPrefix("P") else { return false }
        let parts = text.dropFirst().split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count <= 2, let dateUnits = units(of: parts[0]) else { return false }
        guard parts.count == 2 else {
            return dateUnits == "W" || isRun(dateUnits, of: "YMD")
        }
        guard let timeUnits = units(of: parts[1]), isRun(timeUnits, of: "HMS") else { return false }
        return dateUnits.isEmpty || isRun(dateUnits, of: "YMD")
    }

    /// Returns whether units follow one another in an order without a gap, as `YM` in `YMD`, but not `YD`.
    private static func isRun(_ units: String, of order: String) -> Bool {
        !units.isEmpty && order.contains(units)
    }

    /// Returns the units of a text such as `3Y6M`, here `YM`; nil for a text that is not numbers with a letter each.
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
