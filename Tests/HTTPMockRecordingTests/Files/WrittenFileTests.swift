import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// The layout of the file, compared with one that is checked in: a change of it would change everybody's files.
@Suite(.bounded) struct WrittenFileTests {
    private func exchanges() throws -> [CompletedExchange] {
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
        let received = MockRequest(method: .get, url: url, headers: fields, body: Data())
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
