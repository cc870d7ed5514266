import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Recorded again, a service that did not change leaves the file as it was.
@Suite(.bounded) struct RecordingAgainTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func record(_ exchanges: [CompletedExchange], ignoring: [Cassette.Part] = []) throws -> Data {
        let cassette = try Cassette.open(folder.file(), .all, ignoring: ignoring)
        for exchange in exchanges { cassette.record(exchange) }
        try cassette.save()
        return try Data(contentsOf: folder.file())
    }

    /// A POST with a body.
    private func post(_ body: String, type: String, path: String = "/x", headers: [String: String] = [:]) throws
        -> CompletedExchange
    {
        .of(
            try request(
                "POST", "https://a.com\(path)", headers: headers.merging(["Content-Type": type]) { $1 },
                body: Data(body.utf8)), #"{"ok":true}"#)
    }

    @Test func membersInAnotherOrderLeaveEveryByte() throws {
        let before = try record([
            post(#"{"user":"ann","password":"first-secret","pin":"second-secret"}"#, type: "application/json")
        ])
        let after = try record([
            post(#"{"pin":"4th-secret", "password":"3rd-secret", "user":"ann"}"#, type: "application/json")
        ])
        #expect(after == before)
    }

    @Test func anotherBoundaryLeavesEveryByte() throws {
        func upload(_ boundary: String, _ content: String = "hello") throws -> CompletedExchange {
            try post(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n\(content)\r\n--\(boundary)--\r\n",
                type: "multipart/form-data; boundary=\(boundary)")
        }
        let before = try record([upload("first")])
        #expect(try record([upload("second")]) == before)
        // Another content brings its own boundary, in the field as well.
        _ = try record([upload("third", "other")])
        let entry = try #require(try Cassette.open(folder.file()).entries.first)
        #expect(entry.requestHeaders.map(\.value) == ["multipart/form-data; boundary=third"])
        #expect(String(decoding: entry.requestBody, as: UTF8.self).hasPrefix("--third\r\n"))
    }

    @Test func itemsInAnotherOrderLeaveEveryByte() throws {
        let before = try record([.of(try request("https://a.com/x?b=2&a=1&token=first-secret"), "1")])
        #expect(try record([.of(try request("https://a.com/x?token=another-one&a=%31&b=2"), "1")]) == before)
    }

    @Test func ignoredPartsLeaveEveryByte() throws {
        func exchange(_ value: String) throws -> CompletedExchange {
            try post(
                #"{"nonce":"\#(value)"}"#, type: "application/json", path: "/x?t=\(value)",
                headers: ["X-Request-Id": value])
        }
        let parts: [Cassette.Part] = [.query("t"), .json("nonce"), .header("x-request-id")]
        let before = try record([exchange("1")], ignoring: parts)
        #expect(try record([exchange("2")], ignoring: parts) == before)
        let withoutRule = try record([exchange("2")])
        #expect(withoutRule != before)
    }

    @Test func requestsOfOneMomentLeaveEveryByteInAnyOrder() throws {
        let exchanges = try (0..<8).map { CompletedExchange.of(try request("https://a.com/\($0)"), "\($0)") }
        let before = try record(exchanges)
        #expect(try record(exchanges.reversed()) == before)
    }

    @Test func equalRequestsKeepTheOrderRecordedAgain() throws {
        let changing = try request("https://a.com/x?page=2")
        let asked = try request("https://a.com/x?page=1")
        _ = try record([.of(changing, "old"), .of(asked, "older", second: 5)])
        let now = recordingStart.addingTimeInterval(3_600)
        _ = try record([.of(asked, "first", at: now), .of(asked, "second", second: 1, at: now)])
        let cassette = try Cassette.open(folder.file())
        #expect([cassette.played(asked), cassette.played(asked)] == ["first", "second"])
    }

    @Test func equalRequestsKeepTheOrderIfOneIsTooOldToKeepItsTime() throws {
        let asked = try request("https://a.com/x")
        let now = Date()
        _ = try record([
            .of(asked, "1", at: now.addingTimeInterval(-200_000)), .of(asked, "2", at: now.addingTimeInterval(-60)),
        ])
        let cassette = try Cassette(at: folder.file(), record: .all, warnAfter: .seconds(86_400), environment: [:])
        for (index, reply) in ["1", "2"].enumerated() {
            cassette.record(.of(asked, reply, second: Double(index), at: now))
        }
        try cassette.save()
        let played = try Cassette.open(folder.file())
        #expect([played.played(asked), played.played(asked)] == ["1", "2"])
    }
}
