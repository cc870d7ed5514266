import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Retries with backoff, on a clock that the test advances.
@Suite(.httpMock(clock: .manual)) struct RetryTests {
    let mock = HTTPMock.current
    let clock = HTTPMock.current.manualClock
    let client: RetryingClient

    init() {
        client = RetryingClient(session: mock.urlSession, clock: clock)
    }

    @Test func waitsTwiceAsLongEachTime() async throws {
        mock.addResponses(
            forPath: "/flaky",
            responses: [
                .status(.serviceUnavailable), .failure(.networkConnectionLost),
                .status(.badGateway), .plaintext("ok"),
            ])
        async let answer = client.data(for: .recipe("/flaky"))
        for (number, seconds) in [1, 2, 4].enumerated() {
            await clock.waitForSleepers(1)
            #expect(mock.requests.count == number + 1)
            clock.advance(by: .seconds(seconds) - .nanoseconds(1))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .nanoseconds(1))
        }
        #expect(try await answer == Data("ok".utf8))
    }

    @Test func givesUpAfterFourAttempts() async throws {
        mock.addResponses(
            forPath: "/down",
            responses: [.status(.serviceUnavailable, lifetime: .eternal)])
        let asking = Task { try await client.data(for: .recipe("/down")) }
        for seconds in [1, 2, 4] {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(seconds))
        }
        await #expect(throws: StatusError(status: 503)) {
            try await asking.value
        }
        #expect(mock.requests.count == 4)
    }

    @Test func doesNotRetryWhatCanNotSucceed() async throws {
        mock.addResponses(forPath: "/gone", responses: [.status(.gone)])
        await #expect(throws: StatusError(status: 410)) {
            try await client.data(for: .recipe("/gone"))
        }
        #expect(mock.requests.count == 1)
    }
}
