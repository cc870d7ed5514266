import Foundation
import Testing

@testable import Checks

@Suite struct PagesTests {
    @Test func messageThatNoPageListsIsFound() throws {
        let listed = (1...100).map { "let a\($0) = \"the message number \($0) failed\"\n" }.joined()
        let page = (1...100).map { "| the message number \($0) failed |\n" }.joined()
        let folder = try SampleFolder([
            "Sources/A.swift": listed + "let b = \"nobody lists this \\(a) message\"\n", "Page.md": page,
        ])
        let report = Messages.check(sources: "\(folder.path)/Sources", pages: ["\(folder.path)/Page.md"])
        #expect(report.findings.count == 1)
        #expect(report.findings.first?.hasSuffix("nobody lists this … message") == true)
    }

    @Test func snippetThatDiffersFromItsFileIsFound() throws {
        let folder = try SampleFolder([
            "Example.swift": "let a = 1\n",
            "Page.md": "<!-- file: FILE -->\n```swift\nlet a = 1\n```\n<!-- file: FILE -->\n```swift\nlet a = 2\n```\n",
        ])
        let page = "\(folder.path)/Page.md"
        let text = contents(of: page).replacingOccurrences(of: "FILE", with: "\(folder.path)/Example.swift")
        try text.write(toFile: page, atomically: true, encoding: .utf8)
        let findings = Recipes.check(folder.path).findings.filter { $0.contains("Page.md") }
        #expect(findings.count == 1 && findings[0].contains("Page.md:5"))
    }

    @Test func symbolWithoutDocumentationIsFound() throws {
        func symbol(_ name: String, _ comment: String) -> String {
            """
            {"identifier": {"precise": "s:\(name)"}, "kind": {"identifier": "swift.struct"}, \(comment)
             "pathComponents": ["\(name)"], "location": {"uri": "file:///\(name).swift"}}
            """
        }
        let graph = #"{"symbols": [\#(symbol("A", #""docComment": {},"#)), \#(symbol("B", ""))]}"#
        let folder = try SampleFolder(["A.symbols.json": graph])
        #expect(try Undocumented.check(folder.path).findings == ["no documentation: B (file:///B.swift)"])
    }
}
