import Testing

@testable import check

@Suite struct SourceTextTests {
    @Test func codeCommentsAndLiteralsAreApart() {
        let text = SourceText("let a = \"b\" // c\n/* d /* e */ f */ let g = #\"h\\(i)\"#\n")
        #expect(text.code[0].contains("let a") && !text.code[0].contains("b"))
        #expect(text.comments[0] == " c")
        #expect(text.literals[0].contains("b"))
        #expect(text.comments[1].contains("d") && text.comments[1].contains("f"))
        #expect(text.code[1].contains("let g"))
        #expect(text.literals[1].contains("h\\(i)") == false || text.literals[1].contains("h"))
    }

    @Test func interpolationsAreCode() {
        let text = SourceText("let a = \"x \\(value.count(of: \"y\")) z\"\n")
        #expect(text.code[0].contains("value.count(of:"))
        #expect(text.literals[0].contains("x") && text.literals[0].contains("y") && text.literals[0].contains("z"))
    }

    @Test func linesKeepTheirNumbers() {
        let text = SourceText("let a = \"\"\"\n  one\n  \"\"\"\n// two\n")
        #expect(text.literals[1].contains("one"))
        #expect(text.comments[3] == " two")
    }

    @Test func escapedLineBreakEndsALine() {
        let text = SourceText("let a = \"\"\"\n  one \\\n  two\n  \"\"\"\n// three\n")
        #expect(text.comments.count == 6 && text.comments[4] == " three")
    }
}
