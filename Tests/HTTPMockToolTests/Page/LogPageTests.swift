import Foundation
import HTTPMock
import HTTPMockContract
import TestSupport
import Testing

@testable import HTTPMockTool

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct LogPageTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func page(_ document: String) throws -> String {
        try folder.write(document, to: "log.har")
        let file = try LogFile(folder.url.appendingPathComponent("log.har").path)
        return String(decoding: LogPage(file).data, as: UTF8.self)
    }

    /// The entries as the script of the page reads them.
    private func entries(_ document: String) throws -> [[String: Any]] {
        let page = try page(document)
        let start = try #require(page.range(of: #"<script type="application/json" id="log">"#)).upperBound
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
        let value = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
        return try #require((value as? [String: Any])?["entries"] as? [[String: Any]])
    }

    @Test func nameOfACookieEndsAtItsSign() throws {
        let json = #"{"request": {"headers": [{"name": "Cookie", "value": "a=\u0301x;\u0301b=y"}]}}"#
        let entry = LogEntry(try JSONValue(parsing: Data(json.utf8)), number: 1, problem: nil)
        #expect(entry.requestCookies.map(\.first) == ["a", "\u{301}b"])
    }

    @Test func policyNamesTheChecksumsOfTheOnlyScriptAndStyle() throws {
        let page = try page(SampleHAR.document(SampleHAR.entry()))
        let style = try #require(page.firstMatch(of: /<style>(?s:(.*?))<\/style>/)).output.1
        let script = try #require(page.firstMatch(of: /<script>(?s:(.*?))<\/script>/)).output.1
        func source(_ text: Substring) -> String {
            "'sha256-\(Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString())'"
        }
        let policy = "default-src 'none'; script-src \(source(script)); style-src \(source(style)); img-src data:; "
        #expect(page.contains(policy + "base-uri 'none'; form-action 'none'"))
        #expect(page.matches(of: /<script/).count == 2)
        #expect(page.matches(of: /<style/).count == 1)
        #expect(!page.contains("innerHTML"))
    }

    @Test func noTextOfTheLogBecomesMarkup() throws {
        let hostile = #"</script><script>x=1</script><!-- <img src=x onerror=x=1>"#
        let document = SampleHAR.document(
            SampleHAR.entry("GET", "https://a.com/?q=\(hostile)", body: hostile, more: #","comment":"\#(hostile)""#)
        ).replacingOccurrences(of: #""entries""#, with: #""_test":{"name":"\#(hostile)"},"entries""#)
        let page = try page(document)
        #expect(page.matches(of: /<script/).count == 2)
        #expect(!page.contains("<img"))
        #expect(!page.contains("<!--"))
        #expect(page.contains("<title>&lt;/script&gt;"))
        #expect((try entries(document)[0]["sb"] as? [String: Any])?["text"] as? String == hostile)
    }

    @Test func pageNamesNothingElsewhere() throws {
        let page = try page(SampleHAR.document())
        #expect(page.matches(of: /(src|href)=/).count == 1)
        #expect(page.contains(#"href="data:,""#))
        #expect(!page.contains("http://") && !page.contains("@import") && !page.contains("url("))
    }

    @Test func secretsAreMasked() throws {
        let page = try page(
            SampleHAR.document(SampleHAR.secret, SampleHAR.entry(body: #"{"password":"planted-secret-3"}"#)))
        #expect(!page.contains("planted"))
    }

    @Test func longBodyIsCutAtACharacter() throws {
        let body = String(repeating: "é", count: 40_000)
        let entry = try entries(SampleHAR.document(SampleHAR.entry(body: "a" + body, type: "text/plain")))[0]
        let shown = try #require(entry["sb"] as? [String: Any])
        #expect((shown["text"] as? String)?.utf8.count == (64 << 10) - 1)
        #expect(shown["size"] as? Int == 80_001)
        #expect(shown["cut"] as? String == "It is whole in log.har, entry 1.")
    }

    @Test(arguments: [
        (64 << 10, "The log's limit cut it; see the limit of recorded bodies."),
        (
            (64 << 10) + 1,
            "The log's limit cut it; see the limit of recorded bodies. More of it is in log.har, entry 1."
        ),
    ])
    func bodyThatTheLogCutIsNotWholeInTheFile(count: Int, reason: String) throws {
        let entry = SampleHAR.entry(body: String(repeating: "x", count: count), type: "text/plain")
            .replacingOccurrences(of: #""response":{"#, with: #""response":{"_truncated":true,"#)
        let shown = try #require(try entries(SampleHAR.document(entry))[0]["sb"] as? [String: Any])
        #expect(shown["cut"] as? String == reason)
    }

    @Test func responseWithoutABodyHasNoType() throws {
        let content = #""content":{"size":0,"mimeType":"application/octet-stream"}"#
        let document = SampleHAR.document(
            #"{"request":{"method":"GET","url":"https://a.com/"},"response":{"status":302,\#(content)}}"#)
        #expect(try entries(document)[0]["mt"] as? String == "")
    }

    @Test func binaryBodyIsBase64() throws {
        let content = #""content":{"size":3,"mimeType":"image/png","text":"/wD+","encoding":"base64"}"#
        let document = SampleHAR.document(
            #"{"request":{"method":"GET","url":"https://a.com/"},"response":{"status":200,\#(content)}}"#)
        #expect((try entries(document)[0]["sb"] as? [String: Any])?["base64"] as? String == "/wD+")
    }

    @Test func bodiesOfTheWholePageAreLimited() throws {
        let entry = SampleHAR.entry(body: String(repeating: "x", count: 1_000), type: "text/plain")
        try folder.write(SampleHAR.document(entry, entry, entry), to: "log.har")
        let file = try LogFile(folder.url.appendingPathComponent("log.har").path)
        var data = Data()
        LogPageData(file, limit: 1_500).write(to: &data)
        let texts = String(decoding: data, as: UTF8.self).matches(of: /x{10,}/).map(\.output.count)
        #expect(texts == [1_000, 500])
    }

    @Test func timesAreThoseOfTheMocksClock() throws {
        let own = #","_httpmock":{"outcome":"mocked","start":500,"wait":2000,"receive":0.5}"#
        let entries = try entries(SampleHAR.document(SampleHAR.entry(more: own), SampleHAR.entry()))
        let times = entries.map { entry in ["a", "w", "r", "tm"].map { entry[$0] as? Double } }
        #expect(times == [[500, 2000, 0.5, 2000.5], [nil, 2, 1, 3]])
    }

    @Test func handshakeIsPartOfTheConnection() throws {
        let timings = #""blocked":1,"dns":-1,"connect":40,"ssl":30,"send":2,"wait":10,"receive":7"#
        let document = SampleHAR.document(
            SampleHAR.entry().replacingOccurrences(of: #""wait":2,"receive":1"#, with: timings))
        let entry = try #require(try entries(document).first)
        #expect(entry["w"] as? Double == 53)
        #expect(entry["ph"] as? [Double] == [1, 0, 40, 30, 2, 10, 7])
    }

    @Test func sizeIsThatOfTheWire() throws {
        let content = #""bodySize":40,"content":{"size":3,"mimeType":"text/plain","text":"abc"}"#
        let document = SampleHAR.document(
            #"{"request":{"method":"GET","url":"https://a.com/"},"response":{"status":200,\#(content)}}"#)
        let entry = try #require(try entries(document).first)
        #expect(entry["sz"] as? Int == 40)
        #expect((entry["sb"] as? [String: Any])?["size"] as? Int == 3)
    }

    @Test func maskedBodySaysSo() throws {
        let document = SampleHAR.document(SampleHAR.entry(body: #"{"password":"planted"}"#), SampleHAR.entry())
        let bodies = try entries(document).map { $0["sb"] as? [String: Any] }
        #expect(bodies.map { $0?["masked"] as? Bool } == [true, nil])
    }

    @Test func failureOfARegistrationNamesIt() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", host: "a.com", responses: [.failure(.timedOut)])
        _ = try? await mock.data(for: URLRequest(url: #require(URL(string: "https://a.com/a"))))
        let document = String(decoding: mock.networkLogHAR(), as: UTF8.self)
        let entry = try #require(try entries(document).first)
        #expect(entry["o"] as? String == "failed")
        #expect((entry["d"] as? [String: Any])?["registration"] as? String == "a.com/a")
    }

    @Test(arguments: [
        "null", "7", "[]", "{}", #"{"request":null,"response":[]}"#,
        #"{"request":{"url":7,"headers":"x"},"response":{"status":"200","content":7},"timings":"x","_httpmock":5}"#,
    ])
    func brokenEntriesAreShownAsFarAsTheyGo(_ entry: String) throws {
        let entries = try entries(SampleHAR.document(SampleHAR.entry(), entry))
        #expect(entries.count == 2)
        #expect(entries[1]["s"] as? Int == 0)
    }
}
