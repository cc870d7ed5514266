import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The differences that `.verify` finds between an entry and the network.
@Suite(.bounded) struct DifferenceTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private struct Answer {
        var status = 200
        var type: String? = "application/json"
        var body = "{}"
        var fields: [String: String] = [:]
    }

    /// The differences, notes in brackets.
    private func differences(_ old: Answer, _ new: Answer) throws -> [String] {
        let asked = try request("https://a.com/x")
        func exchange(_ answer: Answer) -> RecordedRequest {
            .of(asked, status: answer.status, answer.body, type: answer.type, fields: answer.fields)
        }
        try Cassette.record([exchange(old)], into: folder.file())
        let cassette = try Cassette.open(folder.file(), .verify)
        guard case .play(let entry, _) = cassette.decide(asked) else { return ["not played"] }
        cassette.compare(entry, with: exchange(new))
        return cassette.differences.map { $0.isNote ? "[\($0.text)]" : $0.text }
    }

    @Test(arguments: [
        (#"{"a":{"b":[{"c":1}]}}"#, #"{"a":{"b":[{"d":1}]}}"#, ["a.b[].c is gone", "[a.b[].d is new]"]),
        (#"{"a":{"b":[{"c":1}]}}"#, #"{"a":{"b":[{"c":"1"}]}}"#, ["a.b[].c is a string, was a number"]),
        (#"{"a":1}"#, #"{"a":null}"#, ["a is null, was a number"]),
        (#"{"a":null}"#, #"{"a":1}"#, ["[a is a number, was null]"]),
        (#"{"a":null}"#, #"{}"#, ["a is gone"]),
        (#"{"a":1}"#, #"{"a":2.5}"#, []),
        (#"{"a":[]}"#, #"{"a":[{"b":1}]}"#, []),
        (#"{"a":[{"b":1}]}"#, #"{"a":[]}"#, []),
        (#"{"a":[1,"x"]}"#, #"{"a":["y"]}"#, []),
        (#"{"a":[1,"x"]}"#, #"{"a":[true]}"#, ["a[] is a boolean, was a number or a string"]),
        (#"{"a":[{"b":1},{}]}"#, #"{"a":[{}]}"#, []),
        (#"{"a":[{"b":1},{"b":2}]}"#, #"{"a":[{"b":1},{}]}"#, ["a[].b is missing in some elements"]),
        (#"{"a":[{"b":1},{"b":null}]}"#, #"{"a":[{"b":"x"}]}"#, ["a[].b is a string, was a number or null"]),
        (#"[{"a":1}]"#, #"{"a":1}"#, ["the body is an object, was an array"]),
        (#"{"a":1}"#, "<html>", ["the body is no JSON any more"]),
        (#"{"a":1}"#, "", ["the body is no JSON any more"]),
        (#"{"password":"first-secret"}"#, #"{"password":"second-secret"}"#, []),
        (#"{"pin":12345678}"#, #"{"pin":87654321}"#, []),
        ("text", "another text", []),
    ])
    func shapesOfBodiesAreCompared(old: String, new: String, expected: [String]) throws {
        #expect(try differences(Answer(body: old), Answer(body: new)) == expected)
    }

    @Test func statusIsComparedByItsClass() throws {
        #expect(try differences(Answer(status: 200), Answer(status: 201)) == [])
        #expect(try differences(Answer(status: 200), Answer(status: 302)) == ["the status is 302, was 200"])
        #expect(try differences(Answer(status: 404), Answer(status: 410)) == [])
        #expect(try differences(Answer(status: 404), Answer(status: 500)) == ["the status is 500, was 404"])
    }

    @Test func mediaTypeIsComparedWithoutItsParameters() throws {
        let plain = Answer(type: "application/json")
        #expect(try differences(plain, Answer(type: "Application/JSON ; charset=utf-8")) == [])
        #expect(
            try differences(plain, Answer(type: "application/problem+json"))
                == ["the media type is application/problem+json, was application/json"])
        #expect(try differences(plain, Answer(type: nil)) == ["the media type is missing, was application/json"])
    }

    @Test func volatileFieldsAreNotCompared() throws {
        let fields = ["Date": "then", "ETag": "1", "Age": "1", "Set-Cookie": "a=1"]
        #expect(try differences(Answer(fields: fields), Answer(fields: ["Date": "now"])) == [])
    }

    @Test func bodyWithoutHeaderFieldsHasTheMediaTypeOfItsContent() throws {
        let file = try folder.write(
            """
            {"log":{"entries":[{"request":{"method":"GET","url":"https://a.com/x"},
            "response":{"status":200,"content":{"mimeType":"application/json; charset=utf-8","text":"{}"}}}]}}
            """)
        let cassette = try Cassette.open(file, .verify)
        let asked = try request("https://a.com/x")
        guard case .play(let entry, _) = cassette.decide(asked) else {
            Issue.record("not played")
            return
        }
        cassette.compare(entry, with: .of(asked, "{}"))
        #expect(cassette.differences.isEmpty)
    }
}

@Suite(.bounded) struct JSONShapeTests {
    /// A recorded body, the network's, and what differs; a note begins with a plus.
    @Test(arguments: [
        (#"{"a":1,"b":"x"}"#, #"{"b":"y","a":2.5}"#, []),
        (#"{"name":"x","n":1}"#, #"{"title":"x","n":1}"#, ["name is gone", "+title is new"]),
        (#"{"n":1}"#, #"{"n":"1"}"#, ["n is a string, was a number"]),
        (#"{"u":{"n":[{"a":1}]}}"#, #"{"u":{"n":[{"a":true}]}}"#, ["u.n[].a is a boolean, was a number"]),
        (#"[{"a":1},{"a":2,"b":1}]"#, #"[{"a":1}]"#, []),
        (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{"b":1}]"#, ["[].a is missing in some elements", "+[].b is new"]),
        (#"{"a":null}"#, #"{"a":1}"#, ["+a is a number, was null"]),
        (#"{"a":1}"#, #"{"a":null}"#, ["a is null, was a number"]),
        (#"[1,null]"#, #"[null]"#, []),
        (#"[1,"x"]"#, #"[true]"#, ["[] is a boolean, was a number or a string"]),
        (#"[]"#, #"[{"a":1}]"#, []),
        (#"{"a":1}"#, #"[1]"#, ["the body is an array, was an object"]),
    ])
    func membersAndTypesCount(recorded: String, live: String, expected: [String]) throws {
        let folder = try TestFolder()
        let asked = try request("https://a.com/x")
        try Cassette.record([.of(asked, recorded)], into: folder.file())
        let cassette = try Cassette.open(folder.file(), .verify)
        cassette.compare(cassette.entries[0], with: .of(asked, live))
        #expect(cassette.differences.map { ($0.isNote ? "+" : "") + $0.text } == expected)
    }

    @Test func renamedAndRetypedMembersFailAndAnAddedOneDoesNot() throws {
        let folder = try TestFolder()
        let asked = try request("https://a.com/x")
        try Cassette.record(
            [.of(asked, #"{"name":"x","age":1}"#, fields: ["ETag": "1"])], into: folder.file())
        let cassette = try Cassette.open(folder.file(), .verify)
        for live in [#"{"fullName":"x","age":1}"#, #"{"name":"x","age":"1"}"#, #"{"name":"y","age":2,"city":"z"}"#] {
            cassette.compare(cassette.entries[0], with: .of(asked, live, fields: ["ETag": "2"]))
        }
        #expect(
            cassette.differences.filter { !$0.isNote }.map(\.text) == ["name is gone", "age is a string, was a number"])
        #expect(
            cassette.differences[0].description == "GET https://a.com/x: 200 (shop.har, entry 1): name is gone"
                || cassette.differences[0].isNote)
    }

    @Test(arguments: [
        (201, "application/json", []), (404, "application/json", ["the status is 404, was 200"]),
        (200, "Application/JSON; charset=utf-8", []),
        (200, "text/html", ["the media type is text/html, was application/json"]),
    ])
    func statusClassAndMediaTypeCount(status: Int, type: String, expected: [String]) throws {
        let folder = try TestFolder()
        let asked = try request("https://a.com/x")
        try Cassette.record([.of(asked, "{}")], into: folder.file())
        let cassette = try Cassette.open(folder.file(), .verify)
        cassette.compare(cassette.entries[0], with: .of(asked, status: status, "{}", type: type))
        #expect(cassette.differences.map(\.text) == expected)
    }

    @Test func networkThatFailsIsADifference() throws {
        let folder = try TestFolder()
        let asked = try request("https://a.com/x")
        try Cassette.record([.of(asked, "{}")], into: folder.file())
        let cassette = try Cassette.open(folder.file(), .verify)
        let failed = RecordedRequest(
            request: asked, start: recordingStart, status: nil, headers: [:], chunks: [], error: URLError(.timedOut))
        cassette.compare(cassette.entries[0], with: failed)
        #expect(cassette.differences.map(\.text) == ["the network failed (NSURLErrorDomain -1001)"])
        #expect(cassette.differences.map(\.fix) == ["reach the service, and run the test again"])
    }

    /// The fix depends on the kind of the difference, and not on its text.
    @Test func memberNamedAsAFailureIsRecordedAgain() throws {
        let folder = try TestFolder()
        let asked = try request("https://a.com/x")
        try Cassette.record([.of(asked, #"{"the network failed":1}"#)], into: folder.file())
        let cassette = try Cassette.open(folder.file(), .verify)
        cassette.compare(cassette.entries[0], with: .of(asked, "{}"))
        #expect(cassette.differences.map(\.text) == ["the network failed is gone"])
        #expect(cassette.differences.map(\.fix) == ["record it again: HTTPMOCK_RECORD=all"])
    }
}
