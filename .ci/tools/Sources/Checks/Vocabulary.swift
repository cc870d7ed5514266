import Foundation

/// Looks for words in comments, documentation and messages that have a standard term.
///
/// Code in documentation is skipped. Literals are read in Sources only, because those of tests are data.
enum Vocabulary {
    private struct Rule {
        let words: String
        let write: String
    }

    /// The words, as a regular expression without case, and the words to write instead.
    private static let rules = [
        Rule(words: #"takes?|taken|taking|took"#, write: "matches, needs, uses"),
        Rule(words: #"holds?|holding|held"#, write: "matches, contains, keeps"),
        Rule(words: #"(is|are) so"#, write: "matches"),
        Rule(words: #"tells?|told|says?|said"#, write: "reports, notifies, names"),
        Rule(words: #"ask(s|ed|ing)? for|unasked"#, write: "requests, unused"),
        Rule(words: #"pieces?"#, write: "chunk, part"),
        Rule(words: #"patience"#, write: "timeout, deadline, remaining time"),
        Rule(words: #"lets? go|letting go|give[sn]? back|gave back"#, write: "releases"),
        Rule(words: #"relays?"#, write: "passthrough"),
        Rule(words: #"archives?"#, write: "HAR"),
        Rule(words: #"symbols?|symbol walks?"#, write: "pattern token, pattern matcher"),
        Rule(words: #"likeness|likenesses"#, write: "nearest routes"),
        Rule(words: #"places?"#, write: "source location"),
        Rule(words: #"servings?|queued"#, write: "served response, registered response"),
        Rule(words: #"advisers?|observers?"#, write: "redirect delegate, progress delegate"),
        Rule(words: #"anew"#, write: "again"),
        Rule(words: #"behind"#, write: "after"),
        Rule(words: #"besides?"#, write: "next to, except"),
        Rule(words: #"alone"#, write: "only"),
        Rule(words: #"so many"#, write: "n"),
        Rule(words: #"lest|none the less"#, write: "plain English"),
        Rule(words: #"stands?( in)?"#, write: "is written, occurs"),
    ]

    /// The uses that are allowed, as regular expressions: they are removed before the rules apply.
    private static let allowed = [
        #"takes? (about |at most |up to )*(\w+ )?(time|effect|as long|longer|steps|microseconds|milliseconds|seconds)"#,
        #"(steps|time) (taken|it takes|\w+ (takes|took))"#,
        #"takes (a|an|the|its|no|one|two|both) (argument|parameter|closure|string|request)s?"#,
        #"HTTP archives?|ar archive"#,
        #"in (the |its |their )?places? of|takes? place|in[- ]place\b|decimal places?"#,
        #"(holds?|holding|held|takes?|taking) (a|an|the|any|no|its|one) locks?|stand-ins?|takes? part in"#,
        #"(symbol|debug|public|internal) (graphs?|symbols?)|symbols? (is|of) (a|written)"#,
        // To serve a process is the usual term for what a server does.
        #"Serving (another process|a recording or an OpenAPI document)"#,
        // Messages whose texts are part of what tests compare.
        #"takes? too (long|many steps) for this (string|value)|which no session asks for|an error that says why"#,
        #"format can't hold"#,
        // The members of a log's HAR that viewers read.
        #"registration\tplace"#,
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
                if path.contains("Sources/HTTPMock") { check(source.literals[number], "\(path):\(number + 1)") }
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
