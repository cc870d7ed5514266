import Foundation
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded)
struct GraphQLParserTests {
    private static func error(_ text: String) -> String? {
        let source = GraphQLSource(text)
        do throws(GraphQLSyntaxError) {
            _ = try GraphQLParser.definitions(of: source)
            return nil
        } catch {
            return "\(source.position(of: error.offset)): \(error.reason)"
        }
    }

    @Test func quotesBeforeACombiningMarkAreUnescapedInABlockString() {
        let source = #"\"""\#u{301}"#
        #expect(GraphQLText.blockValue(of: Array(source.utf8)[...]) == "\"\"\"\u{301}")
    }

    @Test(arguments: [
        "{a}", "query{a}",
        "query Q($a:Int=1 $b:[Int!]!=[1]@x){a:b(c:$a d:{e:[1,2.5,-3e+2,\"s\",true,null,E]})@skip(if:true){...F ...on T{x}...@include(if:false){y}}}fragment F on T{z}",
        "\u{FEFF}{ on fragment query type null: true }", "# only a comment\n{a}", "\"about\" query A { a }",
        "subscription { a }", "{ a(b: \"\"\"block \\\"\"\" string\"\"\") }",
        "{ a(b: \"\\u00e9\\u{1F600}\\uD83D\\uDE00\") }",
    ]) func documentsAreRead(_ text: String) {
        #expect(Self.error(text) == nil)
    }

    @Test(arguments: [
        "type A implements & B & C @d { \"x\" a(b: Int = 1 @e): [[Int!]!]! }", "extend type A @d", "union U",
        "union U = | A | B",
        "enum E { A B @d }", "input I { a: Int = 1 }", "scalar S @d", "schema @d { query: Q }", "extend schema @d",
        "directive @d(a: Int) repeatable on | FIELD | ENUM", "interface I", "type A",
    ]) func definitionsOfTypesAreRead(_ text: String) {
        #expect(Self.error(text) == nil)
    }

    @Test(arguments: [
        ("", "1:1: expected a definition, found the end"), ("{", "1:2: expected a name, found the end"),
        ("{\n  a(", "2:5: expected a name, found the end"), ("{}", "1:2: expected a name, found \"}\""),
        ("{ é: a }", "1:3: unexpected \"é\""), ("# é\r\n{ a(b: 01) }", "2:9: a number can't begin with 0"),
        ("{ a(b: 1.) }", "1:10: expected a digit, found \")\""),
        ("{ a(b: 1a) }", "1:9: expected the end of a number, found \"a\""),
        ("{ a(b: \"x\n) }", "1:10: a string is not closed"),
        ("{ a(b: \"\"\"x) }", "1:15: a block string is not closed"),
        ("{ a(b: \"\\q\") }", "1:9: an escape in a string is not valid"),
        ("{ a(b: \"\\uD83D\") }", "1:9: an escape in a string is not valid"),
        ("fragment on on T { a }", "1:10: expected a name of a fragment, found \"on\""),
        ("query Q($a: Int = $b) { a }", "1:19: expected a value, found \"$\""),
        ("{ a } }", "1:7: expected a definition, found \"}\""),
        ("enum E { true }", "1:10: expected a value of an enum, found \"true\""),
        ("directive @d on NOWHERE", "1:17: NOWHERE is no location of a directive"),
        ("{ a.b }", "1:4: unexpected \".\""),
        ("extend type A", "1:14: unexpected the end"),
        ("\"x\" { a }", "1:5: expected a definition that may have a description, found \"{\""),
    ]) func defectsHaveTheirPlace(_ text: String, _ expected: String) {
        // The byte that `offset` is counted from is the first of the string, so escapes count from its start.
        #expect(
            Self.error(text)?.hasPrefix(expected.prefix(while: { $0 != " " })) == true, "\(Self.error(text) ?? "none")")
        #expect(Self.error(text) == expected)
    }

    @Test func bytesThatAreNoTextAreADefect() {
        let source = GraphQLSource(Data("{ a(b: \"".utf8) + [0xC3] + Data("\") }".utf8))
        #expect(throws: GraphQLSyntaxError.self) { try GraphQLParser.definitions(of: source) }
    }

    @Test(arguments: ["{a", "[", "{ a(b: [", "{ a(b: {c: ", "{ ...{ a"]) func deepNestingIsADefect(_ part: String)
        throws
    {
        let text = String(repeating: part, count: 100_000)
        let error = try LargeStack.run { Self.error(text.hasPrefix("[") ? "{ a(b: \(text)" : text) }
        #expect(error?.isEmpty == false)
    }

    @Test(arguments: [
        ("\"\"\"\n    Hello,\n      World!\n\n    Yours.\n  \"\"\"", "Hello,\n  World!\n\nYours."),
        ("\"\"\"a\"\"\"", "a"), ("\"\"\"  a\n  b\"\"\"", "  a\nb"), ("\"\"\"a\r\n  b\r  c\"\"\"", "a\nb\nc"),
        ("\"\"\"\"\"\"", ""),
        ("\"\\n\\t\\\\\\\"\\/\\b\"", "\n\t\\\"/\u{8}"),
    ]) func stringsHaveTheirValues(_ text: String, _ expected: String) throws {
        guard case .string(let value) = try GraphQLParser.value(of: text).kind else {
            Issue.record("no string")
            return
        }
        #expect(value == expected)
    }
}
