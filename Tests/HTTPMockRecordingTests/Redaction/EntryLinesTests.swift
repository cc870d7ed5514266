import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// The lines of entries and of their parts.
@Suite(.bounded) struct EntryLinesTests {
    @Test func eachFieldOfANameHasItsOwnLine() {
        let file = """
            {"log": {"entries": [{
            "request": {"url": "https://a.com/", "method": "GET", "headers": [
            {"name": "X-A", "value": "1"},
            {"name": "x-a", "value": "2"}
            ]},
            "response": {"status": 200, "headers": [
            {"name": "X-A", "value": "3"},
            {"name": "X-B", "value": "4"},
            {"name": "X-A", "value": "5\\n6"},
            {"name": "X-A", "value": "7"}
            ]}
            }]}}
            """
        let lines = EntryLines(Data(file.utf8))
        #expect(lines[1, .requestHeader("X-A")] == 3)
        #expect(lines[1, .requestHeader("X-A", after: 1)] == 4)
        #expect(lines[1, .responseHeader("x-a")] == 7)
        #expect(lines[1, .responseHeader("x-a", after: 1)] == 9)
        // A field of several lines is several fields of the entry.
        #expect(lines[1, .responseHeader("x-a", after: 2)] == 9)
        #expect(lines[1, .responseHeader("x-a", after: 3)] == 10)
    }

    @Test func reviewNamesEachFieldOfAName() {
        let values = ["9f86d081-884c-4d65-9a2f-eaa0c55ad015", "1b2c3d4e-5f60-4718-92a3-b4c5d6e7f809"]
        let entry = HAREntry(
            startedDateTime: "", request: HARRequest(method: "GET", url: "https://a.com/", headers: [], body: nil),
            response: HARResponse(
                status: 200, headers: values.map { HARField("X-Trace", $0) }, body: HARBody(Data(), type: nil)))
        let parts = SecretReview([entry], in: "a.har").findings.map(\.part)
        #expect(parts == [.responseHeader("X-Trace"), .responseHeader("X-Trace", after: 1)])
    }

    /// The reader of a recording takes the last member as well.
    @Test func lastOfTwoMembersWithOneNameCounts() throws {
        let file = """
            {"log": {"entries": [{
            "request": {"method": "GET", "url": "https://a.com/1",
            "url": "https://a.com/2"},
            "response": {"status": 200}
            }]}}
            """
        #expect(EntryLines(Data(file.utf8))[1, .url] == 3)
        let entries = try CassetteFile(Data(file.utf8), from: URL(fileURLWithPath: "/a.har")).entries
        #expect(entries.map(\.request.url) == ["https://a.com/2"])
    }
}
