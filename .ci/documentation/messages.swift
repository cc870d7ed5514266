import Foundation

// Checks that a page lists every message of the library: each string literal of the sources that reads as prose, apart
// from those in `others`. The page is compared without code marks, so it can wrap lines and name the parts that vary.
//
// Usage: messages PAGE FOLDER…

/// Literals that are no messages, as beginnings, each with the reason.
let others: [(beginning: String, reason: String)] = [
    ("a step was performed before", "cannot happen"),
    ("the thread ended without", "cannot happen"),
    ("a loopback address is a valid", "cannot happen"),
    ("delivery: .failing(", "source code that is written"),
    ("[^ n r", "a regular expression"),
    ("t n x0B", "a regular expression"),
]

/// Files and folders whose literals nobody is shown: programs of the package, schemas, reason phrases, patterns.
let silent = ["HTTPMockBenchmarks/", "/Metaschema.swift", "/ReasonPhrase.swift", "/InternationalLabel.swift"]

/// How many words a part of a literal needs in order to be prose.
let minimalWordCount = 3

@main
enum Messages {
    static func main() {
        let page = normal(contents(of: CommandLine.arguments[1]))
        var found = 0
        var missing: [String] = []
        for folder in CommandLine.arguments.dropFirst(2) {
            for path in files(below: folder, ending: ".swift") where !isSilent(path) {
                for (number, line) in SourceText(contents(of: path)).literals.enumerated() {
                    for part in parts(of: line) where !others.contains(where: { part.hasPrefix($0.beginning) }) {
                        found += 1
                        if !page.contains(part) { missing.append("\(path):\(number + 1): \(part)") }
                    }
                }
            }
        }
        for text in missing { print("not on the page: \(text)") }
        print("\(found) parts of messages, \(missing.count) missing")
        exit(missing.isEmpty && found > 100 ? 0 : 1)
    }

    static func isSilent(_ path: String) -> Bool {
        silent.contains(where: path.contains)
    }

    /// The texts of a line's literals between interpolations and escapes, if they have enough words.
    static func parts(of line: String) -> [String] {
        line.split(separator: /\s{2,}/).map { normal(String($0)) }.filter { part in
            part.split(separator: " ").filter { $0.contains(where: \.isLetter) }.count >= minimalWordCount
        }
    }

    /// The text with one space for each run of white space, and without marks of code and tables.
    static func normal(_ text: String) -> String {
        text.replacing(/[`|\\]/, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
