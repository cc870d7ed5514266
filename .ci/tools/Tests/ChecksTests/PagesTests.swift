import Foundation
import Testing

@testable import check

@Suite struct PagesTests {
    @Test func messageThatNoPageListsIsFound() throws {
        #expect(try missing(#"let b = "nobody lists this \(a) message""#) == ["nobody lists this … message"])
    }

    @Test func messageOfJoinedTextsIsFound() throws {
        #expect(
            try missing("let b = \"nobody lists\"\n    + \" this \" + a\n    + \"message here\"")
                == ["nobody lists this"])
        #expect(try missing(#"let b = "\(a) lists " + "\(b) this one""#) == ["lists … this one"])
    }

    @Test func fixOfAMessageNeedNotBeListed() throws {
        #expect(try missing(#"let b = "the message number 1 failed. To fix this, do something else""#).isEmpty)
        #expect(try missing(#"let b = Refusal(a, fix: "do something else entirely")"#).isEmpty)
        let pair =
            "func report() -> (wait: String, fix: String) {\n    (\"waits for a file\", \"check the file system\")\n}"
        #expect(try missing(pair) == ["waits for a file"])
    }

    @Test func quotedMessageThatNoSourceHasIsFound() throws {
        let quote = "```text\n↳ HTTPMock: the message number 1 failed\nHTTPMock: the old message failed\n```\n"
        #expect(
            try missing("", quote).map { $0.hasSuffix("no message of the library: the old message failed") } == [true])
    }

    /// The findings for sources and a page next to a hundred messages that are listed.
    private func missing(_ source: String, _ page: String = "") throws -> [String] {
        let listed = (1...100).map { "let a\($0) = \"HTTPMock: the message number \($0) failed\"\n" }.joined()
        let list = (1...100).map { "- HTTPMock: the message number \($0) failed\n" }.joined()
        let folder = try SampleFolder([
            "Sources/A.swift": "\(listed)\(source)\n", "Pages/MessagesOfA.md": list, "Pages/Other.md": page,
        ])
        return Messages.check(sources: "\(folder.path)/Sources", catalog: "\(folder.path)/Pages").findings.map {
            $0.components(separatedBy: "not on a page: ").last ?? $0
        }
    }

    @Test func snippetThatDiffersFromItsFileIsFound() throws {
        let folder = try SampleFolder([
            "Example.swift": "let a = 1\n",
            "Page.md": "<!-- file: FILE -->\n```swift\nlet a = 1\n```\n<!-- file: FILE -->\n```swift\nlet a = 2\n```\n",
        ])
        let text = contents(of: "\(folder.path)/Page.md").replacingOccurrences(
            of: "FILE", with: "\(folder.path)/Example.swift")
        #expect(Pages.strangeSnippets(in: text).map { String($0.prefix(2)) } == ["5:"])
    }

    @Test func codeThatIsTooWideIsFound() {
        let wide = String(repeating: "x", count: 79)
        #expect(Pages.mistakes(in: "```swift\n\(wide)\n```\n\(wide)") == ["2: the code has 79 columns"])
    }

    @Test(arguments: ["See <doc:A>, `<doc:B>`.", "[a](A.md)", "[a]: A.md"])
    func linkInAnotherFormIsFoundOutsideOfTopics(line: String) {
        let text = "\(line) [a](doc:A), [b](https://b), ![c](c-d)\n\n```\n<doc:C>\n```\n\n## Topics\n\n- <doc:A>\n"
        #expect(Pages.mistakes(in: text) == ["1: write [title](doc:Page)"])
    }

    @Test func linkOfTheReadmeThatLeadsNowhereIsFound() throws {
        let folder = try SampleFolder(["A.md": "# A b\n"])
        let links = "[a](\(folder.path)/A.md#a-b), [b](\(folder.path)/A.md#c), [c](B.md), [d](https://d), [e][f]"
        let pictures = #"<img src="\#(folder.path)/A.md"><source srcset="b.png">"#
        let readme = try SampleFolder(["R.md": links + pictures])
        #expect(Pages.linkProblems(in: "\(readme.path)/R.md").count == 4)
    }

    @Test func tooManyWordsAreFound() throws {
        let folder = try SampleFolder(["A.md": String(repeating: "word ", count: 40_001)])
        #expect(Pages.check(folder.path).findings == ["40001 words, at most 40000 are allowed"])
    }

    @Test func symbolWithoutDocumentationIsFound() throws {
        func page(_ name: String, _ more: String) -> String {
            #"{"identifier": {"url": "doc://A/documentation/A/\#(name)"}, "metadata": {"symbolKind": "struct"}\#(more)}"#
        }
        let folder = try SampleFolder([
            "data/documentation/A.json": page("A", #", "abstract": [{}]"#), "data/documentation/B.json": page("B", ""),
        ])
        let findings = try RenderedPages.check(folder.path, catalog: folder.path, readme: "").findings
        #expect(findings.first == "A/B: has no documentation")
    }
}
