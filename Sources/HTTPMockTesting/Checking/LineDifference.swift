import HTTPMock

/// The difference between the expected and the actual lines of a text, as a failure prints it.
struct LineDifference: CustomStringConvertible {
    let description: String

    init(from expected: String, to actual: String) {
        var old = Self.lines(of: expected)
        var new = Self.lines(of: actual)
        // Without its insertions, a difference leads to the lines that both texts have.
        let removals = CollectionDifference(new.difference(from: old).removals)
        let common = removals.flatMap { old.applying($0) } ?? []
        var output: [String] = []
        for line in common {
            // Each loop also removes the common line itself.
            while let removed = old.popFirst(), removed != line { output.append("  − \(removed)") }
            while let inserted = new.popFirst(), inserted != line { output.append("  + \(inserted)") }
            output.append("    \(line)")
        }
        output += old.map { "  − \($0)" }
        output += new.map { "  + \($0)" }
        output.append("  (− expected, + arrived)")
        description = output.joined(separator: "\n")
    }

    private static func lines(of text: String) -> ArraySlice<ExactText> {
        if text.isEmpty { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { ExactText(String($0)) }[...]
    }
}
