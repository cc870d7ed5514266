import Testing

@testable import check

@Suite struct SourceTextTests {
    @Test func codeCommentsAndTextsAreApart() {
        let text = SourceText("let a = \"b\" // c\n/* d /* e */ f */ let g = #\"h\\(i)\"#\n")
        #expect(text.code == ["let a =   ", " let g =  ", ""])
        #expect(text.comments == [" c", " d  e  f ", ""])
        #expect(text.texts.map(\.content) == ["b", "h\\(i)"])
    }

    @Test func interpolationsAreCode() {
        let text = SourceText("let a = \"x \\(value.count(of: \"y\")) z\"\n")
        #expect(text.code[0].contains("value.count(of:"))
        #expect(text.texts.map(\.content) == ["x    z", "y"])
    }

    @Test func linesKeepTheirNumbers() {
        let text = SourceText("let a = \"\"\"\n  one\n  \"\"\" // two\n")
        #expect(text.texts.map(\.line) == [0])
        #expect(text.comments[2] == " two")
    }

    @Test func escapedLineBreakEndsALine() {
        let text = SourceText("let a = \"\"\"\n  one \\\n  two\n  \"\"\"\n// three\n")
        #expect(text.comments.count == 6 && text.comments[4] == " three")
    }
}
