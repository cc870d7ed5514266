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

    @Test func layoutStaysAsItIs() throws {
        let folder = try TestFolder()
        try Cassette.record(exchanges(), into: folder.file())
        let fixtures = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        let expected = try String(contentsOf: fixtures.appendingPathComponent("written.har"), encoding: .utf8)
        #expect(try String(contentsOf: folder.file(), encoding: .utf8) == expected)
    }
}
