import Foundation

/// Checks that pages list every message of the library.
///
/// A message is a string literal of the sources that reads as prose, except those in `others`. The parts of a literal
/// between its interpolations are in one row of a table or one paragraph of a page, in their order. Marks of code don't
/// count.
enum Messages {
    /// Literals that are no messages, as beginnings, each with the reason.
    private static let others: [(beginning: String, reason: String)] = [
        ("a step was performed before", "cannot happen"),
        ("the thread ended without", "cannot happen"),
        ("a loopback address is a valid", "cannot happen"),
        ("a released value was read", "cannot happen"),
        ("delivery: .failing(", "source code that is written"),
        ("[^ n r", "a regular expression"),
        ("t n x0B", "a regular expression"),
    ]

    /// Files and folders whose literals are no messages of the library: programs, schemas, reason phrases, patterns.
    private static let silent = [
        "HTTPMockBenchmarks/", "HTTPMockTool/", "/Metaschema.swift", "/ReasonPhrase.swift", "/InternationalLabel.swift",
    ]

    /// The number of words that make a literal prose, and the number that make a part of it worth comparing.
    private static let (proseWordCount, partWordCount) = (3, 2)

    static func check(sources: String, pages: [String]) -> Report {
        let entries = pages.flatMap { Self.entries(of: Checks.contents(of: $0)) }
        var found = 0
        var missing: [String] = []
        for path in files(below: sources, ending: ".swift") where !silent.contains(where: path.contains) {
            for (number, line) in SourceText(Checks.contents(of: path)).literals.enumerated() {
                for parts in line.split(separator: "\t").map(parts) where isMessage(parts) {
                    found += 1
                    if !entries.contains(where: { contains($0, parts) }) {
                        missing.append("\(path):\(number + 1): not on a page: \(parts.joined(separator: " … "))")
                    }
                }
            }
        }
        return Report(missing, of: found, "messages or parts of them", atLeast: 100)
    }

    /// The rows of tables and the paragraphs of a page.
    static func entries(of page: String) -> [String] {
        var entries = [""]
        for line in page.components(separatedBy: "\n") {
            if line.isEmpty || line.hasPrefix("|") { entries.append("") }
            entries[entries.count - 1] += " \(line)"
        }
        return entries.map(normal)
    }

    /// The texts of a literal between its interpolations and escapes.
    static func parts(_ literal: Substring) -> [String] {
        literal.split(separator: /\s{2,}/).map { normal(String($0)) }.filter { !$0.isEmpty }
    }

    static func isMessage(_ parts: [String]) -> Bool {
        guard let first = parts.first, parts.contains(where: { wordCount($0) >= proseWordCount }) else { return false }
        return !others.contains { first.hasPrefix($0.beginning) }
    }

    /// Returns whether an entry has all parts that are more than a word, in order.
    static func contains(_ entry: String, _ parts: [String]) -> Bool {
        var rest = entry[...]
        for part in parts where wordCount(part) >= partWordCount {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    static func wordCount(_ text: String) -> Int {
        text.split(separator: " ").count { $0.contains(where: \.isLetter) }
    }

    /// The text with one space for each run of white space, and without marks of code and tables.
    static func normal(_ text: String) -> String {
        text.replacing(/[`|\\]/, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
