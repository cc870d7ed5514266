import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

@Suite(.bounded) struct CassetteFileTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// A few exchanges with every kind of body.
    private func exchanges() throws -> [RecordedRequest] {
        [
            .of(try request("https://a.com/users?page=1&q=a%20b"), #"{"users":["Grüße\n","\"x\""],"n":1.50}"#),
            .of(
                try request(
                    "POST", "https://a.com/form", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                    body: Data("a=1&b=%26".utf8)), status: 201, "", type: nil, second: 1),
            .of(
                try request(
                    "PUT", "https://a.com/bytes", headers: ["Content-Type": "image/png"],
                    body: Data([0xFF, 0x00, 0x80])), status: 204, type: nil, second: 2),
            .of(
                try request("https://a.com/latin"), "caf\u{E9}", type: "text/plain; charset=iso-8859-1",
                fields: ["Set-Cookie": "sid=1234567890; Path=/, b=2; Expires=Wed, 09 Jun 2100 10:18:14 GMT"],
                second: 3),
        ]
    }

    @Test func fileThatIsReadAndWrittenKeepsItsBytes() throws {
        try Cassette.record(try exchanges(), into: folder.file())
        let bytes = try Data(contentsOf: folder.file())
        try Cassette.open(folder.file()).write(to: folder.file("again.har"), format: .har)
        #expect(try Data(contentsOf: folder.file("again.har")) == bytes)
    }

    private func file(url: String, name: String = "X", value: String = "v", statusText: String = "OK") -> String {
        """
        {"log": {"entries": [{
          "request": {"method": "GET", "url": "\(url)", "headers": [{"name": "\(name)", "value": "\(value)"}]},
          "response": {"status": 200, "statusText": "\(statusText)", "headers": [{"name": "Y", "value": "y \(value)"}],
            "content": {"text": "text"}}
        }]}}
        """
    }

    /// mitmproxy writes a byte that is not UTF-8 as half of a surrogate pair.
    @Test func byteThatIsNotUTF8IsReadOutsideBodiesToo() throws {
        let text = file(
            url: #"https://a.com/caf\udce9?q=\udcff&r=é"#, name: #"X-\udce4"#, value: #"ü caf\udce9"#,
            statusText: #"\udcc4h"#)
        let cassette = try Cassette.open(folder.write(text))
        let entry = try #require(cassette.entries.first).recorded
        #expect(entry.request.url == "https://a.com/caf%E9?q=%FF&r=%C3%A9")
        #expect(entry.request.headers == [HARField("X-\u{E4}", "\u{C3}\u{BC} caf\u{E9}")])
        #expect(entry.response.headers == [HARField("Y", "y \u{C3}\u{BC} caf\u{E9}")])
        #expect(entry.response.statusText == "\u{C4}h")
        #expect(cassette.played(try request("https://a.com/caf%E9?q=%FF&r=%C3%A9")) == "text")
    }

    @Test func halfOfAPairWithoutAByteIsAProblemOutsideBodiesToo() throws {
        let half = #"\ud83d"#
        let files = [
            ("its URL", file(url: "https://a.com/\(half)")),
            ("a header field", file(url: "https://a.com", name: half)),
            ("a header field", file(url: "https://a.com", value: half)),
            ("its status text", file(url: "https://a.com", statusText: half)),
        ]
        for (part, text) in files {
            let cassette = try Cassette.open(folder.write(text))
            #expect(cassette.entries.isEmpty)
            #expect(
                cassette.problems.map(\.reason) == ["\(part) has half of a surrogate pair, so its bytes are unknown"])
        }
    }

    @Test func stubbornNetworkFileThatIsReadAndWrittenKeepsItsBytes() throws {
        try Cassette.record(try exchanges(), into: folder.file("shop.json"))
        let bytes = try Data(contentsOf: folder.file("shop.json"))
        #expect(bytes.starts(with: "[\n".utf8))
        try Cassette.open(folder.file("shop.json")).write(to: folder.file("again.json"), format: .stubbornNetwork)
        #expect(try Data(contentsOf: folder.file("again.json")) == bytes)
    }

    @Test func exchangesAreReadAsTheyWereRecorded() throws {
        try Cassette.record(try exchanges(), into: folder.file())
        let entries = try Cassette.open(folder.file()).entries
        #expect(entries.map(\.status) == [200, 201, 204, 200])
        #expect(String(decoding: entries[0].responseBody, as: UTF8.self) == #"{"users":["Grüße\n","\"x\""],"n":1.50}"#)
        #expect(String(decoding: entries[1].requestBody, as: UTF8.self) == "a=1&b=%26")
        #expect(entries[2].requestBody == Data([0xFF, 0x00, 0x80]))
        #expect(entries[3].responseBody == Data("caf\u{E9}".utf8))
        #expect(entries[3].date == recordingStart.addingTimeInterval(3))
    }

    @Test func randomBodiesAreReadAsTheyWereRecorded() throws {
        for seed in Seeds.first(40) {
            var generator = SeededGenerator(seed: seed)
            let type = generator.pick([
                nil, "text/plain", "application/json", "text/html; charset=ISO-8859-1", "image/png",
                "multipart/form-data; boundary=b",
            ])
            let body = Data(
                (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    generator.pick([UInt8.random(in: 0...255, using: &generator), 0x22, 0x5C, 0x0A, 0x41])
                })
            let exchange = RecordedRequest(
                request: try request(
                    "POST", "https://a.com/\(seed)", headers: type.map { ["Content-Type": $0] } ?? [:],
                    body: body), start: recordingStart, status: 200,
                headers: type.map { ["Content-Type": $0] } ?? [:], chunks: [body], error: nil)
            let file = folder.file("\(seed).har")
            try Cassette.record([exchange], into: file, redacting: .nothing)
            let entry = try #require(try Cassette.open(file).entries.first, "seed \(seed)")
            #expect(entry.requestBody == body, "seed \(seed)")
            #expect(entry.responseBody == body, "seed \(seed)")
        }
    }

    @Test(arguments: ["shop.har", "shop.json"])
    func fileCutAtAnyByteIsAnErrorWithLineAndColumn(name: String) throws {
        try Cassette.record(try exchanges(), into: folder.file(name))
        let bytes = try Data(contentsOf: folder.file(name))
        for length in 0..<bytes.count {
            let text = message { _ = try CassetteFile(bytes.prefix(length), from: folder.file(name)) }
            #expect(text.contains("it is not JSON at line "), "cut at \(length)")
        }
    }

    @Test func unreadableFileIsNeverOverwritten() throws {
        let file = try folder.write("{\"log\": {\n  \"entries\": [}")
        for mode in RecordMode.allCases {
            let text = message { _ = try Cassette.open(file, mode) }
            #expect(text.contains("line 2, column 15"))
        }
        #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("[}"))
    }

    @Test(arguments: [
        ("{}", "it is JSON, but no HAR: it has no log.entries"),
        (#"{"log":{"version":"2.0","entries":[]}}"#, "it is a HAR of version 2.0; versions 1.1 to 1.3 can be read"),
        ("3", "it is JSON, but no HAR"),
    ])
    func jsonThatIsNoHARIsAnError(text: String, reason: String) throws {
        let file = try folder.write(text)
        #expect(message { _ = try Cassette.open(file) }.contains(reason))
    }

    @Test(arguments: [
        ("2026-03-01T09:00:00Z", 0.0), ("2026-03-01T10:00:00.250+01:00", 0.25),
        ("2026-03-01T09:00:00.1234567Z", 0.1234567),
        ("2026-03-01T09:00:00", 0), ("2026-03-01T04:30:00,5-0430", 0.5), ("2026-02-28T24:00:00.000-09:00", 0),
    ])
    func timesOfEveryExporterAreRead(text: String, fraction: Double) throws {
        let date = try #require(HARDate.date(of: text))
        #expect(abs(date.timeIntervalSince(recordingStart) - fraction) < 0.001)
    }

    @Test(arguments: [
        "", "yesterday", "2026-13-01T09:00:00Z", "2026-03-01", "2026-03-01T09:00:00+", "2026-03-00T09:00:00Z",
        "2026-02-29T09:00:00Z", "2100-02-29T09:00:00Z", "2028-02-30T09:00:00Z", "2026-04-31T09:00:00Z",
        "2026-12-32T09:00:00Z", "2026-03-01T24:30:00Z", "2026-03-01T24:00:01Z", "2026-03-01T24:00:00.5Z",
        "2026-03-01T25:00:00Z",
    ])
    func textThatIsNoTimeIsNone(text: String) {
        #expect(HARDate.date(of: text) == nil)
    }

    @Test func writtenTimesAreReadAgain() throws {
        for seconds in [0.0, 951_782_400, 1_709_208_000.5, 4_102_444_799.999] {
            let date = Date(timeIntervalSince1970: seconds)
            let read = try #require(HARDate.date(of: HARDate.text(of: date)))
            #expect(abs(read.timeIntervalSince(date)) < 0.001)
        }
    }

    @Test(arguments: [
        ("---\nrecordings:\n- request: x\n", true), ("recordings:\n", true), ("# x\nname: y\n", true),
        ("404: Not Found", false), ("-----BEGIN CERTIFICATE-----\n", false), (#""log": {"version": "1.2"}"#, false),
        ("<html>", false), ("", false),
    ])
    func fileInYAMLIsNamedAsSuch(text: String, isYAML: Bool) throws {
        let file = try folder.write(text)
        let error = message { _ = try Cassette.open(file) }
        #expect(error.hasPrefix("the cassette \(file.path) can't be read: it is not JSON at line 1, column "))
        #expect(error.contains(", but YAML; only HAR and Stubborn Network's JSON can be read. To fix this") == isYAML)
    }

    @Test func entryWithoutATimeIsWrittenWithTheEarliestOneAndReadWithout() throws {
        let file = try folder.write(
            #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.com/x"}, "response": {"status": 204}}]}}"#
        )
        let copy = folder.file("copy.har")
        try Cassette.open(file).write(to: copy, format: .har)
        #expect(
            try String(contentsOf: copy, encoding: .utf8).contains(#""startedDateTime": "1970-01-01T00:00:00.000Z""#))
        #expect(try Cassette.open(copy).entries.map(\.date) == [nil])
    }
}

/// The layout of the file, compared with one that is checked in: a change of it would change everybody's files.
@Suite(.bounded) struct WrittenFileTests {
    private func exchanges() throws -> [RecordedRequest] {
        [
            .of(
                try request("https://api.example.com/users?page=1", headers: ["Accept": "application/json"]),
                #"{"users":["Ann","Bob"]}"#,
                fields: ["Date": "Sun, 01 Mar 2026 09:00:00 GMT", "Content-Length": "23"]),
            .of(
                try request(
                    "POST", "https://api.example.com/login",
                    headers: ["Content-Type": "application/x-www-form-urlencoded"],
                    body: Data("user=ann&password=correct-horse".utf8)), status: 204, type: nil,
                fields: ["Set-Cookie": "session=0123456789; Path=/; HttpOnly"], second: 0.5),
            .of(
                try request(
                    "PUT", "https://api.example.com/image", headers: ["Content-Type": "image/png"],
                    body: Data([0x89, 0x50, 0xFF])), "data: 1\n\n", type: "text/event-stream", second: 1.25),
        ]
    }

    /// A client of a port decides about the order, and a proxy may add a second field of one name.
    @Test func fieldsOfAPortKeepTheirOrderAndTheirValues() throws {
        let fields: HTTPMock.HeaderFields = ["X-B": "1", "Accept": "a/b", "X-B": "2", "x-a": "3"]
        let url = try #require(URL(string: "https://a.com/x"))
        let folder = try TestFolder()
        let received = MockRequest(method: .get, address: .url(url), headers: fields, body: Data())
        try Cassette.record([.of(received, "{}")], into: folder.file())
        let entry = try #require(try Cassette.open(folder.file()).entries.first)
        #expect(
            entry.requestHeaders.map { "\($0.name): \($0.value)" } == ["X-B: 1", "Accept: a/b", "X-B: 2", "x-a: 3"])
    }

    @Test func layoutStaysAsItIs() throws {
        let folder = try TestFolder()
        try Cassette.record(exchanges(), into: folder.file())
        let fixtures = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        let expected = try String(contentsOf: fixtures.appendingPathComponent("written.har"), encoding: .utf8)
        #expect(try String(contentsOf: folder.file(), encoding: .utf8) == expected)
    }
}
