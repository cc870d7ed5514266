import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct HeaderFieldsTests {
    private let headers: HTTPMock.HeaderFields = [
        "X-GitHub-Api-Version": "1", "Set-Cookie": "a=1", "Accept": "b", "set-cookie": "b=2",
    ]

    @Test func namesCompareWithoutCase() {
        #expect(headers["x-github-api-version"] == "1")
        #expect(headers["X-GITHUB-API-VERSION"] == "1")
        #expect(headers["X-GitHub"] == nil)
        // Only ASCII letters have two cases in a name.
        #expect(HTTPMock.HeaderFields(["K": "1"])["\u{212A}"] == nil)
    }

    @Test func nameMayHaveSeveralValues() {
        #expect(headers.values(for: "SET-COOKIE") == ["a=1", "b=2"])
        #expect(headers["Set-Cookie"] == "a=1, b=2")
        #expect(headers.values(for: "X").isEmpty)
    }

    @Test func spellingAndOrderAreKept() {
        #expect(headers.map(\.name) == ["X-GitHub-Api-Version", "Set-Cookie", "Accept", "set-cookie"])
        #expect(headers.map(\.value) == ["1", "a=1", "b", "b=2"])
        #expect(HTTPMock.HeaderFields(["b": "2", "A": "1", "c": "3"]).map(\.name) == ["A", "b", "c"])
    }

    @Test func equalityIgnoresCaseAndTheOrderOfNames() {
        let other: HTTPMock.HeaderFields = [
            "accept": "b", "SET-COOKIE": "a=1", "set-cookie": "b=2", "x-github-api-version": "1",
        ]
        #expect(headers == other)
        #expect(headers.hashValue == other.hashValue)
        #expect(headers != ["Set-Cookie": "b=2", "set-cookie": "a=1", "Accept": "b", "X-GitHub-Api-Version": "1"])
        #expect(headers != [:])
        #expect(HTTPMock.HeaderFields(["A": "1"]) != ["A": "1", "a": "1"])
        #expect(HTTPMock.HeaderFields().isEmpty && ![HTTPMock.HeaderFields(["A": ""])][0].isEmpty)
    }

    @Test func dictionaryJoinsTheValuesOfAName() {
        #expect(
            Dictionary(headers) == ["X-GitHub-Api-Version": "1", "Set-Cookie": "a=1, b=2", "Accept": "b"])
    }

    @Test func descriptionMasksSecrets() {
        let headers: HTTPMock.HeaderFields = ["Authorization": "Bearer s3cret", "Accept": "a\"b"]
        #expect("\(headers)" == #"["Authorization": "Bearer REDACTED", "Accept": "a\"b"]"#)
        #expect("\(HTTPMock.HeaderFields())" == "[:]")
    }

    @Test func recordsHaveTheFieldsOfRequestAndResponse() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/x", responses: [.empty(headers: ["X-Rate-LIMIT": "7"])])
        _ = try await mock.reply("/x", headers: ["X-GitHub-Api-Version": "2022"])
        let record = try #require(mock.requests.first)
        #expect(record.request.headers["X-GitHub-Api-Version"] == "2022")
        #expect(record.responseHeaders["x-rate-limit"] == "7")
    }
}

@Suite(.bounded) struct MediaEssenceTests {
    @Test(arguments: [
        ("application/json", true), ("Application/JSON; charset=utf-8", true), ("application/problem+json", true),
        ("text/json", true), ("application/x-json", true), ("application/x-ndjson", false),
        ("application/ndjson", false), ("application/jsonl", false), ("application/json-seq", false),
        ("application/stream+json", false), ("text/plain", false), (nil, false),
    ])
    func sequenceOfJSONTextsIsNoJSONText(type: String?, isText: Bool) {
        #expect(MediaEssence(type).isJSONText == isText)
    }
}
