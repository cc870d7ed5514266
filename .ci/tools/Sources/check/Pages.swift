import Foundation

/// Checks the pages of the documentation as files, as a reader of a code host sees them.
///
/// DocC checks where links lead, with warnings that fail `.ci/documentation`.
///
/// - There are at most 64 pages. Those for users have at most 40,000 words.
/// - Lines of code have at most 78 columns, which is what the rendered page shows.
/// - Links are `[title](doc:Page)`. The list of a topic is `<doc:Page>`, because DocC shows its summary. A picture is
///   `![title](name)`.
/// - A snippet after `<!-- file: PATH -->` occurs in that file, line by line, without regard to indentation and blank
///   lines. Paths are relative to the working directory. Every test file of `Examples` is shown or named by a page.
///
/// ``RenderedPages`` checks the README: a link leads to a file, and to a heading of the file if the link names one.
/// Pictures are files.
enum Pages {
    private static let (pageLimit, wordLimit, columnLimit) = (64, 40_000, 78)

    static func check(_ sources: String) -> Report {
        let paths = files(below: sources, ending: ".md")
        let texts = paths.map(contents)
        var findings: [String] = []
        for (path, text) in zip(paths, texts) {
            findings += (mistakes(in: text) + strangeSnippets(in: text)).map { "\(path):\($0)" }
        }
        for file in files(below: "Examples/Tests", ending: "Tests.swift")
        where !texts.contains(where: { $0.contains(file) }) {
            findings.append("\(file): no page shows this example")
        }
        let maintainerPages = Map.pages.map { page in String(page.drop { $0 != "/" }) }
        let isForUsers = paths.map { path in !maintainerPages.contains(where: path.hasSuffix) }
        let userTexts = zip(texts, isForUsers).filter(\.1).map(\.0)
        let count = userTexts.reduce(0) { $0 + $1.split(whereSeparator: \.isWhitespace).count }
        if paths.count > pageLimit { findings.append("\(paths.count) pages, at most \(pageLimit) are allowed") }
        if count > wordLimit { findings.append("\(count) words, at most \(wordLimit) are allowed") }
        return Report(findings, of: paths.count, "pages with \(count) words")
    }

    /// The mistakes of a page, each with its line.
    static func mistakes(in text: String) -> [String] {
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
            let prose = line.replacing(/`[^`]*`/, with: "")
            let withoutPictures = prose.replacing(/!\[[^\]]*\]\([\w-]+\)/, with: "")
            let leadsToNoPage = withoutPictures.contains(/(\]\(|^\[[^\]]+\]: )(?!https:\/\/|doc:)/)
            let isBareLink = prose.contains("<doc:") && !isTopics
            let isMistake = leadsToNoPage || isBareLink
            if isMistake, !isHidden {
                findings.append("\(index + 1): write [title](doc:Page)")
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

    /// The links of the README that lead nowhere.
    ///
    /// A link by the name of an address is a problem too, because such addresses are not read.
    static func linkProblems(in readme: String) -> [String] {
        let text = contents(of: readme).replacing(/(?s)```.*?```|`[^`\n]*`/, with: "")
        let names = text.matches(of: /(?m)\]\[[^\]]+\]|^\[[^\]]+\]:/).map { "\(readme): write the address of \($0.0)" }
        let links = text.matches(of: /\]\(([^)#]*)#?([^)]*)\)/).compactMap { match -> String? in
            let file = match.1.isEmpty ? readme : String(match.1)
            if file.hasPrefix("https://") { return nil }
            guard FileManager.default.fileExists(atPath: file) else { return "\(readme): no file \(file)" }
            let isThere = match.2.isEmpty || anchors(of: file).contains(String(match.2))
            return isThere ? nil : "\(readme): no heading \(file)#\(match.2)"
        }
        let pictures = text.matches(of: /(?:src|srcset)="([^"]*)"/).map { String($0.1) }
            .filter { !FileManager.default.fileExists(atPath: $0) }.map { "\(readme): no picture \($0)" }
        return names + links + pictures
    }

    /// The anchors that GitHub makes of the headings of a file.
    static func anchors(of file: String) -> [String] {
        contents(of: file).matches(of: /(?m)^#+ (.*)$/).map { heading in
            heading.1.lowercased().replacing(/[^\w -]/, with: "").replacing(" ", with: "-")
        }
    }
}
