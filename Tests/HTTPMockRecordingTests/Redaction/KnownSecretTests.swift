import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Values that are known as secrets, and where else they are found.
@Suite(.bounded) struct KnownSecretTests {
    private func har(_ response: String) -> Data {
        Data(
            #"""
            {"log":{"version":"1.2","entries":[{"startedDateTime":"2026-03-01T09:00:00.000Z",
            "request":{"method":"GET","url":"https://a.com/"},"response":{"status":200,\#(response)}}]}}
            """#.utf8)
    }

    @Test func plainWordUnderASecretNameIsNotLookedForElsewhere() {
        var redactor = Redactor(.secrets)
        _ = redactor.placeholder(for: "multiSelect", at: NamedPlace(.json, ["password"]), of: "response of entry 1")
        let search = SecretSearch(redactor.secrets)
        #expect(!search.hasMatch(in: Data("x.multiSelect".utf8)))
    }

    @Test func distinctiveValueUnderASecretNameIsLookedForElsewhere() {
        var redactor = Redactor(.secrets)
        _ = redactor.placeholder(for: "hunter2hunter2", at: NamedPlace(.json, ["password"]), of: "response of entry 1")
        #expect(SecretSearch(redactor.secrets).hasMatch(in: Data("x.hunter2hunter2".utf8)))
    }

    /// Every refusal has the checksum that allows its value, also that of a variable of the environment.
    @Test func allowedValueIsNotLookedFor() throws {
        let value = "a1b2c3d4e5f6g7"
        for exception in [value, SecretShape.checksum(of: value)] {
            let folder = try TestFolder()
            let redacting = Cassette.Redacting.allowing([exception])
            let cassette = try Cassette(
                at: folder.file(), record: .all, redacting: redacting, environment: ["SERVICE_API_KEY": value])
            cassette.record(.of(try request("https://a.com/x", headers: ["X-Token": value]), "see \(value)"))
            try cassette.save()
        }
    }

    @Test func refusalOfAKnownValueHasItsChecksum() throws {
        let value = "a1b2c3d4e5f6g7"
        let folder = try TestFolder()
        let cassette = try Cassette.open(folder.file(), .all)
        cassette.record(.of(try request("https://a.com/x", headers: ["X-Token": value]), "see \(value)"))
        let refusal = message { try cassette.save() }
        #expect(refusal.hasSuffix(#"allow it: redacting: .allowing(["\#(SecretShape.checksum(of: value))"])."#))
    }

    /// Base64 after other digits, in lines of its own, and with both alphabets.
    @Test(arguments: ["%", "v1/%", "abc%", "ab%", "\n%\n", "{\"a\":\"%\"}"])
    func secretIsFoundInBase64OfBase64(frame: String) {
        let search = SecretSearch([Redactor.Secret(place: "the cookie a", value: "a1b2c3d4>?e5f6g7")])
        let inner = Data("note: a1b2c3d4>?e5f6g7 \u{FE}?>".utf8).base64EncodedString()
        let forURLs = inner.replacing("+", with: "-").replacing("/", with: "_")
        for text in [inner, forURLs] {
            let outer = Data(text.utf8).base64EncodedString(options: .lineLength64Characters)
            #expect(search.matches(in: Data(frame.replacing("%", with: outer).utf8)).count == 1)
        }
    }

    /// A form spells a space `+` or `%20`, and a text may have both.
    @Test(arguments: [
        "a1b2+c3d4%20e5f6+g7", "a1b2%20c3d4+e5f6%2Bg7", "a1b2+c3d4+e5f6+g7", "a1b2%20c3d4%20e5f6%20g7",
        "a1b2 c3d4+e5f6 g7",
    ])
    func secretIsFoundWhicheverOfItsSpacesAreSpelledPlus(text: String) {
        let sign = text.contains("%2B") ? "+" : " "
        let search = SecretSearch([Redactor.Secret(place: "the cookie a", value: "a1b2 c3d4 e5f6\(sign)g7")])
        for shown in [text, "q=\(text)&b=c", Data("q=\(text)&b".utf8).base64EncodedString()] {
            #expect(search.matches(in: Data(shown.utf8)).count == 1, "\(shown)")
        }
        #expect(search.matches(in: Data("a1b2-c3d4+e5f6+g7".utf8)).isEmpty)
    }

    /// A value that looks escaped is decoded with the escapes around it.
    @Test func valueWithEscapesIsFoundInBase64() {
        let value = #"pa%41ss\"word\n12"#
        let search = SecretSearch([Redactor.Secret(place: "the cookie a", value: value)])
        let json = #"{"a":\#(JSONValue.string(value).text)}"#
        let form = "b=" + (json.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        #expect(search.matches(in: Data(Data(form.utf8).base64EncodedString().utf8)).count == 1)
    }

    /// Neither base64 nor what only looks like it costs more than in proportion to the length.
    @Test(arguments: ["QUJD", "\\\\\\\\%2525", "aaaaaaaaaaaaaaaa "])
    func searchIsLinearInDigits(unit: String) {
        let search = SecretSearch([Redactor.Secret(place: "the cookie a", value: "a1b2c3d4e5f6g7")])
        #expect(search.matches(in: Data(String(repeating: unit, count: 20_000).utf8)).isEmpty)
    }

    @Test func secretInABase64TextIsReplacedThere() throws {
        let page = Data("<p>a1b2c3d4e5f6g7</p>".utf8).base64EncodedString()
        let file = har(
            #""headers":[{"name":"Set-Cookie","value":"sid=a1b2c3d4e5f6g7"}],"content":{"mimeType":"text/html","encoding":"base64","text":"\#(page)"}"#
        )
        let redaction = FileRedaction(file)
        #expect(redaction.remainders.isEmpty)
        let masked = Data("<p>REDACTED-1</p>".utf8).base64EncodedString()
        #expect(String(decoding: redaction.data, as: UTF8.self).contains(masked))
    }

    @Test func secretInABinaryBodyIsNamedWithItsPlace() throws {
        let image = (Data([0xFF, 0xD8, 0]) + Data("a1b2c3d4e5f6g7".utf8)).base64EncodedString()
        let file = har(
            #""headers":[{"name":"Set-Cookie","value":"sid=a1b2c3d4e5f6g7"}],"content":{"mimeType":"image/jpeg","encoding":"base64","text":"\#(image)"}"#
        )
        let remainder = try #require(FileRedaction(file).remainders.first)
        #expect(remainder.text.contains("in response.content.text of entry 1"))
        #expect(remainder.entry == 1)
    }

    @Test func secretAfterTheEntriesBelongsToNoEntry() {
        let file = Data(
            #"{"log":{"entries":[{"request":{"url":"https://a.com/?token=a1b2c3d4e5"}}],"_password":"f6g7h8i9j0"}}"#
                .utf8)
        #expect(FileRedaction(file).secrets.map(\.entry) == [1, nil])
    }

    @Test(arguments: ["\n", "\\n", "\\\\n", "\\r\\n", "\r\n"])
    func everySpellingOfAPrivateKeyHasOneChecksum(lineBreak: String) throws {
        let key = "-----BEGIN PRIVATE KEY-----"
        let digits = String(repeating: "MIIEvQIBADANBgkq", count: 4)
        func checksum(_ text: String) throws -> String {
            let search = SecretSearch([], shapes: SecretShape.all)
            let match = try #require(search.matches(in: Data(text.utf8)).first)
            return SecretShape.checksum(of: match.value)
        }
        #expect(try checksum("\(key)\(lineBreak)\(digits)\(lineBreak)") == checksum("\(key)\n\(digits)\n"))
    }

    /// Marks that begin no escape cost no copies: the time grows with the length.
    @Test func searchIsLinearInMarks() {
        let search = SecretSearch(
            [Redactor.Secret(place: "the cookie a", value: "a1b2c3d4e5f6g7")], shapes: SecretShape.all)
        let text = Data(String(repeating: "a{width:100%;}", count: 150_000).utf8)
        #expect(search.matches(in: text).isEmpty)
        #expect(search.matches(in: text + Data("%61%31b2c3d4e5f6g7".utf8)).count == 1)
    }

    @Test func equalSecretsOfLaterSavesStayEqual() throws {
        try withRecording { cassette, file in
            for (index, token) in ["one1one1one1", "two2two2two2", "one1one1one1"].enumerated() {
                let asked = try request("https://a.com/\(index)", headers: ["Authorization": "Bearer \(token)"])
                cassette.record(.of(asked, "{}", second: Double(index)))
                try cassette.saveEndedExchanges(isLast: false)
            }
            try cassette.saveEndedExchanges()
            let entries = try CassetteFile(contentsOf: file).entries
            let values = entries.map { $0.request.headers.firstValue("Authorization") }
            #expect(values == ["Bearer REDACTED-1", "Bearer REDACTED-2", "Bearer REDACTED-1"])
        }
    }

    private func withRecording(_ body: (Cassette, URL) throws -> Void) throws {
        let folder = try TestFolder()
        let file = folder.file()
        let cassette = try Cassette(at: file, record: .new, environment: [:])
        try body(cassette, file)
    }
}
