import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Timeouts run on the clock of the mock, so that no test waits for one.
@Suite(.httpMock(clock: .manual)) struct TimeoutTests {
    let mock = HTTPMock.current
    let clock = HTTPMock.current.manualClock

    private func request(timeout: TimeInterval) -> URLRequest {
        var request = URLRequest.recipe("/slow")
        request.timeoutInterval = timeout
        return request
    }

    @Test func timesOutIfTheServerNeverAnswers() async throws {
        mock.addResponses(
            forPath: "/slow",
            responses: [.plaintext("never", delivery: .never)])
        let asking = Task { [request = request(timeout: 30)] in
            try await mock.urlSession.success(request)
        }
        await clock.waitForPendingResponses(1)
        clock.advance(by: .seconds(30))
        let error = await #expect(throws: URLError.self) {
            try await asking.value
        }
        #expect(error?.code == .timedOut)
    }

    @Test func waitsForAServerThatAnswersInTime() async throws {
        mock.addResponses(
            forPath: "/slow",
            responses: [.plaintext("late", delivery: .delayed(.seconds(29)))])
        let asking = Task { [request = request(timeout: 30)] in
            try await mock.urlSession.success(request).0
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(29))
        #expect(try await asking.value == Data("late".utf8))
    }

    @Test func retriesAfterATimeout() async throws {
        mock.addResponses(
            forPath: "/slow",
            responses: [
                .plaintext("never", delivery: .never), .plaintext("at last"),
            ])
        let client = RetryingClient(session: mock.urlSession, clock: clock)
        let asking = Task { [request = request(timeout: 30)] in
            try await client.data(for: request)
        }
        await clock.waitForPendingResponses(1)
        clock.advance(by: .seconds(30))
        await clock.waitForSleepers(1)  // the client waits before its retry
        clock.advance(by: .seconds(1))
        #expect(try await asking.value == Data("at last".utf8))
    }
}
