import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Clocks that the library does not know.
@Suite(.bounded) struct UserClockTests {
    private struct BrokenClock: Clock {
        struct Broken: Error {}

        let now = ContinuousClock.now
        let minimumResolution = Duration.zero

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { throw Broken() }
    }

    private struct WatchedClock: Clock {
        let hasExecutor = Observed<Bool?>(nil)
        let minimumResolution = Duration.zero

        var now: ContinuousClock.Instant { .now }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            hasExecutor.change { $0 = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil } }
            try await ContinuousClock().sleep(until: deadline)
        }
    }

    @Test(arguments: [MockResponse.Delivery.delayed(.seconds(60)), .never, .chunked(size: 1, every: .seconds(60))])
    func clockThatThrowsFailsTheRequest(delivery: MockResponse.Delivery) async {
        let mock = HTTPMock(clock: BrokenClock())
        mock.addResponses(forPath: "/a", responses: [.plaintext("abc", delivery: delivery)])
        let error = await #expect(throws: HTTPMockError.self) { try await mock.data(for: .example("/a")) }
        #expect(error?.message.contains("BrokenClock") == true)
    }

    #if canImport(FoundationNetworking)
        @Test func clockNeedsNoThreadOfTheCooperativePool() async throws {
            let clock = WatchedClock()
            let mock = HTTPMock(clock: clock)
            mock.addResponses(forPath: "/a", responses: [.plaintext("abc", delivery: .delayed(.milliseconds(1)))])
            #expect(try await mock.reply("/a").body == "abc")
            #expect(clock.hasExecutor.value == true)
        }
    #endif
}
