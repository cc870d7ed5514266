import Foundation

/// Looks for words in comments, documentation and messages that have a standard term.
///
/// Code in documentation is skipped. Literals are read in Sources only, because those of tests are data.
enum Vocabulary {
    /// The words, as a regular expression without case, and the words to write instead.
    private static let rules: [(words: String, write: String)] = [
        (#"takes?|taken|taking|took"#, "matches, needs, uses"),
        (#"holds?|holding|held"#, "matches, contains, keeps"),
        (#"(is|are) so"#, "matches"),
        (#"tells?|told|says?|said"#, "reports, notifies, names"),
        (#"ask(s|ed|ing)? for|unasked"#, "requests, unused"),
        (#"pieces?"#, "chunk, part"),
        (#"patience"#, "timeout, deadline, remaining time"),
        (#"lets? go|letting go|give[sn]? back|gave back"#, "releases"),
        (#"relays?"#, "passthrough"),
        (#"archives?"#, "HAR"),
        (#"symbols?|symbol walks?"#, "pattern token, pattern matcher"),
        (#"likeness|likenesses"#, "nearest routes"),
        (#"places?"#, "source location"),
        (#"(a|the|one|each) serving|servings|queued"#, "served response, registered response"),
        (#"advisers?|observers?"#, "redirect delegate, progress delegate"),
        (#"anew"#, "again"),
        (#"behind"#, "after"),
        (#"besides?"#, "next to, except"),
        (#"alone"#, "only"),
        (#"so many"#, "n"),
        (#"lest|none the less"#, "plain English"),
        (#"stands?( in)?"#, "is written, occurs"),
    ]

    /// The uses that are allowed, as regular expressions: they are removed before the rules apply.
    private static let allowed = [
        #"takes? (about |at most |up to )*(\w+ )?(time|effect|as long|longer|steps|microseconds|milliseconds|seconds)"#,
        #"in (the |its |their )?places? of|takes? place|in[- ]place\b|decimal places?"#,
        #"(holds?|holding|held|takes?|taking) (a|an|the|any|no|its|one) locks?|stand-ins?|takes? part in"#,
        #"symbol graphs?"#,
        // Messages whose texts are part of what tests compare.
        #"takes? too (long|many steps) for this (string|value)|which no session asks for|an error that says why"#,
        #"format can't hold"#,
        // An order sweep holds responses until it releases them.
        #"(is|are|was|were|not|be|been) held( and released)?|held (responses?|until)|holds? (\w+ )?responses?( \w+)? until|a held"#,
        // The member of a log's HAR that viewers read.
        #"^place$"#,
    ]

    static func check(_ paths: [String]) throws -> Report {
        let rules = try rules.map { (try Regex(#"\b(\#($0.words))\b"#).ignoresCase(), $0) }
        let allowed = try allowed.map { try Regex(#"\b(\#($0))\b"#).ignoresCase() }
        var findings: [String] = []
        func check(_ text: String, _ location: String) {
            var text = text
            for use in allowed { text = text.replacing(use, with: "") }
            for (regex, rule) in rules {
                for match in text.matches(of: regex) {
                    let line = text.trimmingCharacters(in: .whitespaces)
                    findings.append("\(location): \"\(text[match.range])\", write \(rule.write): \(line)")
                }
            }
        }
        let sources = paths.flatMap { files(below: $0, ending: ".swift") }
        for path in sources {
            let source = SourceText(contents(of: path))
            for (number, comment) in prose(source.comments).enumerated() {
                check(comment, "\(path):\(number + 1)")
            }
            for text in source.texts where path.contains("Sources/HTTPMock") {
                check(text.content, "\(path):\(text.line + 1)")
            }
        }
        let pages = paths.flatMap { files(below: $0, ending: ".md") }
        for path in pages {
            for (number, line) in prose(contents(of: path).components(separatedBy: "\n")).enumerated() {
                check(line, "\(path):\(number + 1)")
            }
        }
        return Report(findings, of: sources.count + pages.count, "files")
    }

    /// Returns the lines with empty lines in place of blocks of code, and nothing in place of spans between backticks.
    static func prose(_ lines: [String]) -> [String] {
        var isCode = false
        return lines.map { line in
            if line.trimmingCharacters(in: CharacterSet(charactersIn: " /")).hasPrefix("```") {
                isCode.toggle()
                return ""
            }
            return isCode ? "" : line.replacing(/`+[^`]*`+/, with: "")
        }
    }
}
