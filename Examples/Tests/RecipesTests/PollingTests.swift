import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.httpMock(clock: .manual)) struct PollingTests {
    let mock = HTTPMock.current
    let clock = HTTPMock.current.manualClock
    let poller: Poller

    init() {
        poller = Poller(session: mock.urlSession, clock: clock)
    }

    @Test func pollsUntilTheJobIsDone() async throws {
        mock.addResponses(
            forPath: "/jobs/1",
            responses: [
                .handler { request in
                    request.callCount < 4
                        ? .encodable(Poller.Job(state: "running"))
                        : .encodable(Poller.Job(state: "done", result: "42"))
                }
            ])
        async let result = poller.result(of: .recipe("/jobs/1"))
        for _ in 1...3 {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(5))
        }
        #expect(try await result == "42")
        #expect(mock.requests.count == 4)
    }

    @Test func stopsWithItsTask() async throws {
        mock.addResponses(
            forPath: "/jobs/1",
            responses: [
                .encodable(Poller.Job(state: "running"), lifetime: .eternal)
            ])
        let polling = Task { try await poller.result(of: .recipe("/jobs/1")) }
        await clock.waitForSleepers(1)
        polling.cancel()
        await #expect(throws: CancellationError.self) {
            try await polling.value
        }
        #expect(mock.requests.count == 1)
    }
}
