/// `duration`: a span of time such as `P3DT4H`.
///
/// - SeeAlso: [RFC 3339, appendix A](https://www.rfc-editor.org/rfc/rfc3339.html#appendix-A)
enum DurationFormat {
    static func matches(_ text: String) -> Bool {
        guard text.hasPrefix("P") else { return false }
        let parts = text.dropFirst().split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count <= 2, let date = units(of: parts[0]) else { return false }
        guard parts.count == 2 else {
            if date.isEmpty { return false }
            return date == "W" || "YMD".contains(date)
        }
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
