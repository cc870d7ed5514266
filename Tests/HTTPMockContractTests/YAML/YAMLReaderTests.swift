import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded)
struct YAMLReaderTests {
    @Test(arguments: [
        ("", "null"), ("# only a comment\n", "null"), ("a", #""a""#), ("--- a\n...\n", #""a""#),
        ("%YAML 1.2\n---\na: b", #"{"a":"b"}"#), ("\u{FEFF}a: b", #"{"a":"b"}"#),
        ("a: b\r\nc: d\r\n", #"{"a":"b","c":"d"}"#),
        ("a: b\rc: d\r", #"{"a":"b","c":"d"}"#),
        ("a:\n  b:\n    - c\n    -   d\n    - - e\n      - f\n", #"{"a":{"b":["c","d",["e","f"]]}}"#),
        ("a:\n- b\n- c: d\n  e: f\ng: h", #"{"a":["b",{"c":"d","e":"f"}],"g":"h"}"#),
        ("a:\nb:\n- \n-\nc:", #"{"a":null,"b":[null,null],"c":null}"#),
        ("? a\n: b\n? c\n", #"{"a":"b","c":null}"#), (": a", #"{"":"a"}"#),
        ("a: [b, c: d, {e, f: , ? g : h}, [], {}]", #"{"a":["b",{"c":"d"},{"e":null,"f":null,"g":"h"},[],{}]}"#),
        (#"{"a":1,"b":[true,null],"c":"\u00e9\ud83d\ude00\/"}"#, #"{"a":1,"b":[true,null],"c":"é😀/"}"#),
        ("a: b # c\nd: e#f", #"{"a":"b","d":"e#f"}"#), ("a:   \tb  \t", #"{"a":"b"}"#),
        ("\"a b\": c\n'd''e': \"f\\tg\\x41\"", #"{"a b":"c","d'e":"f\tgA"}"#),
        ("http://a.b:80/c: d", #"{"http://a.b:80/c":"d"}"#), ("- -a\n- ?b\n- :c", #"["-a","?b",":c"]"#),
    ])
    func structureIsRead(_ yaml: String, _ expected: String) {
        #expect(YAMLOutcome(yaml).text == expected)
    }

    @Test(arguments: [
        // Plain scalars fold lines, and end where the indentation does.
        ("a: b\n  c\n\n  d\ne: f", #"{"a":"b c\nd","e":"f"}"#),
        // Quoted ones do too; a backslash joins lines.
        ("a: \"b\n  c\n\n  d \\\n  e\"", #"{"a":"b c\nd e"}"#), ("a: 'b\n\n  c'", #"{"a":"b\nc"}"#),
        ("a: |\n  b\n   c\n\n  d\n\n", #"{"a":"b\n c\n\nd\n"}"#), ("a: |-\n  b\n\n", #"{"a":"b"}"#),
        ("a: |+\n  b\n\n", #"{"a":"b\n\n"}"#), ("a: >\n  b\n  c\n\n  d\n   e\n  f\n", #"{"a":"b c\nd\n e\nf\n"}"#),
        ("a: >-\n  b\n  c\n", #"{"a":"b c"}"#), ("a: |2\n   b\n  c\n", #"{"a":" b\nc\n"}"#),
        ("a: |1-\n  b\n", #"{"a":" b"}"#), ("a: >+2 # comment\n  b\nc: d", #"{"a":"b\n","c":"d"}"#),
        ("- |\n a\n- >\n b", #"["a\n","b\n"]"#), ("a: |\nb: c", #"{"a":"","b":"c"}"#),
        ("a: |\n  # no comment\n # a comment\nb: c", ##"{"a":"# no comment\n","b":"c"}"##),
    ])
    func scalarStylesAreRead(_ yaml: String, _ expected: String) {
        #expect(YAMLOutcome(yaml).text == expected)
    }

    @Test(arguments: [
        ("null Null NULL ~", "null"), ("true True TRUE", "true"), ("false False FALSE", "false"),
        ("on off yes no y n On NO nUll tRUE", nil), ("12:30 12:30:45 2001-12-14 2001-12-14T21:59:43Z", nil),
        ("-0x1 +0x1 0x 0xG 0o8 0b1 1_000 .inf -.INF .nan . + 1e 1.e .e1 --1 1.2.3", nil),
        ("12345678901234567890 +12345678901234567890 012345678901234567890", "12345678901234567890"),
        ("0x1F 0x1f 31 +31 0o37 31.0 3.1e1 3.1E+1 310e-1", "31"), (".5 0.5 +.5 5e-1", "0.5"), ("5. 5", "5"),
        ("-0 0 0x0 0o0 0.0", "0"), ("0xFFFFFFFFFFFFFFFFFFFF", "1208925819614629174706175e0"),
        ("0.1000000000000000000001", "0.1000000000000000000001"),
    ])
    func coreSchemaDecidesTypes(_ texts: String, _ expected: String?) {
        for text in texts.split(separator: " ") {
            #expect(YAMLOutcome("a: \(text)").text == "{\"a\":\(expected ?? "\"\(text)\"")}")
            // Text in quotes, and a key, is a string whatever it looks like.
            #expect(YAMLOutcome("'\(text)': \"\(text)\"").text == "{\"\(text)\":\"\(text)\"}")
            #expect(YAMLOutcome("[{\(text): b}]").text == "[{\"\(text)\":\"b\"}]")
        }
    }

    @Test(arguments: [
        (
            "a: !!str 1\nb: !!int '1'\nc: !!float 2\nd: !!bool 'true'\ne: !!null ''\nf: ! 3",
            #"{"a":"1","b":1,"c":2,"d":true,"e":null,"f":"3"}"#
        ),
        ("a: !!map {b: !!seq [c]}\n!!str 1: 2", #"{"1":2,"a":{"b":["c"]}}"#),
        ("a: !<tag:yaml.org,2002:str> 1", #"{"a":"1"}"#),
        ("%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1", #"{"a":"1"}"#),
        ("a: &x 1\nb: *x\n*x : c", #"{"1":"c","a":1,"b":1}"#),
        ("a: &x\n  b: c\nd: *x", #"{"a":{"b":"c"},"d":{"b":"c"}}"#),
        ("&a key: &b\n- *a\n- &b c\n- *b", #"{"key":["key","c","c"]}"#),
        ("a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3", #"{"a":{"b":1,"c":2},"d":{"b":1,"c":3}}"#),
        ("a: &x {b: 1}\nc: &y {b: 2, d: 3}\ne:\n  <<: [*x, *y]", #"{"a":{"b":1},"c":{"b":2,"d":3},"e":{"b":1,"d":3}}"#),
        ("a: {'<<': 1}", #"{"a":{"<<":1}}"#), ("- <<", #"["<<"]"#),
    ])
    func anchorsTagsAndMergeKeysAreRead(_ yaml: String, _ expected: String) {
        #expect(YAMLOutcome(yaml).text == expected)
    }

    @Test(arguments: [
        ("a: 1\nb: 2\na: 3", #"3:1: the key "a" is there twice"#),
        ("200: a\n'200': b", #"2:1: the key "200" is there twice"#),
        ("{a: 1, \"a\": 2}", #"1:8: the key "a" is there twice"#),
        ("a:\n\tb: c", "2:1: a tab is no indentation; use spaces"),
        ("a:\n  b: c\n\td: e", "3:1: a tab is no indentation; use spaces"),
        ("-\t- a", "1:3: a tab is no indentation; use spaces"),
        ("a: *b", "1:4: the alias *b has no anchor before it"),
        ("&a [*a]", "1:5: the alias *a is inside its own anchor"),
        ("a: !b c", "1:4: the tag !b is unknown; only the core schema's tags are known"),
        ("a: !!binary c", "1:4: the tag !!binary is unknown; only the core schema's tags are known"),
        ("a: !e!b c", "1:4: the tag !e!b has an unknown prefix"),
        ("a: !!int b", "1:10: the value does not fit its tag !!int"),
        ("a: !!float 0x1F", "1:12: the value does not fit its tag !!float"),
        ("a: b\n---\nc: d", "2:1: a second document begins here, and only one can be read"),
        ("a: b\n...\nc: d", "3:1: a second document begins here, and only one can be read"),
        ("%YAML 2.0\n---\na", "1:1: expected one directive %YAML 1.2"),
        ("%YAML 1.+2\n---\na", "1:1: expected one directive %YAML 1.2"),
        ("%YAML 1.2\na", "2:1: expected --- after the directives"),
        ("a: b: c", "1:4: a map can't begin in this line; begin a new one"),
        ("a: - b", "1:4: a list can't begin in this line; begin a new one"),
        ("a: 'b", "1:4: the text in quotes has no end"),
        ("a: \"é\\q\"", "1:6: \\ is followed by \"q\", which is no escape; write \\\\, or use single quotes"),
        ("a: \"\\x4\"", "1:5: expected 2 hexadecimal digits in the escape"),
        ("a: \"\\ud800\"", "1:5: the escape is no character"), ("a: [b", "1:4: the [ is not closed; add ]"),
        ("a: {b", "1:4: the { is not closed; add }"), ("[a: b", "1:1: the [ is not closed; add ]"),
        ("{a: [b: c", "1:5: the [ is not closed; add ]"), ("[ ? a", "1:1: the [ is not closed; add ]"),
        ("[ : a", "1:1: the [ is not closed; add ]"), ("[a: [{b: c", "1:6: the { is not closed; add }"),
        ("a: [b,\nc]", #"2:1: expected at least 1 space before "c"; indent the line"#),
        ("a:\n  b: [c\n]", #"3:1: expected at least 2 spaces before "]"; indent the line"#),
        ("a: [b}", "1:6: expected ] instead of }"),
        ("a: [,b]", "1:5: expected a value before the comma; remove the comma"),
        ("[a]: b", "1:1: a key must be a scalar"), ("? - a\n: b", "1:3: a key must be a scalar"),
        ("a: @b", #"1:4: no value begins with "@"; put the text in quotes"#),
        ("a: 'b' c", #"1:8: expected the end of the line after the value, got "c""#),
        ("a: b\n  - c: d", #"2:6: expected the end of the line after the value, got ":""#),
        ("a: 1\n b: 2", #"2:3: expected the end of the line after the value, got ":""#),
        ("- a\nb: c", "2:1: expected a dash and a space"),
        ("a: b\n- c", "2:1: expected a key and a colon, got the dash of a list"),
        ("a: b\nc", #"2:1: expected a key and a colon at "c""#),
        ("a: |\n    \n  b", "2:5: this line has more spaces than the first line of the block scalar"),
        ("a: |x\n  b", #"1:5: expected the end of the line after the indicators of a block scalar, got "x""#),
        ("a: &b &c d", "1:7: a value has two anchors"), ("!!str &a[b", "1:9: expected a space after the anchor"),
        ("a: &b *c", "1:7: an alias has no anchor and no tag"),
        ("a: {<<: b}", "1:5: expected a map, or a list of maps, to merge"),
        ("a\u{1}", "1:2: a control character is not allowed"),
        ("a: b\rc: d\r\ne\u{1}", "3:2: a control character is not allowed"),
        ("'a' b\n", #"1:5: expected the end of the line after the value, got "b""#),
        ("a\n---\n", "2:1: a second document begins here, and only one can be read"),
    ])
    func defectIsReportedWithLineAndColumn(_ yaml: String, _ expected: String) {
        #expect(YAMLOutcome(yaml).text == expected)
    }

    @Test(arguments: [
        ("a: {\n  b: c\n}\nd: e", #"{"a":{"b":"c"},"d":"e"}"#),
        ("a:\n  b: [\n    c\n  ]\n  d: e", #"{"a":{"b":["c"],"d":"e"}}"#),
        ("a:\n- [\n  b\n]\n- c", #"{"a":[["b"],"c"]}"#),
        ("- a: {\n    b: c\n}\n- d", #"[{"a":{"b":"c"}},"d"]"#),
        ("- a: {\n    b: c\n  }\n  d: e", #"[{"a":{"b":"c"},"d":"e"}]"#),
        ("a: [{\n  b: c\n}, {\n  d: e\n}]", #"{"a":[{"b":"c"},{"d":"e"}]}"#),
        ("a: [{\n  b: [\n  1\n] }\n]", #"{"a":[{"b":[1]}]}"#),
        ("a: {\n  b\n} # end\nc: d", #"{"a":{"b":null},"c":"d"}"#),
    ])
    func closingBracketMayStandBelowItsKey(_ yaml: String, _ expected: String) {
        #expect(YAMLOutcome(yaml).text == expected)
    }

    @Test func textThatIsNotUTF8IsRefused() {
        #expect(YAMLOutcome(Data("a: é\nb: ".utf8) + [0xFF]).text == "2:4: the text is not UTF-8")
    }

    @Test func aliasesAddALimitedNumberOfValues() {
        let lines = (1...30).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]\n" }
        let outcome = YAMLOutcome("a0: &a0 [lol]\n" + lines.joined())
        #expect(outcome.text == "11:12: the aliases add more than 1000000 values")
    }

    @Test func nestingIsLimitedOnASmallStack() async {
        let outcomes = await onSmallStack {
            let deep = 100_000
            return [
                String(repeating: "[", count: deep), String(repeating: "{a: ", count: deep),
                String(repeating: "- ", count: deep),
                String(repeating: "? ", count: deep), String(repeating: "[a: ", count: deep),
                (0..<2_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
                "a0: &a0 []\n" + (1...600).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined(),
                String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
            ].map { YAMLOutcome($0) }
        }
        let limit = "the nesting is deeper than 512"
        let ends = outcomes.map { String($0.text.split(separator: ": ").last?.suffix(30) ?? "") }
        #expect(
            ends == [
                limit, limit, limit, "a key must be a scalar", limit, limit, limit,
                "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
            ])
    }

    /// Runs a function on a thread with a stack of 512 kB.
    private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 1 << 19
            thread.start()
        }
    }
}
