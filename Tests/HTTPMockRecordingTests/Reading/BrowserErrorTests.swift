import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Entries of browsers and proxies whose lengths and errors contradict their responses.
@Suite(.bounded) struct BrowserErrorTests {
    private func entry(method: String = "GET", _ response: String) throws -> HARReader {
        let text =
            #"{"log":{"entries":[{"request":{"method":"\#(method)","url":"https://a.com/"},"response":{\#(response)}}]}}"#
        return try HARReader(try #require(JSONValue(Data(text.utf8))), in: nil)
    }

    /// Chrome exports the answer to a `fetch` without a body as aborted.
    @Test(arguments: [
        ("GET", #""status":204,"_error":"net::ERR_ABORTED""#), ("GET", #""status":304,"_error":"net::ERR_ABORTED""#),
        ("HEAD", #""status":200,"_error":"net::ERR_ABORTED","headers":[{"name":"Content-Length","value":"9"}]"#),
        ("GET", #""status":200,"_error":"net::ERR_ABORTED","content":{"size":2,"text":"{}"}"#),
        ("DELETE", #""status":204,"_error":"something new""#),
    ])
    func wholeResponseIsPlayedWhateverItsErrorSays(method: String, response: String) throws {
        let reader = try entry(method: method, response)
        let entry = try #require(reader.entries.first)
        #expect(entry.response.error == nil)
        #expect(entry.response.status >= 200)
        #expect(reader.notes.map(\.reason).allSatisfy { $0.contains("the response is whole") })
        #expect(reader.notes.count == 1)
    }

    @Test(arguments: [
        #""status":200,"_error":"net::ERR_ABORTED","content":{"size":9,"text":"{}"}"#,
        #""status":200,"_error":"net::ERR_ABORTED","content":{"size":9}"#,
        #""status":204,"_error":"NSURLErrorDomain -999""#,
        #""status":0,"_error":"net::ERR_ABORTED""#,
    ])
    func responseThatIsNotWholeIsPlayedAsItsError(response: String) throws {
        let reader = try entry(response)
        #expect(try #require(reader.entries.first).response.error == "NSURLErrorDomain -999")
        #expect(reader.notes.isEmpty)
    }

    /// Some exporters count the head as the body.
    @Test func emptyBodyWithTheSizeOfItsHeadIsEmpty() throws {
        let reader = try entry(
            #""status":200,"bodySize":171,"content":{"size":0},"headers":[{"name":"Content-Length","value":"0"}]"#)
        #expect(try #require(reader.entries.first).response.body.bytes.isEmpty)
        #expect(reader.problems.isEmpty)
    }

    @Test(
        arguments: [
            ("gbk", "中文", [0xD6, 0xD0, 0xCE, 0xC4]), ("gb2312", "中文", [0xD6, 0xD0, 0xCE, 0xC4]),
            ("GB18030", "中文", [0xD6, 0xD0, 0xCE, 0xC4]), ("big5", "中文", [0xA4, 0xA4, 0xA4, 0xE5]),
            ("euc-kr", "한", [0xC7, 0xD1]), ("koi8-r", "п", [0xD0]), ("iso-8859-1", "é", [0xE9]),
            ("iso-8859-1", "’", [0x92]), ("utf-8", "é", [0xC3, 0xA9]), ("x-unknown", "plain", Array("plain".utf8)),
        ] as [(String, String, [UInt8])])
    func textIsPlayedInItsCharset(charset: String, text: String, bytes: [UInt8]) throws {
        let reader = try entry(
            #""status":200,"content":{"mimeType":"text/html; charset=\#(charset)","text":"\#(text)"}"#)
        #expect(try #require(reader.entries.first).response.body.bytes == Data(bytes))
    }

    @Test(arguments: [
        ("x-unknown", "é", "its body is a text in the charset x-unknown, which can't be encoded"),
        ("koi8-r", "中", "its body has a character that its charset koi8-r lacks"),
    ])
    func textThatItsCharsetLacksIsListed(charset: String, text: String, reason: String) throws {
        let reader = try entry(
            #""status":200,"content":{"mimeType":"text/html; charset=\#(charset)","text":"\#(text)"}"#)
        #expect(reader.problems.map(\.reason) == [reason])
    }
}
