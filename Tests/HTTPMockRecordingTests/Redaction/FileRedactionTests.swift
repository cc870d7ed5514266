import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Replaces the secrets of files whose members have another shape than the format's.
@Suite(.bounded) struct FileRedactionTests {
    @Test(arguments: [
        #""headers":{"X-Api-Key":"hunter2hunter2"}"#, #""headers":[{"X-Api-Key":"hunter2hunter2"}]"#,
        #""cookies":{"session":"hunter2hunter2"}"#, #""headerFields":{"X-Api-Key":"hunter2hunter2"}"#,
        #""headerFields":["X-Api-Key: hunter2hunter2"]"#, #""content":"token=hunter2hunter2""#,
        #""content":{"mimeType":"application/json","encoding":"base64","text":"{\"password\":\"hunter2hunter2\" }"}"#,
        #""content":{"mimeType":"application/json","text":{"password":"hunter2hunter2"}}"#,
        #""data":{"password":"hunter2hunter2"}"#, #""_webSocketMessages":{"password":"hunter2hunter2"}"#,
        #""_webSocketMessages":["token=hunter2hunter2"]"#,
        #""_webSocketMessages":[{"opcode":1,"text":"token=hunter2hunter2"}]"#,
        #""_webSocketMessages":[{"opcode":1,"data":"a","note":{"password":"hunter2hunter2"}}]"#,
    ])
    func memberOfAnotherShapeIsRedacted(member: String) {
        let file = #"{"log":{"entries":[{"request":{"url":"https://a.com/"},"response":{\#(member)}}]}}"#
        let redacted = String(decoding: FileRedaction(Data(file.utf8)).data, as: UTF8.self)
        #expect(redacted == file.replacing("hunter2hunter2", with: "REDACTED-1"))
    }

    /// A decoder that skips the characters that base64 does not have would accept the text.
    @Test(arguments: [
        #""data":"{\"password\":\"geheim-12345x\"}""#,
        #""content":{"mimeType":"application/json","encoding":"base64","text":"{\"password\":\"geheim-12345x\"}"}"#,
        #""_webSocketMessages":[{"opcode":2,"data":"{\"password\":\"geheim-12345x\"}"}]"#,
    ])
    func malformedBase64IsRedactedAsText(member: String) {
        let file = #"{"log":{"entries":[{"request":{"url":"https://a.com/"},"response":{\#(member)}}]}}"#
        let redacted = String(decoding: FileRedaction(Data(file.utf8)).data, as: UTF8.self)
        #expect(redacted == file.replacing("geheim-12345x", with: "REDACTED-1"))
    }

    @Test func knownSecretInMalformedBase64IsReplacedThere() {
        let file = file(value: "geheim-12345x", text: "see: geheim-12345x A", encoding: "base64")
        let redaction = FileRedaction(Data(file.utf8))
        #expect(String(decoding: redaction.data, as: UTF8.self) == file.replacing("geheim-12345x", with: "REDACTED-1"))
        #expect(redaction.remainders.isEmpty)
    }

    @Test func base64InLinesIsRedacted() throws {
        let base64 = Data("<p>geheim-12345x</p>".utf8).base64EncodedString()
        let file = file(
            value: "geheim-12345x", text: #"\#(base64.prefix(8))\r\n\#(base64.dropFirst(8))"#, encoding: "base64")
        let masked = Data("<p>REDACTED-1</p>".utf8).base64EncodedString()
        #expect(String(decoding: FileRedaction(Data(file.utf8)).data, as: UTF8.self).contains(masked))
    }

    /// Every spelling of the first byte, and every control character with a letter.
    @Test(arguments: [
        (" geheim 12345x", "+geheim+12345x"), (" geheim 12345x", "%20geheim%2012345x"),
        (" geheim 12345x", "%2520geheim%252012345x"), (#"\bgeheim12345x"#, #"\\bgeheim12345x"#),
        (#"geheim\f12345x"#, #"geheim\\f12345x"#), (#"geheim\t12345x"#, #"geheim\\t12345x"#),
        ("50%off-geheim", "50%off-geheim"), ("50%off-geheim", "50%25off%2Dgeheim"),
        ("50%off-geheim", "50%2525off%252Dgeheim"), ("50%off-geheim", "50%252525off-geheim"),
        ("50%25off-geheim", "50%2525off-geheim"), ("50%25off-geheim", "50%252525off%252Dgeheim"),
        (#"a\\b-geheim1"#, #"a\\b-geheim1"#), (#"a\\b-geheim1"#, #"a\\\\b-geheim1"#),
    ])
    func secretIsReplacedHoweverItIsSpelled(value: String, spelling: String) {
        let file = file(value: value, text: "see '\(spelling)'")
        let redaction = FileRedaction(Data(file.utf8))
        #expect(
            String(decoding: redaction.data, as: UTF8.self) == self.file(value: "REDACTED-1", text: "see 'REDACTED-1'"))
        #expect(redaction.remainders.isEmpty)
    }

    /// The last of two members with one name is read, and both are in the file.
    @Test func bothBodiesOfOneNameAreRedacted() {
        let file = file(value: "x", text: #"{\"password\":\"one1\"}"#)
            .replacing(#""encoding":"","#, with: #""text":"{\"password\":\"two2\"}","#)
        let redacted = String(decoding: FileRedaction(Data(file.utf8)).data, as: UTF8.self)
        #expect(!redacted.contains("one1") && !redacted.contains("two2"))
    }

    @Test func bothValuesOfOneFieldAreRedacted() {
        let file = file(value: "one1", text: "x")
            .replacing(#""value":"one1""#, with: #""value":"one1","value":"two2""#)
        let redacted = String(decoding: FileRedaction(Data(file.utf8)).data, as: UTF8.self)
        #expect(!redacted.contains("one1") && !redacted.contains("two2"))
    }

    @Test func valueNextToANumberIsRedacted() {
        let file = file(value: "one1", text: "x")
            .replacing(#""value":"one1""#, with: #""value":5,"value":"one1""#)
        #expect(!String(decoding: FileRedaction(Data(file.utf8)).data, as: UTF8.self).contains("one1"))
    }

    @Test func everySecretThatIsLeftIsListed() throws {
        let image = (Data([0xFF, 0xD8, 0]) + Data("geheim-12345x".utf8)).base64EncodedString()
        let token = "ghp_" + String(repeating: "a1B2", count: 9)
        let other = "ghp_" + String(repeating: "c3D4", count: 9)
        let file = file(value: "geheim-12345x", text: image, encoding: "base64")
            .replacing(#"{"log":"#, with: #"{"\#(token)":1,"log":"#)
            .replacing(#""request":"#, with: #""\#(other)":2,"request":"#)
        let remainders = FileRedaction(Data(file.utf8)).remainders
        #expect(remainders.map(\.entry) == [1, nil, nil])
        let values = ["geheim-12345x", token, other]
        #expect(remainders.map(\.checksum) == values.map { SecretShape.checksum(of: $0) })
    }

    /// A HAR whose response has a header field with a secret, and a text.
    private func file(value: String, text: String, encoding: String = "") -> String {
        #"""
        {"log":{"entries":[{"request":{"url":"https://a.com/"},"response":{
        "headers":[{"name":"X-Api-Key","value":"\#(value)"}],
        "content":{"mimeType":"text/plain","encoding":"\#(encoding)","text":"\#(text)"}}}]}}
        """#
    }
}
