import Foundation
import TestSupport
import Testing

@testable import HTTPMock

/// Masks bodies whose charset is not UTF-8.
@Suite(.bounded) struct CharsetRedactionTests {
    /// A masked text is written without the escapes that it was decoded from, and its charset may lack a character.
    @Test(arguments: [
        (
            #"{"a":"token=abc123 \u20ac","b":"é"}"#, #"{"a":"token=REDACTED \u20AC","b":"é"}"#,
            "application/json; charset=iso-8859-1"
        ),
        (
            #"{"a":"token=abc123 \ud83d\ude00 é"}"#, #"{"a":"token=REDACTED \uD83D\uDE00 é"}"#,
            "application/json; charset=iso-8859-1"
        ),
        (
            #"é {"a":"token=abc123 \u20ac"}"#, #"é {"a":"token=REDACTED \u20AC"}"#,
            "text/plain; charset=iso-8859-1"
        ),
        (
            #"{"a":"token=abc123 \u00e9","b":"表"}"#, #"{"a":"token=REDACTED \u00E9","b":"表"}"#,
            "application/json; charset=shift_jis"
        ),
    ])
    func charactersThatACharsetLacksAreEscaped(text: String, masked: String, type: String) throws {
        let encoding = try #require(MediaEssence.encoding(ofType: type))
        let body = try #require(text.data(using: encoding))
        #expect(Redaction.body(body, type: type) == masked.data(using: encoding))
    }

    @Test(
        arguments: [
            ("text/plain; charset=UTF-16", "utf-16"), ("text/plain; charset = \"utf-16\" ; a=b", "utf-16"),
            ("text/plain;charset='latin1'", "latin1"), ("text/plain; charset=latin1, text/html", "latin1"),
            ("text/plain; x-charset=utf-16", nil), ("text/plain; a=\"; charset=utf-16\"", nil), ("text/plain", nil),
        ] as [(String, String?)])
    func charsetIsAParameterOfTheMediaType(type: String, charset: String?) {
        #expect(MediaEssence.charset(ofType: type) == charset)
    }

    /// The limit of the log may cut a body inside of a character.
    @Test(arguments: [
        (String.Encoding.utf16LittleEndian, "application/json; charset=utf-16"),
        (.utf16BigEndian, "application/json; charset=utf-16be"), (.shiftJIS, "application/json; charset=shift_jis"),
    ])
    func bodiesThatAreCutInACharacterAreMasked(encoding: String.Encoding, type: String) throws {
        let body = try #require(#"{"user":"表","password":"s3cret","a":"表"#.data(using: encoding))
        let masked = try #require(#"{"user":"表","password":"REDACTED","a":""#.data(using: encoding))
        #expect(Redaction.body(body.dropLast(), type: type) == masked)
    }

    /// A character of four bytes has digits in the second and in the fourth byte.
    @Test(arguments: 1...3)
    func bodyThatIsCutInACharacterOfFourBytesIsMasked(byteCount: Int) throws {
        let type = "application/json; charset=gb18030"
        let encoding = try #require(MediaEssence.encoding(ofType: type))
        let character = try #require("😀".data(using: encoding))
        #expect(character.count == 4)
        let body = try #require(#"{"user":"表","password":"s3cret","a":""#.data(using: encoding))
        let masked = try #require(#"{"user":"表","password":"REDACTED","a":""#.data(using: encoding))
        #expect(Redaction.body(body + character.prefix(byteCount), type: type) == masked)
    }

    /// A character of several bytes is read as a whole, also among malformed bytes.
    @Test(arguments: ["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"])
    func malformedBytesAreWrittenAsTheyAre(charset: String) throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let bytes = Data((0..<40).map { _ in UInt8.random(in: 0x20...0xFF, using: &random) }) + [0xFF, 0x20]
            guard let text = CharsetText(bytes, type: "text/plain; charset=\(charset)") else { continue }
            #expect(text.encoded(text.text) == bytes)
        }
    }

    /// The charset is not known, and the bytes are those of Latin-1.
    @Test(arguments: [
        (#"{"a":"token=abc123 "#, #"","b":1}"#, "application/json"),
        (#"{"a":"{\"token\":\"abc123\",\"b\":\""#, #"\"}"}"#, "application/json"),
        ("a=token%3Dabc123%26b%3D%E9", "", "application/x-www-form-urlencoded"),
        ("a=token%3Dabc123%26b%3D", "", "application/x-www-form-urlencoded"),
    ])
    func valuesInTextsThatAreNotUTF8AreMasked(start: String, end: String, type: String) {
        let body = Data(start.utf8) + [0xE9] + Data(end.utf8)
        let masked = String(decoding: Redaction.body(body, type: type), as: UTF8.self)
        #expect(masked.contains("REDACTED"))
        #expect(!masked.contains("abc123"))
    }

    @Test func malformedUTF16IsMasked() throws {
        let start = try #require(#"{"a":""#.data(using: .utf16LittleEndian))
        let end = try #require(#"","password":"s3cret"}"#.data(using: .utf16LittleEndian))
        let masked = try #require("{\"a\":\"\u{FFFD}\",\"password\":\"REDACTED\"}".data(using: .utf16LittleEndian))
        let loneSurrogate = Data([0x00, 0xD8])
        #expect(Redaction.body(start + loneSurrogate + end, type: "application/json; charset=utf-16le") == masked)
    }

    /// The second byte of 表 is that of a backslash; the two bytes after the text are no character.
    @Test func malformedShiftJISIsMasked() throws {
        let start = #"{"user":"表","password":"s3cret","a":"表"#
        let masked = start.replacing("s3cret", with: "REDACTED")
        let malformed = Data([0xFF, 0x81]) + Data(#"","b":1}"#.utf8)
        let body = try #require(start.data(using: .shiftJIS)) + malformed
        let expected = try #require(masked.data(using: .shiftJIS)) + malformed
        #expect(Redaction.body(body, type: "application/json; charset=shift_jis") == expected)
    }

    /// A string with a malformed byte is written again if a value in it is replaced.
    @Test func malformedByteNextToAMaskedValueIsKept() throws {
        let body = Data(#"{"a":"token=abc123 "#.utf8) + [0xFF] + Data(#"","b":1}"#.utf8)
        let expected = Data(#"{"a":"token=REDACTED "#.utf8) + [0xFF] + Data(#"","b":1}"#.utf8)
        #expect(Redaction.body(body, type: "application/json; charset=shift_jis") == expected)
    }

    @Test(arguments: ["utf-16", "shift_jis"])
    func bodiesWithTheWrongCharsetAreMasked(charset: String) {
        for json in [#"{"password":"s3cret"}"#, #"{"password":"s3cret" }"#, #"{"a":"あ\"","password":"s3cret"}"#] {
            let masked = Redaction.body(Data(json.utf8), type: "application/json; charset=\(charset)")
            #expect(masked == Data(json.replacing("s3cret", with: "REDACTED").utf8))
        }
    }
}
