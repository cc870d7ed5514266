/// The flags at the beginning of a pattern, as in `(?i)abc` and `^(?i)abc`, which other languages have.
struct InlineFlags {
    /// The flags without their parentheses: `i`.
    let names: String
    /// The pattern without the flags.
    let rest: String

    /// Reads the flags of a pattern; nil for a pattern without them.
    init?(_ source: String) {
        var start = Substring(source)
        var anchor = ""
        if start.hasPrefix("^") {
            start = start.dropFirst()
            anchor = "^"
        }
        guard start.hasPrefix("(?"), let end = start.firstIndex(of: ")") else { return nil }
        let names = start[..<end].dropFirst(2)
        guard !names.isEmpty, names.allSatisfy({ "ims".contains($0) }) else { return nil }
        self.names = String(names)
        rest = anchor + start[start.index(after: end)...]
    }

    /// The flags as the pattern has them: `(?i)`.
    var text: String { "(?\(names))" }
}
