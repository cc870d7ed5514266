import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The members of a log that begin with an underscore, which a viewer shows.
@Suite(.bounded) struct LoggedTestTests {
    private let mock = HTTPMock()

    private func log(ofFailedTest name: String? = nil) throws -> JSONValue {
        try #require(JSONValue(parsing: mock.networkLogHAR(ofFailedTest: name))["log"])
    }

    private func details(of address: String) async throws -> JSONValue {
        _ = try? await mock.data(for: URLRequest(url: try #require(URL(string: address))))
        return try #require(try log()["entries"]?.elements?.last?["_httpmock"])
    }

    @Test func mockedRequestNamesItsRegistrationAndItsLine() async throws {
        mock.addResponses(forPath: "/user", responses: [.plaintext("x")])
        let line = #line - 1
        let details = try await details(of: "https://example.com/user")
        #expect(details["outcome"]?.string == "mocked")
        #expect(details["registration"]?.string == "example.com/user")
        #expect(details["place"]?.string == "LoggedTestTests.swift:\(line)")
        #expect(details["start"] == nil)
    }

    @Test func unmockedRequestHasItsDiagnosisPartByPart() async throws {
        mock.addResponses(forPath: "/user", method: .post, responses: [.plaintext("x")])
        let diagnosis = try #require(try await details(of: "https://example.com/user?token=s3cret")["diagnosis"])
        let nearest = try #require(diagnosis["nearest"]?.elements?.first)
        #expect(nearest["registration"]?.string == "POST example.com/user")
        #expect(nearest["verdict"]?.string == "host and path match; method is GET, expected POST")
        let parts = try #require(nearest["parts"]?.elements)
        #expect(parts.map { $0["part"]?.string } == ["host", "path", "method"])
        #expect(parts.map { $0["matches"] } == [.bool(true), .bool(true), .bool(false)])
        #expect(parts.last?["reason"]?.string == "method is GET, expected POST")
        #expect(diagnosis["text"]?.string?.hasPrefix("HTTPMock: no response for GET") == true)
        #expect(diagnosis["fix"]?.elements?.isEmpty == false)
        #expect(!diagnosis.text.contains("s3cret"))
    }

    @Test func failedRequestHasItsError() async throws {
        mock.addResponses(forPath: "/fails", responses: [.failure(.timedOut)])
        let details = try await details(of: "https://example.com/fails")
        #expect(details["outcome"]?.string == "failed" && details["error"]?.string == "URLError -1001")
    }

    @Test func manualClockIsTheTimeOfTheLog() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        let delivery = MockResponse.Delivery.chunked(size: 1, every: .seconds(1)).after(.seconds(2))
        let gate = ResponseGate()
        mock.addResponses(
            forPath: "/slow",
            responses: [.plaintext("ab", delivery: delivery), .plaintext("c", delivery: .held(gate))])
        clock.advance(by: .milliseconds(500))
        let request = URLRequest(url: try #require(URL(string: "https://example.com/slow")))
        async let answer = mock.data(for: request)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        _ = try await answer
        async let unfinished = mock.data(for: request)
        await gate.reached()
        let root = try JSONValue(parsing: mock.networkLogHAR())
        let details = try #require(root["log"]?["entries"]?.elements?.map { $0["_httpmock"] })
        let members = ["start", "wait", "receive"]
        #expect(
            details.map { entry in members.map { entry?[$0]?.text } } == [
                ["500", "2000", "1000"], ["10500", "0", "0"],
            ])
        gate.open()
        _ = try await unfinished
    }

    @Test func testHasItsNameOutcomeAndUnusedRegistrations() throws {
        mock.addResponses(forPath: "/never", responses: [.status(404), .plaintext("x")])
        let test = try #require(log(ofFailedTest: "A/b()")["_test"])
        #expect(test["name"]?.string == "A/b()" && test["outcome"]?.string == "failed")
        #expect(test["unused"]?.elements?.map { $0["registration"]?.string } == ["example.com/never"])
        #expect(test["unused"]?.elements?.first?["response"]?.string?.hasPrefix("404") == true)
        #expect(try log()["_test"] == nil)
    }
}
