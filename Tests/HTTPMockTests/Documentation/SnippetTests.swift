import Foundation
import Testing

/// Every Swift snippet of the documents is, line by line, in a file that is compiled.
@Suite struct SnippetTests {
    static let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    static let documents = ["README.md"] + files(in: "Sources", withExtension: "md").map { "Sources/\($0)" }

    @Test(arguments: documents)
    func everySnippetIsCompiled(document: String) throws {
        let sources = try ["Tests", "Examples"].flatMap { folder in
            try Self.files(in: folder, withExtension: "swift").map { try Self.lines(of: "\(folder)/\($0)") }
        }
        #expect(!sources.isEmpty)

        for snippet in try Self.snippets(in: document) where !snippet.isManifest {
            let isCompiled = sources.contains { $0.contains("\n\(snippet.lines)\n") }
            #expect(isCompiled, "\(document):\(snippet.lineNumber) is in no file of Tests or Examples")
        }
    }

    @Test func onlyTheManifestIsExempt() throws {
        let exempt = try Self.documents.flatMap(Self.snippets).filter(\.isManifest)
        #expect(exempt.count == 1)
        #expect(exempt.allSatisfy { $0.lines.contains(".package(url: ") })
    }

    @Test func thereAreSnippetsToCheck() throws {
        #expect(try Self.snippets(in: "README.md").count > 10)
        #expect(Self.documents.count > 1)
    }

    @Test func everyRelativeLinkOfTheReadmeLeadsSomewhere() throws {
        let text = try Self.text(of: "README.md")
        let headings = Set(
            text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                line.drop { $0 == "#" || $0 == " " }.lowercased().filter {
                    $0.isLetter || $0.isNumber || "- ".contains($0)
                }
                .replacingOccurrences(of: " ", with: "-")
            })
        for target in text.matches(of: /\]\(([^)]*)\)/).map(\.1) where !target.hasPrefix("https:") {
            if target.hasPrefix("#") {
                #expect(headings.contains(String(target.dropFirst())), "no heading \(target)")
            } else {
                let path = Self.root.appendingPathComponent(String(target)).path
                #expect(FileManager.default.fileExists(atPath: path), "no file \(target)")
            }
        }
    }

    // MARK: Reading

    struct Snippet {
        var lineNumber: Int
        var lines: String
        /// Whether it is marked as a part of a manifest, which is compiled nowhere.
        var isManifest: Bool
    }

    static func text(of document: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
    }

    private static func snippets(in document: String) throws -> [Snippet] {
        let text = try text(of: document)
        var snippets: [Snippet] = []
        var open: (lineNumber: Int, lines: [Substring], isManifest: Bool)?
        var previous: Substring = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let snippet = open, line == "```" {
                snippets.append(
                    Snippet(
                        lineNumber: snippet.lineNumber, lines: normal(snippet.lines), isManifest: snippet.isManifest))
                open = nil
            } else if open != nil {
                open?.lines.append(line)
            } else if line == "```swift" {
                open = (index + 1, [], previous == "<!-- manifest -->")
            }
            previous = line
        }
        return snippets
    }

    private static func lines(of file: String) throws -> String {
        let text = try text(of: file)
        return "\n\(normal(text.split(separator: "\n")))\n"
    }

    /// The lines without their indentation, blank ones left out.
    private static func normal(_ lines: [Substring]) -> String {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func files(in folder: String, withExtension suffix: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (names?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".\(suffix)") && !$0.split(separator: "/").contains(".build") }
            .sorted()
    }
}
