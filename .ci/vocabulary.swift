import Foundation

// Looks for words in comments, documentation and messages that have a standard term, and prints them by folder.
//
// Findings in a folder named by `--strict` fail the check, the others are only printed; `--strict all` names all.
// Code in documentation is skipped.

struct Rule {
    let words: String
    let write: String
}

/// The words, as a regular expression without case, and the words to write instead.
let rules = [
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
    Rule(words: #"lest|none the less|stations?"#, write: "plain English"),
    Rule(words: #"stands?( in)?"#, write: "is written, occurs"),
]

/// The uses that are allowed, as regular expressions: they are removed before the rules apply.
let allowed = [
    #"takes? (about |at most |up to )*(\w+ )?(time|effect|as long|longer|steps|microseconds|milliseconds|seconds)"#,
    #"(steps|time) (taken|it takes|\w+ (takes|took))"#,
    #"takes (a|an|the|its|no|one|two|both) (argument|parameter|closure|string|request)s?"#,
    #"HTTP archives?|ar archive"#,
    #"in (the |its |their )?places? of|takes? place|in place\b|decimal places?"#,
    #"(holds?|holding|held|takes?|taking) (a|an|the|any|no|its|one) locks?|stand-ins?|takes? part in"#,
    #"symbol graphs?|debug symbols?"#,
    // To serve a process is the usual term for what a server does.
    #"Serving another process"#,
    // Messages whose texts are part of what tests compare.
    #"takes? too (long|many steps) for this (string|value)|which no session asks for|an error that says why"#,
    #"format can't hold"#,
]

@main
enum Vocabulary {
    static func main() throws {
        let strict = option("--strict")
        let rules = try rules.map { (try Regex(#"\b(\#($0.words))\b"#).ignoresCase(), $0) }
        let allowed = try allowed.map { try Regex(#"\b(\#($0))\b"#).ignoresCase() }
        var findings: [String: [String]] = [:]
        var count = 0
        func check(_ text: String, _ location: String, in folder: String) {
            var text = text
            for use in allowed { text = text.replacing(use, with: "") }
            for (regex, rule) in rules {
                for match in text.matches(of: regex) {
                    let found = "\(location): \"\(text[match.range])\", write \(rule.write)"
                    findings[folder, default: []].append("\(found): \(text.trimmingCharacters(in: .whitespaces))")
                }
            }
        }
        for root in CommandLine.arguments.dropFirst().prefix(while: { !$0.hasPrefix("--") }) {
            for path in files(below: root, ending: ".swift") {
                count += 1
                let source = SourceText(contents(of: path))
                let isTest = path.contains("Tests/")
                for (number, comment) in prose(source.comments).enumerated() {
                    check(comment, "\(path):\(number + 1)", in: folder(of: path, root))
                    // Literals of tests are data.
                    if !isTest { check(source.literals[number], "\(path):\(number + 1)", in: folder(of: path, root)) }
                }
            }
            for path in files(below: root, ending: ".md") {
                count += 1
                for (number, line) in prose(contents(of: path).components(separatedBy: "\n")).enumerated() {
                    check(line, "\(path):\(number + 1)", in: folder(of: path, root))
                }
            }
        }
        var failures = 0
        for (folder, lines) in findings.sorted(by: { $0.key < $1.key }) {
            print("\(folder): \(lines.count)")
            for line in lines { print("  \(line)") }
            if strict.contains(folder) || strict.contains("all") { failures += lines.count }
        }
        print("\(count) files, \(findings.values.reduce(0) { $0 + $1.count }) findings, \(failures) errors")
        exit(failures == 0 && count > 0 ? 0 : 1)
    }

    /// The folder below a root such as `Sources/HTTPMock`, or the root itself.
    static func folder(of path: String, _ root: String) -> String {
        let parts = path.dropFirst(root.count).split(separator: "/")
        return parts.count > 1 ? "\(root)/\(parts[0])" : root
    }

    /// The lines without code: blocks between ```` ``` ```` and spans between backticks, single or double, are empty.
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
