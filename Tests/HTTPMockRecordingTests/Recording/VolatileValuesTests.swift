import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

@Suite(.bounded) struct VolatileValuesTests {
    private func warnings(
        _ request: MockRequest, matching: [Cassette.Rule] = [], ignoring: [Cassette.Part] = []
    ) throws -> [String] {
        let folder = try TestFolder()
        let cassette = try Cassette.open(folder.file(), .all, matching: matching, ignoring: ignoring)
        cassette.record(.of(request, "{}"))
        return cassette.warnings
    }

    private static let uuid = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"

    @Test(arguments: [
        ("https://a.com/x?t=1772355601", ".query(\"t\")"),
        ("https://a.com/x?t=1772355601123", ".query(\"t\")"),
        ("https://a.com/x?at=2026-03-01T09%3A00%3A05Z", ".query(\"at\")"),
        ("https://a.com/x?id=\(uuid)", ".query(\"id\")"),
        ("https://a.com/x?t=1572355601", nil), ("https://a.com/x?t=17723556", nil),
        ("https://a.com/x?id=3F2504E0-4F89-11D3-9A0C-0305E82C3301", nil),
        ("https://a.com/x?at=2020-03-01T09%3A00%3A05Z", nil),
    ])
    func queryItemsThatChangeEachTimeAreNamed(url: String, part: String?) throws {
        let warnings = try warnings(try request(url))
        #expect(warnings.count == (part == nil ? 0 : 1))
        if let part { #expect(warnings[0].hasSuffix("To fix this, leave it out: ignoring: [\(part)]")) }
    }

    @Test func membersAndFieldsThatChangeEachTimeAreNamed() throws {
        let json = try request(
            "POST", "https://a.com/x", headers: ["Content-Type": "application/json", "X-Request-Id": Self.uuid],
            body: Data(#"{"meta":{"nonce":"\#(Self.uuid)","sent":1772355600}}"#.utf8))
        #expect(
            try warnings(json).map { $0.components(separatedBy: "ignoring: ")[1] } == [
                "[.json(\"meta.nonce\")]", "[.json(\"meta.sent\")]",
            ])
        #expect(try warnings(json, ignoring: [.json("nonce"), .json("meta.sent")]).isEmpty)
        #expect(try warnings(json, ignoring: [.json("meta")]).isEmpty)
        #expect(
            try warnings(json, matching: [.header("X-Request-Id")], ignoring: [.json("meta.nonce"), .json("sent")])
                .count == 1)
        let nested = try request(
            "POST", "https://a.com/x", headers: ["Content-Type": "application/json"],
            body: Data(#"{"a":{"meta":{"time":[1772355600]}}}"#.utf8))
        for name in ["a", "meta", "time", "a.meta", "a.meta.time"] {
            #expect(try warnings(nested, ignoring: [.json(name)]).isEmpty, "\(name)")
        }
        #expect(try warnings(nested, ignoring: [.json("meta.time")]).count == 1)
        let form = try request(
            "POST", "https://a.com/x", headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Data("ts=1772355600".utf8))
        #expect(
            try warnings(form) == [
                "the form field ts of POST /x is a time close to now, so the entry will not match when the request is made "
                    + "again. To fix this, leave it out: ignoring: [.form(\"ts\")]"
            ])
    }
}
