import Foundation

/// Checks the pages of the documentation as files, as a reader of a code host sees them.
///
/// - There are at most 60 pages with 36,000 words.
/// - Lines of code have at most 78 columns, which is what the rendered page shows.
/// - Links are `[title](doc:Page)`. The list of a topic is `<doc:Page>`, because DocC shows its summary.
/// - Every link leads to a page, and to a heading of it if it names one.
/// - A snippet after `<!-- file: PATH -->` occurs in that file, line by line, without regard to indentation and blank
///   lines. Paths are relative to the working directory. Every test file of `Examples` is shown or named by a page.
enum Pages {
    private static let (pageLimit, wordLimit, columnLimit) = (60, 36_000, 78)

    static func check(_ sources: String) -> Report {
        let paths = files(below: sources, ending: ".md")
        let texts = paths.map(contents)
        let names = paths.map { String($0.split(separator: "/").last?.dropLast(3) ?? "") }
        let anchors = Dictionary(zip(names, texts.map(anchors))) { $1 }
        var findings: [String] = []
        for (path, text) in zip(paths, texts) {
            findings += (mistakes(in: text, anchors: anchors) + strangeSnippets(in: text)).map { "\(path):\($0)" }
        }
        for file in files(below: "Examples/Tests", ending: "Tests.swift")
        where !texts.contains(where: { $0.contains(file) }) {
            findings.append("\(file): no page shows this example")
        }
        let count = texts.reduce(0) { $0 + $1.split(whereSeparator: \.isWhitespace).count }
        if paths.count > pageLimit { findings.append("\(paths.count) pages, at most \(pageLimit) are allowed") }
        if count > wordLimit { findings.append("\(count) words, at most \(wordLimit) are allowed") }
        return Report(findings, of: paths.count, "pages with \(count) words")
    }

    /// The mistakes of a page, each with its line.
    static func mistakes(in text: String, anchors: [String: Set<String>]) -> [String] {
        var findings: [String] = []
        var (isCode, isTopics, isHidden) = (false, false, false)
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("<!--") { isHidden = true }
            defer { if line.hasSuffix("-->") { isHidden = false } }
            if line.hasPrefix("```") { isCode.toggle() }
            if line.hasPrefix("## ") && !isCode { isTopics = line == "## Topics" }
            if isCode {
                if line.count > columnLimit { findings.append("\(index + 1): the code has \(line.count) columns") }
                continue
            }
            guard !isHidden else { continue }
            let prose = line.replacing(/`[^`]*`/, with: "")
            if !isTopics && prose.contains("<doc:") { findings.append("\(index + 1): write [title](doc:Page)") }
            for link in prose.matches(of: /doc:([\w\/-]+)(?:#([^)>\s]+))?/) {
                let page = String(link.1.split(separator: "/").last ?? "")
                guard let headings = anchors[page] else {
                    findings.append("\(index + 1): there is no page \(page)")
                    continue
                }
                if let heading = link.2, !headings.contains(String(heading)) {
                    findings.append("\(index + 1): \(page) has no heading \(heading)")
                }
            }
        }
        return findings
    }

    /// The snippets of a page that do not occur in the file that they name, each with its line.
    static func strangeSnippets(in text: String) -> [String] {
        func normal(_ lines: some Sequence<String>) -> String {
            let trimmed = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            return "\n\(trimmed.joined(separator: "\n"))\n"
        }
        let lines = text.components(separatedBy: "\n")
        return lines.enumerated().compactMap { index, line in
            guard let file = line.wholeMatch(of: /<!-- file: (\S+) -->/).map({ String($0.1) }) else { return nil }
            let snippet = lines[(index + 1)...].drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
            let isShown =
                !snippet.isEmpty && normal(contents(of: file).components(separatedBy: "\n")).contains(normal(snippet))
            return isShown ? nil : "\(index + 1): the snippet does not occur in \(file)"
        }
    }

    /// The anchors that DocC makes of the headings of a page.
    static func anchors(of text: String) -> Set<String> {
        let headings = text.components(separatedBy: "\n").filter { $0.hasPrefix("##") }
        return Set(
            headings.map { line in
                String(line.trimmingPrefix(/#+\s/)).replacing(/['’`,:?.()]/, with: "").replacing(" ", with: "-")
            })
    }
}
