import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct JSONValueTests {
    @Test(arguments: [
        ("1", "1.0"), ("1", "1e0"), ("10", "1E1"), ("0.1", "1e-1"), ("-0", "0"), ("-0.0e9", "0"), ("1e400", "10E399"),
        ("1e-400", "0.1e-399"), ("100", "1.00E+2"), ("0e99999999999999999999", "0"),
        ("1e9007199254740993", "10e9007199254740992"), ("1e-9007199254740993", "0.1e-9007199254740992"),
        ("123456789012345678901234567890123456789012345", "1234567890123456789012345678901234567890123.45e2"),
        (#""é""#, #""\u00e9""#), (#""\ud83d\ude00""#, #""😀""#), (#""\/""#, #""/""#), ("[1 , 2]", "[1,2]"),
        (#"{"a":1,"b":2}"#, " {\n\"b\" : 2,\t\"a\":1}\r\n"), (#"{"\u0061":1}"#, #"{"a":1}"#), ("\u{FEFF}true", "true"),
    ])
    func spellingDoesNotCount(first: String, second: String) throws {
        let values = try [first, second].map { try JSONValue(parsing: Data($0.utf8)) }
        #expect(values[0] == values[1])
        #expect(values[0].text == values[1].text)
        #expect(values[0].differences(from: JSONExpectation(values[1]), allowingMore: false).isEmpty)
    }

    @Test(arguments: [
        ("1", "2"), ("1", "true"), ("0", "false"), ("1", #""1""#), ("null", "false"), ("{}", "[]"), ("\"\"", "null"),
        ("12345678901234567890", "12345678901234567891"), ("1.0000000000000001", "1"), ("1e400", "1e401"),
        ("1e9007199254740993", "1e9007199254740992"), ("1e999999999999999999", "1e999999999999999998"),
        ("1e99999999999999999999", "1e2"), ("1", "-1"), (#""é""#, "\"e\u{301}\""), ("[1,2]", "[2,1]"),
    ])
    func valuesThatDifferAreReported(first: String, second: String) throws {
        let values = try [first, second].map { try JSONValue(parsing: Data($0.utf8)) }
        #expect(!values[0].differences(from: JSONExpectation(values[1]), allowingMore: false).isEmpty)
        #expect(!values[0].differences(from: JSONExpectation(values[1]), allowingMore: true).isEmpty)
    }

    @Test(arguments: [
        ("", "the text ends where a value is expected (byte 0)"),
        ("  ", "the text ends where a value is expected (byte 2)"),
        ("user=alice", "expected a value (byte 0)"), ("[1,]", "expected a value (byte 3)"),
        ("{\"a\":1,}", "expected a member's name (byte 7)"), ("{\"a\" 1}", "expected a colon (byte 5)"),
        ("[1 2]", "expected a comma or the end of the array (byte 3)"),
        ("1 2", "there is more after the value (byte 2)"),
        ("{\"a\":1", "expected a comma or the end of the object (byte 6)"),
        ("01", "there is more after the value (byte 1)"),
        ("1.", "expected a digit (byte 2)"), ("-", "expected a digit (byte 1)"), ("1e+", "expected a digit (byte 3)"),
        (".5", "expected a value (byte 0)"), ("tru", "expected a value (byte 0)"),
        ("NaN", "expected a value (byte 0)"),
        ("\"a", "the text ends inside a string (byte 2)"), ("\"\\x\"", "unknown escape (byte 2)"),
        ("\"\\u12g4\"", "expected four hexadecimal digits (byte 2)"),
        ("\"\\ud800\"", "an escape is half of a surrogate pair (byte 6)"),
        ("\"\n\"", "a string contains a control character that is not escaped (byte 1)"),
    ])
    func syntaxErrorNamesReasonAndPosition(text: String, reason: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Data(text.utf8)) }
        #expect(error.map { "\($0)" } == reason)
    }

    /// Texts at the limits of the grammar, each with the parser's verdict.
    @Test(arguments: [
        ("[]", true), ("[ \t\r\n]", true), ("[\u{C}]", false), ("[\u{A0}]", false), ("[,1]", false), ("[1,,2]", false),
        ("[1]]", false), ("[", false), ("{}", true), ("{\"\":0}", true), ("{\"a\":1,\"a\":2}", true), ("{a:1}", false),
        ("{'a':1}", false), ("{1:1}", false), ("{\"a\":}", false), ("{\"a\"}", false), ("{\"a\":1 \"b\":2}", false),
        ("/**/1", false), ("1//", false), ("1;", false), ("0", true), ("-0", true), ("+1", false), ("00", false),
        ("-01", false), ("1.5e+9", true), ("1E-0", true), (".1", false), ("1.e1", false), ("1e", false), ("0x1", false),
        ("Infinity", false), ("-Infinity", false), ("True", false), ("nul", false), ("truee", false), ("\"\"", true),
        (#""\u0000""#, true), (#""\uD834\uDD1E""#, true), (#""\uDD1E""#, false), (#""\uD834x""#, false),
        (#""\u00""#, false),
        (#""\a""#, false), (#""\"#, false), ("\"\t\"", false), ("\"\u{7F}\u{FFFE}\"", true), ("'a'", false),
        ("\u{FEFF}", false),
    ])
    func grammarIsThatOfRFC8259(text: String, isJSON: Bool) {
        #expect((JSONValue(Data(text.utf8)) != nil) == isJSON)
    }

    @Test(
        arguments: [
            [0x22, 0xC3, 0x28, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xF8, 0x22], [0x22, 0xC0, 0xAF, 0x22],
            [0x22, 0xED, 0xA0, 0x80, 0x22], [0xFF, 0xFE, 0x31, 0x00], [0x5B, 0xC3, 0xA9, 0x5D],
        ] as [[UInt8]])
    func otherEncodingsThanUTF8AreRejected(bytes: [UInt8]) {
        #expect(JSONValue(Data(bytes)) == nil)
    }

    @Test func replacementCharacterIsACharacterLikeOthers() {
        #expect(JSONValue(Data([0x22, 0xEF, 0xBF, 0xBD, 0x22])) == .string("\u{FFFD}"))
    }

    @Test func hostileNestingIsRejected() {
        #expect(JSONValue(Data((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8)) != nil)
        #expect(JSONValue(Data(String(repeating: "[", count: 1_000_000).utf8)) == nil)
        #expect(JSONValue(Data([0x22, 0xFF, 0x22])) == nil)
    }

    @Test func descriptionSortsKeysAndMasksSecrets() throws {
        let text = #"{"b/":[1.50,{"Access-Token":{"x":1}}],"a":"q\"\n\u0001","password":"hunter2"}"#
        let value = try JSONValue(parsing: Data(text.utf8))
        let masked = #"{"a":"q\"\n\u0001","b/":[1.5,{"Access-Token":"REDACTED"}],"password":"REDACTED"}"#
        #expect(value.description == masked)
        let whole = #"{"a":"q\"\n\u0001","b/":[1.5,{"Access-Token":{"x":1}}],"password":"hunter2"}"#
        #expect(value.text == whole)
    }

    @Test(arguments: [
        ("1", "1"), ("-12.50", "-12.5"), ("100000", "100000"), ("1e21", "1e21"), ("1e20", "100000000000000000000"),
        ("0.00012", "0.00012"), ("1e-9", "1e-9"), ("1.5e300", "15e299"), ("-0", "0"), ("0.000001", "0.000001"),
    ])
    func numbersPrintPlainly(text: String, expected: String) {
        #expect(JSONNumber(spelled: text).description == expected)
    }

    @Test(arguments: Seeds.first(50, kept: [2_849_601_578_036_446_795, 2_849_601_578_036_447_498]))
    func parserAndTextAgreeWithFoundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var text = SampleJSON.random(depth: 4, using: &generator).text(using: &generator)
            // Now and then a broken one.
            if generator.pick([true, false, false]), let index = text.indices.randomElement(using: &generator) {
                text.replaceSubrange(
                    index...index, with: generator.pick(["", "{", "]", "\"", ",", "1", "e", "-", ".", "\\", "\u{1}"]))
            }
            let data = Data(text.utf8)
            // Foundation accepts a comma before the end, which RFC 8259 does not.
            let dense = text.filter { !$0.isWhitespace }
            guard !dense.contains(",]"), !dense.contains(",}") else { continue }
            // Foundation has no numbers beyond those of Double.
            guard !dense.contains(/[eE]\+?[0-9]{3}/) else { continue }
            let isJSON = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
            let value = JSONValue(data)
            #expect((value != nil) == isJSON, "\(text)")
            if let value { #expect(JSONValue(Data(value.text.utf8)) == value, "\(text)") }
        }
    }

    @Test(arguments: Seeds.first(50, kept: [852_041_658_415_049_757, 852_041_658_415_050_087]))
    func comparisonIsThatOfTheReference(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let expected = SampleJSON.random(depth: 4, using: &generator)
            let actual = generator.pick([true, false]) ? expected : expected.changed(using: &generator)
            let texts = [actual.text(using: &generator), expected.text(using: &generator)]
            let values = try texts.map { try JSONValue(parsing: Data($0.utf8)) }
            let isEqual = values[0].differences(from: JSONExpectation(values[1]), allowingMore: false).isEmpty
            #expect(isEqual == actual.isEqual(to: expected), "\(texts)")
            #expect(isEqual == (values[0] == values[1]), "\(texts)")
            let contains = values[0].differences(from: JSONExpectation(values[1]), allowingMore: true).isEmpty
            #expect(contains == actual.contains(expected), "\(texts)")
        }
    }

    @Test func largeBodiesAreReadInOnePass() {
        let element = #"{"id":1,"name":"x","ok":true,"in":{"a":[1,2]}}"#
        let text = "[" + Array(repeating: element, count: 20_000).joined(separator: ",") + "]"
        #expect(JSONValue(Data(text.utf8)) != nil)
    }
}

@Suite(.bounded) struct JSONParserStackTests {
    /// Reads a text on a thread with a stack as small as those of Dispatch.
    private func isJSON(_ text: String) async -> Bool {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: JSONValue(Data(text.utf8)) != nil) }
            thread.stackSize = 1 << 19
            thread.start()
        }
    }

    @Test(arguments: [("[", "1", "]"), (#"{"a":"#, "null", "}"), (#"[{"a":"#, "{}", "}]")])
    func nestingUpToTheLimitFitsASmallStack(opening: String, leaf: String, closing: String) async {
        let levels = opening.filter { "[{".contains($0) }.count
        let count = JSONParser.depthLimit / levels - (leaf == "{}" ? 1 : 0)
        #expect(
            await isJSON(String(repeating: opening, count: count) + leaf + String(repeating: closing, count: count)))
    }

    @Test(arguments: ["[", #"{"a":"#, #"[{"a":"#])
    func nestingBeyondTheLimitIsRejected(opening: String) async {
        #expect(await !isJSON(String(repeating: opening, count: 100_000)))
    }
}

/// The folder of a copy of the JSONTestSuite.
private let testSuite = ProcessInfo.processInfo.environment["JSON_TEST_SUITE"]

/// Runs the parser over a copy of the public JSONTestSuite, whose folder `JSON_TEST_SUITE` names.
///
/// - SeeAlso: [JSONTestSuite](https://github.com/nst/JSONTestSuite)
@Suite(.enabled(if: testSuite != nil, "JSON_TEST_SUITE is not set"))
struct JSONTestSuiteTests {
    /// The texts whose file names begin with a prefix: `y_` must be accepted, `n_` must be rejected.
    private func texts(_ prefix: String) throws -> [(name: String, data: Data)] {
        let folder = URL(fileURLWithPath: try #require(testSuite)).appendingPathComponent("test_parsing")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
            .map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) }
    }

    @Test func validTextsAreAccepted() throws {
        let texts = try texts("y_")
        #expect(texts.count > 90)
        for (name, data) in texts { #expect(JSONValue(data) != nil, "\(name)") }
    }

    @Test func invalidTextsAreRejected() throws {
        let texts = try texts("n_")
        #expect(texts.count > 180)
        for (name, data) in texts { #expect(JSONValue(data) == nil, "\(name)") }
    }

    @Test func otherTextsAreAcceptedOrRejectedWithoutCrash() throws {
        let texts = try texts("i_")
        #expect(texts.count > 30)
        for (_, data) in texts { _ = JSONValue(data) }
    }
}
