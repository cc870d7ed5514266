import Testing

@testable import check

@Suite struct VocabularyTests {
    private func findings(_ text: String, in file: String = "Sources/HTTPMock/File.swift") throws -> Int {
        let folder = try SampleFolder([file: text])
        return try Vocabulary.check([folder.path]).findings.count
    }

    @Test(arguments: ["// It holds a value.\n", "/// Tells the client.\n", "let a = \"a piece of text\"\n"])
    func wordWithAStandardTermIsFound(text: String) throws {
        #expect(try findings(text) == 1)
    }

    @Test(arguments: ["// `holds` is code.\n", "let tells = 1\n", "// in place of a value\n", "// it takes time\n"])
    func codeAndAllowedUsesAreSkipped(text: String) throws {
        #expect(try findings(text) == 0)
    }

    @Test func literalsOfTestsAreData() throws {
        #expect(try findings("let a = \"a piece\"\n", in: "Tests/File.swift") == 0)
    }

    @Test func blocksOfCodeInPagesAreSkipped() throws {
        #expect(try findings("Text.\n```swift\nlet piece = 1\n```\n", in: "Page.md") == 0)
        #expect(try findings("Text with a piece.\n", in: "Page.md") == 1)
    }
}
