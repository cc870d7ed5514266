import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An instance's state is in one struct, which a request locks three times.
@Suite(.bounded) struct StoreTests {
    private let mock = HTTPMock()

    @Test(arguments: ["/instant", "/delayed", "/unmocked"])
    func requestLocksTheStoreAtMostThreeTimes(path: String) async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/instant", responses: [.plaintext("x", lifetime: .eternal)])
        mock.addResponses(
            forPath: "/delayed", responses: [.plaintext("x", lifetime: .eternal, delivery: .delayed(.seconds(1)))])
        let advancing = Task {
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advanceToNextSleeper()
            }
        }
        var counts: [Int] = []
        for _ in 0..<70 {
            let before = mock.engine.store.read(\.lockCount)
            _ = try await mock.data(for: .example(path))
            // Reading the count locks as well.
            counts.append(mock.engine.store.read(\.lockCount) - before - 1)
        }
        advancing.cancel()
        // A look for stalled requests, which comes every few seconds, locks as well.
        #expect(counts.sorted()[35] <= 3)
    }

    @Test func resetClearsWhatATestFoundOut() async throws {
        mock.addResponses(forPath: "/a", responses: [.handler { _ in throw CocoaError(.fileNoSuchFile) }])
        _ = try? await mock.data(for: .example("/a"))
        #expect(mock.problems.map(\.kind) == [.cause])
        mock.reset()
        #expect(mock.problems.isEmpty)
        #expect(mock.requests.isEmpty)
        #expect(mock.unusedResponses.isEmpty)
    }

    @Test func requestThatEndsAfterAResetIsInNoLog() async throws {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("x", delivery: .held(gate))])
        async let reply = mock.reply("/a")
        await gate.reached()
        mock.reset()
        gate.open()
        #expect(try await reply.body == "x")
        #expect(mock.requests.isEmpty)
        await mock.waitUntilIdle()
    }

    @Test func policyCountsItsAnswersAgainOnceItIsSetAgain() async throws {
        let policy = UnmockedPolicy.mock(.handler { .plaintext("\($0.callCount)") })
        mock.unmockedPolicy = policy
        #expect(try await mock.reply("/a").body == "1")
        #expect(try await mock.reply("/a").body == "2")
        mock.unmockedPolicy = policy
        #expect(try await mock.reply("/a").body == "1")
    }

    @Test func logKeepsRepeatedFieldsOneByOne() async throws {
        mock.addResponses(
            forPath: "/a", responses: [.empty().addingHeader("Set-Cookie", "a=1").addingHeader("Set-Cookie", "b=2")])
        _ = try await mock.data(for: .example("/a"))
        #expect(mock.requests[0].responseHeaders.values(for: "Set-Cookie") == ["a=1", "b=2"])
    }

    @Test func conditionOfAnotherPathKeepsARequestOffTheMatchingQueue() async throws {
        let release = DispatchSemaphore(value: 0)
        let isBlocked = Observed(false)
        mock.addResponses(
            forPath: "/blocks",
            when: .where("blocks") { _ in
                isBlocked.change { $0 = true }
                release.wait()
                return true
            }, responses: [.plaintext("late")])
        mock.addResponses(forPath: "/free", responses: [.plaintext("at once")])
        async let late = mock.reply("/blocks")
        await isBlocked.wait { $0 }
        #expect(try await mock.reply("/free").body == "at once")
        release.signal()
        #expect(try await late.body == "late")
    }
}
