import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Habits of exporters that earlier versions misread.
@Suite(.bounded) struct HARReadingTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func cassette(
        url: String = "https://a.com/x", request: String = "", response: String = #""status":200"#
    ) throws -> Cassette {
        let text = """
            {"log":{"entries":[{"request":{"method":"GET","url":\(JSONValue.string(url).text)\(request)},
            "response":{\(response)}}]}}
            """
        return try Cassette.open(folder.write(text))
    }

    @Test(arguments: [
        (#"["a=1; Path=/","b=2"]"#, ["a=1; Path=/", "b=2"]), (#"["a=1"]"#, ["a=1"]), ("12", ["12"]), ("null", [""]),
        ("true", ["true"]), ("[]", []),
    ])
    func fieldValueMayBeAnArrayOrANumber(value: String, expected: [String]) throws {
        let cassette = try cassette(response: #""status":200,"headers":[{"name":"Set-Cookie","value":\#(value)}]"#)
        #expect(cassette.problems.isEmpty)
        #expect(cassette.entries.first?.responseHeaders.map(\.value) == expected)
    }

    @Test func fieldValueThatIsAnObjectIsAProblem() throws {
        let cassette = try cassette(response: #""status":200,"headers":[{"name":"A","value":{}}]"#)
        #expect(cassette.problems.map(\.reason) == ["the value of its header field \"A\" is an object"])
    }

    @Test(arguments: ["../x", "a/../x", "../\u{301}x", "/x", "/\u{301}x"])
    func attachedFileOutsideOfTheFolderIsAProblem(name: String) throws {
        let cassette = try cassette(response: #""status":200,"content":{"_file":"\#(name)"}"#)
        #expect(cassette.problems.map(\.reason) == ["its body is the file \(name), which is not next to the HAR"])
    }

    @Test func responseThatCanNotBeSentIsAProblem() throws {
        let cassette = try cassette(response: #""status":200,"headers":[{"name":"A","value":"x\u0000y"}]"#)
        #expect(cassette.problems.map(\.reason) == ["the value of its header field A has a line break or a NUL"])
        #expect(cassette.entries.isEmpty)
    }

    /// Three recordings of one newspaper have such lines.
    @Test(arguments: [
        "HTTP/1.1 503 Service Unavailable", ":status", "a cookie; expires=Mon, 28-Sep-2015 19", "caf\u{e9}",
    ])
    func lineThatIsNoFieldIsLeftOutAndTheEntryIsPlayed(name: String) async throws {
        let cassette = try cassette(
            response: #""status":503,"headers":[{"name":"\#(name)","value":"1"},{"name":"B","value":"2"}]"#)
        #expect(cassette.problems.isEmpty)
        let mock = HTTPMock()
        mock.insert(cassette)
        let entry = try #require(cassette.entries.first)
        let reply = try await HTTPReply.get(entry.url, from: mock.urlSession)
        #expect(reply.status == 503)
        #expect(entry.responseHeaders.map(\.name) == ["B"])
    }

    @Test func insecureResponseIsAnErrorOfTheCertificate() throws {
        let cassette = try cassette(response: #""status":0,"_error":"net::ERR_INSECURE_RESPONSE""#)
        #expect(cassette.entries.first?.error?.code == .serverCertificateUntrusted)
    }

    @Test(arguments: [
        ("/api/x", "its URL is relative, without a scheme and a host"), ("", "it has no URL"),
        ("https://", "its URL has no host"), ("ftp://a.com/", "its URL is not an HTTP URL; its scheme is ftp"),
    ])
    func reasonNamesWhatIsWrongWithTheURL(url: String, reason: String) throws {
        #expect(try cassette(url: url).problems.map(\.reason) == [reason])
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func utf16IsNamed(encoding: String.Encoding) throws {
        let data = try #require(#"{"log":{"entries":[]}}"#.data(using: encoding))
        try data.write(to: folder.file())
        #expect(
            message { _ = try Cassette.open(folder.file()) }
                == "the cassette \(folder.file().path) can't be read: it is UTF-16, not UTF-8 (iconv -f UTF-16 -t UTF-8 "
                + "converts it). To fix this, restore the file, or delete it and record it again. It was not changed.")
    }

    @Test(arguments: [#"\ud83d\ude00"#, #"\udc80"#, #"\ud800x"#, #"\\udc80"#, #"\ud83d"#])
    func loneSurrogatesBecomeMarksAndPairsStay(escape: String) throws {
        let text = Data("{\"a\":\"\(escape)\"}".utf8)
        let marked = LoneSurrogates.marked(text)
        #expect((marked == nil) == (JSONValue(text) != nil))
        #expect(JSONValue(marked ?? text) != nil)
    }
}
