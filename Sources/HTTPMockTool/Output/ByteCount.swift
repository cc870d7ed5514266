/// The text of a number of bytes.
enum ByteCount {
    /// Returns a number with its unit, as in `12 B` or `3.4 kB`.
    static func text(_ count: Int) -> String {
        var (value, units) = (Double(count), ["B", "kB", "MB", "GB"][...])
        while value >= 1_000, units.count > 1 {
            value /= 1_000
            units.removeFirst()
        }
        let unit = units.first ?? "B"
        if unit == "B" || value >= 100 { return "\(Int(value.rounded())) \(unit)" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}
