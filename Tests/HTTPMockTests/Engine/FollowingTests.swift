import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct FollowingTests {
    @Test func eachRequestIsAnUpdateWhenItHasEnded() async throws {
        let mock = HTTPMock()
        mock.registerResponses(host: "a.com") {
            Path("/a", responses: [.plaintext("a")])
            Path("/b", responses: [.redirect(to: "/a")])
            Path("/f", responses: [.failure(.timedOut)])
        }
        let (first, second) = (mock.requestUpdates, mock.requestUpdates)
        for path in ["/unmocked", "/b", "/f"] {
            _ = try? await HTTPReply.get("https://a.com\(path)", from: mock.urlSession)
        }
        for updates in [first, second] {
            var lines: [String] = []
            for await record in updates {
                lines.append("\(record.request.path) \(record.status ?? 0)")
                #expect(record.duration != nil)
                if lines.count == 4 { break }
            }
            #expect(lines == ["/unmocked 404", "/b 302", "/a 200", "/f 0"])
        }
    }

    @Test func updatesEndWithTheInstance() async throws {
        var mock: HTTPMock? = HTTPMock()
        let updates = try #require(mock?.requestUpdates)
        mock = nil
        for await _ in updates { Issue.record("there was no request") }
    }

    @Test func idleIsWhenNoRequestIsInFlight() async throws {
        let mock = HTTPMock()
        await mock.waitUntilIdle()
        let gate = ResponseGate()
        mock.addResponses(forURL: "https://a.com/x", responses: [.redirect(to: "/y")])
        mock.addResponses(forURL: "https://a.com/y", responses: [.plaintext("y", delivery: .held(gate))])
        let request = Task { try await HTTPReply.get("https://a.com/x", from: mock.urlSession) }
        await gate.reached()
        let isIdle = Observed(false)
        let waiting = Task {
            await mock.waitUntilIdle()
            isIdle.change { $0 = true }
        }
        #expect(!isIdle.value)
        gate.open()
        await waiting.value
        #expect(mock.requests.allSatisfy { $0.outcome != nil })
        _ = try await request.value
    }

    @Test func cancelledRequestsAndWaitersEnd() async throws {
        let mock = HTTPMock()
        mock.addResponses(forURL: "https://a.com/x", responses: [.empty(delivery: .never)])
        let request = Task { try await HTTPReply.get("https://a.com/x", from: mock.urlSession) }
        try await mock.waitForRequest(.get, "/x", timeout: .seconds(600))
        let impatient = Task { await mock.waitUntilIdle() }
        impatient.cancel()
        await impatient.value
        let waiting = Task { await mock.waitUntilIdle() }
        request.cancel()
        await waiting.value
        _ = try? await request.value
    }
}
