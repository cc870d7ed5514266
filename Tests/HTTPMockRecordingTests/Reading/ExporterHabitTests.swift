import Foundation
import HTTPMockRecording
import TestSupport
import Testing

/// Files as browsers and proxies write them: each habit of theirs is in one of the fixtures.
@Suite(.bounded) struct ExporterHabitTests {
    private func cassette(_ name: String) throws -> Cassette {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        return try .open(folder.appendingPathComponent(name))
    }

    /// A file, the paths of its entries with the status or error of each, and the numbers of its problems.
    @Test(arguments: [
        ("chrome-with-content.har", "1 200, 2 200, 3 -1009, 10 204", [4, 6, 7, 8, 9]),
        ("chrome-without-content.har", "2 200, 3 302", [1]),
        ("firefox.har", "1 200", [2, 3, 4, 5]),
        ("safari.har", "1 200", [2]),
        ("charles.har", "1 200", [2, 3]),
        ("proxyman.har", "1 200, 2 200", []),
        ("playwright.har", "1 200, 4 -1004, 6 -1003, 8 204", [2, 3, 5, 7]),
        ("mitmproxy.har", "1 200, 3 200", [2, 4]),
        ("own-log.har", "1 -1001, 4 200", [2, 3]),
        ("minimal.har", "1 200, 2 200", [3, 4, 5, 6, 7, 8, 9, 10]),
        ("stubborn-older.json", "1 200, 2 201", []),
        ("stubborn-newer.json", "1 200", [2, 3]),
    ])
    func everyEntryIsPlayableOrAProblem(name: String, entries: String, problems: [Int]) throws {
        let cassette = try cassette(name)
        let found = cassette.entries.map { "\($0.number) \($0.status ?? $0.error?.code.rawValue ?? 0)" }
        #expect(found.joined(separator: ", ") == entries)
        #expect(cassette.problems.map(\.number) == problems)
    }

    @Test func webSocketIsNeitherAnEntryNorAProblem() throws {
        let webSocket = try #require(cassette("chrome-with-content.har").webSockets.webSockets.first)
        #expect(webSocket.number == 5)
        #expect(webSocket.entry.request.url.hasPrefix("https://"))
    }

    @Test(arguments: [
        ("chrome-with-content.har", 4, "its status is 0, without an error that says why"),
        ("chrome-with-content.har", 6, "its URL is not an HTTP URL; its scheme is data"),
        ("chrome-with-content.har", 7, "its URL is not an HTTP URL; its scheme is blob"),
        ("chrome-with-content.har", 8, "its URL is not an HTTP URL; its scheme is chrome-extension"),
        ("chrome-with-content.har", 9, "the export left its request's body out"),
        ("chrome-without-content.har", 1, "the export left its body out"),
        ("firefox.har", 2, "the export left its body out"),
        ("firefox.har", 3, "its status is 0, without an error that says why"),
        ("firefox.har", 5, "the export left its body out"),
        ("safari.har", 2, "its status is 0, without an error that says why"),
        ("charles.har", 2, "it opens a tunnel (CONNECT), which no session asks for"),
        ("charles.har", 3, "its response has no status"),
        ("playwright.har", 2, "its body is the file attached/missing.json, which can't be read"),
        ("playwright.har", 3, "its body is the file ../../../../Package.swift, which is not next to the HAR"),
        ("playwright.har", 7, "the export left its body out"),
        ("mitmproxy.har", 4, "its body has half of a surrogate pair, so its bytes are unknown"),
        ("playwright.har", 5, "its status is -1, without an error that says why"),
        (
            "mitmproxy.har", 2,
            #"it failed with "server closed connection", which is no error of URLSession that is known"#
        ),
        ("own-log.har", 2, "its body was cut when it was logged"),
        ("own-log.har", 3, "its request's body was cut when it was logged"),
        ("minimal.har", 3, "it has no method"),
        ("minimal.har", 4, "it has no URL"),
        ("minimal.har", 5, "its response has no status"),
        ("minimal.har", 6, "it has no response"),
        ("minimal.har", 7, "it has no request"),
        ("minimal.har", 8, "its status is no whole number"),
        ("minimal.har", 9, "its body is marked as base64 but is none"),
        ("minimal.har", 10, "its header fields are no array"),
        ("stubborn-newer.json", 2, "its header fields or its bodies are not as the format has them"),
        ("stubborn-newer.json", 3, "its response has no final status code"),
    ])
    func eachProblemHasItsReason(name: String, number: Int, reason: String) throws {
        #expect(try cassette(name).problems.first { $0.number == number }?.reason == reason)
    }

    @Test func bodiesAreDecodedAsTheyWereSent() throws {
        let chrome = try cassette("chrome-with-content.har").entries
        #expect(String(decoding: chrome[0].responseBody, as: UTF8.self) == #"{"name": "Grüße"}"#)
        #expect(chrome[1].responseBody == Data([0x89] + Array("PNG".utf8)))
        #expect(String(decoding: chrome[3].requestBody, as: UTF8.self) == "user=a+b&q=%26")
        // The text of a HAR is Unicode; the client decodes bytes by the charset of the type.
        let firefox = try cassette("firefox.har").entries
        #expect(firefox[0].responseBody == "Größe".data(using: .isoLatin1))
        let charles = try cassette("charles.har").entries
        #expect(charles[0].responseBody == Data([0xFF, 0, 1]))
        #expect(String(decoding: charles[0].requestBody, as: UTF8.self) == "name=Ann%20%26%20Bob&n=1")
        #expect(try cassette("proxyman.har").entries[0].responseBody == Data(#"{"id": "a/1"}"#.utf8))
        #expect(try cassette("playwright.har").entries[0].responseBody == Data(#"{"attached":true}"#.utf8))
        #expect(try cassette("playwright.har").entries[3].requestBody == Data(#"{"attached":true}"#.utf8))
        // The exporter decodes a text as Latin-1, and writes each byte that is not UTF-8 as half of a surrogate pair.
        let mitmproxy = try cassette("mitmproxy.har").entries[1]
        #expect(mitmproxy.requestBody == Data(#"{"raw":""#.utf8) + [0x89, 0x50, 0xFF] + Data(#""}"#.utf8))
        #expect(String(decoding: mitmproxy.responseBody, as: UTF8.self) == "Grüße")
        #expect(try cassette("own-log.har").entries[1].requestBody == Data([0xFF, 0]))
    }

    @Test func fieldsOfTheConnectionAndOfTheCodingAreDropped() throws {
        let names = try cassette("chrome-with-content.har").entries[0].responseHeaders.map(\.name)
        #expect(names == ["content-type", "date"])
        #expect(try cassette("chrome-with-content.har").entries[0].requestHeaders.map(\.name) == ["accept"])
        #expect(try cassette("charles.har").entries[0].responseHeaders.map(\.name) == ["Content-Type"])
        let head = try cassette("proxyman.har").entries[1]
        #expect(head.responseHeaders.contains { $0.name == "Content-Length" && $0.value == "13" })
    }

    @Test func valueOfSeveralLinesIsSeveralFields() throws {
        let fields = try cassette("firefox.har").entries[0].responseHeaders.filter { $0.name == "set-cookie" }
        #expect(fields.map(\.value) == ["a=1; Path=/", "b=2; Path=/"])
    }

    @Test func olderAndNewerStubbornNetworkFilesAreRead() throws {
        let older = try cassette("stubborn-older.json").entries
        #expect(String(decoding: older[0].responseBody, as: UTF8.self) == "older")
        #expect(older[0].responseHeaders[1].value == "a[:::]b")
        #expect(String(decoding: older[1].requestBody, as: UTF8.self) == #"{"a":1}"#)
        #expect(try cassette("stubborn-newer.json").entries[0].responseBody == Data("newer".utf8))
    }
}
