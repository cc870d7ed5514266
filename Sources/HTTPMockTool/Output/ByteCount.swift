/// The text of a number of bytes.
enum ByteCount {
    /// Returns a number with its unit, as in `12 B`, `3.4 kB` or `120 kB`.
    static func text(_ count: Int) -> String {
        if count < 1_000 { return "\(count) B" }
        var value = Double(count)
        var text = ""
        for unit in ["kB", "MB", "GB"] {
            value /= 1_000
            text = "\(number(value)) \(unit)"
            // A value that is rounded to a thousand is written in the next unit.
            if value.rounded() < 1_000 { break }
        }
        return text
    }

    /// Returns a number from 100 on without a fraction, and any other with one digit after the point.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        if tenths >= 1_000 { return "\(Int(value.rounded()))" }
        return "\(tenths / 10).\(tenths % 10)"
    }
}
