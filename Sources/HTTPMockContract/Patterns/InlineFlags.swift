/// The flags at the beginning of a pattern, as in `(?i)abc` and `^(?i)abc`, which other languages have.
struct InlineFlags {
    /// The flags without their parentheses: `i`.
    let names: String
    /// The pattern without the flags.
    let rest: String

    /// Reads the flags of a pattern; nil for a pattern without them, or with others than `i`, `m` and `s`.
    init?(_ source: String) {
        var afterAnchor = Substring(source)
        var anchor = ""
        if afterAnchor.hasPrefix("^") {
            afterAnchor = afterAnchor.dropFirst()
            anchor = "^"
        }
        guard afterAnchor.hasPrefix("(?"), let end = afterAnchor.firstIndex(of: ")") else { return nil }
        let names = afterAnchor[..<end].dropFirst(2)
        guard !names.isEmpty, names.allSatisfy({ "ims".contains($0) }) else { return nil }
        self.names = String(names)
        rest = anchor + afterAnchor[afterAnchor.index(after: end)...]
    }

    /// The flags as the pattern has them: `(?i)`.
    var text: String { "(?\(names))" }
}
