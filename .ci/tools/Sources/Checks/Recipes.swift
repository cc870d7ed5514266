import Foundation

/// Checks that pages show the code of examples and tests.
///
/// A snippet after `<!-- file: PATH -->` occurs in that file, line by line, without regard to indentation and blank
/// lines. Paths are relative to the working directory. Every test file of `Examples` is shown or named by a page.
enum Recipes {
    static func check(_ folder: String) -> Report {
        var count = 0
        var findings: [String] = []
        var pages = ""
        for page in files(below: folder, ending: ".md") {
            let text = contents(of: page)
            pages += text
            let lines = text.components(separatedBy: "\n")
            for (index, line) in lines.enumerated() {
                guard let file = line.wholeMatch(of: /<!-- file: (\S+) -->/).map({ String($0.1) }) else { continue }
                count += 1
                let snippet = lines[(index + 1)...].drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
                let source = normal(contents(of: file).components(separatedBy: "\n"))
                if snippet.isEmpty || !"\n\(source)\n".contains("\n\(normal(snippet))\n") {
                    findings.append("\(page):\(index + 1): the snippet does not occur in \(file)")
                }
            }
        }
        for file in files(below: "Examples/Tests", ending: "Tests.swift") where !pages.contains(file) {
            findings.append("\(file): no page shows this example")
        }
        return Report(findings, of: count, "snippets of files")
    }

    /// Returns the lines without their indentation and without blank lines, as one text.
    static func normal(_ lines: some Sequence<String>) -> String {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
