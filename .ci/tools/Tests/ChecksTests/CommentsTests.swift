import Testing

@testable import check

@Suite struct CommentsTests {
    private func findings(_ text: String) throws -> [String] {
        let folder = try SampleFolder(["File.swift": text])
        return Comments.check([folder.path]).findings.map { String($0.dropFirst(folder.path.count + 1)) }
    }

    @Test func wideCommentIsFoundAndWideCodeIsNot() throws {
        let words = String(repeating: "word ", count: 25)
        #expect(try findings("// \(words)\nlet text = \"\(words)\"\n").count == 1)
        #expect(try findings("    // \(String(repeating: "a", count: 113))\n") == [])
    }

    @Test(arguments: ["var isOn: Bool", "@TaskLocal static var isOn = false", "let isOn: Bool", "case on(Bool)"])
    func whetherIsForProperties(declaration: String) throws {
        #expect(try findings("/// Whether it is on.\n///\n/// More.\n\(declaration)\n") == [])
    }

    @Test func whetherAboveAFunctionIsFound() throws {
        #expect(try findings("/// Whether it is on.\nfunc isOn() -> Bool { true }\n").count == 1)
    }

    @Test(arguments: ["What the engine does.", "Where it is.", "How it works."])
    func questionWordIsFound(summary: String) throws {
        #expect(try findings("/// \(summary)\nstruct Engine {}\n").count == 1)
    }

    @Test func laterLinesMayBeginWithAnyWord() throws {
        #expect(try findings("/// A value.\n///\n/// Whether it is on decides the test.\nstruct Value {}\n") == [])
    }
}
