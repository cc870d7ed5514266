import Foundation

// Checks that pages show the code of examples and tests: a snippet after `<!-- file: PATH -->` occurs in that file, line
// by line, without regard to indentation and blank lines.
//
// Usage: recipes FOLDER, with the pages; paths are relative to the working directory. Every test file of `Examples` has
// to be shown or named by a page.

/// The lines without their indentation, blank ones left out.
func normal(_ lines: some Sequence<String>) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: "\n")
}

@main
enum Recipes {
    static func main() {
        let folder = CommandLine.arguments[1]
        var count = 0
        var problems: [String] = []
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
                    problems.append("\(page):\(index + 1): the snippet does not occur in \(file)")
                }
            }
        }
        for file in files(below: "Examples/Tests", ending: "Tests.swift") where !pages.contains(file) {
            problems.append("\(file): no page shows this example")
        }
        for problem in problems { print(problem) }
        print("\(count) snippets of files, \(problems.count) errors")
        exit(problems.isEmpty && count > 0 ? 0 : 1)
    }
}
