import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct ManualClockTests {
    @Test func sleepersWakeByDeadlineThenByArrival() {
        let clock = ManualClock()
        let woken = Observed<[String]>([])
        // Functions are called by `advance` in this order. Tasks are woken in this order too, but run in any order.
        for (name, seconds) in [("late", 3), ("first of two", 2), ("second of two", 2), ("early", 1)] {
            let deadline = clock.now.advanced(by: .seconds(seconds))
            _ = clock.call(at: deadline, as: .sleep) { woken.change { $0.append(name) } }
        }

        clock.advance(by: .milliseconds(1_999))
        #expect(woken.value == ["early"])
        #expect(clock.sleeperCount == 3)

        clock.advance(by: .seconds(2))
        #expect(woken.value == ["early", "first of two", "second of two", "late"])
        #expect(clock.now.offset == .milliseconds(3_999))
    }

    @Test func advanceByANegativeDurationIsAMistake() {
        let clock = ManualClock()
        clock.advance(by: .seconds(3))
        let reports = InterceptedReports(containing: "instead of -1.25 seconds")

        clock.advance(by: .milliseconds(-1_250))

        #expect(clock.now.offset == .seconds(3))
        #expect(
            reports.texts == [
                "HTTPMock: a manual clock can't go back. To fix this, give a duration of zero or more, instead of -1.25 "
                    + "seconds."
            ])
    }

    @Test func tasksSleepUntilTheirDeadline() async throws {
        let clock = ManualClock()
        let woken = Observed<Set<Int>>([])
        var tasks: [Task<Void, any Error>] = []
        for seconds in [3, 1, 2] {
            let task = Task {
                try await clock.sleep(for: .seconds(seconds))
                woken.change { _ = $0.insert(seconds) }
            }
            tasks.append(task)
            await clock.waitForSleepers(tasks.count)
        }
        for seconds in 1...3 {
            clock.advance(by: .seconds(1))
            await woken.wait { $0.count == seconds }
            #expect(woken.value == Set(1...seconds))
            #expect(clock.sleeperCount == 3 - seconds)
        }
        for task in tasks { try await task.value }
    }

    @Test func pastDeadlineDoesNotSleep() async throws {
        let clock = ManualClock()
        clock.advance(by: .seconds(1))
        try await clock.sleep(until: clock.now)
        try await clock.sleep(for: .zero)
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: [MockResponse.Delivery.never, .held(ResponseGate())])
    func responsesThatNoAdvanceAnswersAreNoSleepers(delivery: MockResponse.Delivery) async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/pending", responses: [.empty(delivery: delivery)])
        mock.addResponses(forPath: "/delayed", responses: [.empty(delivery: .delayed(.seconds(3)))])
        let pending = Task { try await mock.reply("/pending") }
        await clock.waitForPendingResponses(1)
        #expect(clock.sleeperCount == 0)
        let delayed = Task { try await mock.reply("/delayed") }
        await clock.waitForPendingResponses(2)
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(60))
        _ = try await delayed.value
        await #expect(throws: URLError.self) { try await pending.value }
        #expect(clock.pendingResponseCount == 0)
    }

    @Test func tasksThatNobodyAdvancesAreReportedOnce() async {
        let clock = ManualClock()
        let test = UUID().uuidString
        let reports = InterceptedReports(containing: test)
        let tasks = [1, 2].map { seconds in Task { try? await clock.sleep(for: .seconds(seconds)) } }
        await clock.waitForSleepers(2)
        for _ in 0..<3 * StallWatch.limit { #expect(clock.look(in: test)) }
        #expect(
            reports.texts == [
                "HTTPMock: no progress for ten seconds: 2 tasks sleep on a manual clock that nobody has advanced, left: "
                    + "1.0 seconds, 2.0 seconds. To fix this, advance the clock after the sleep has begun: "
                    + "await clock.waitForSleepers(1), then clock.advance(by:) (in \(test))."
            ])
        clock.advance(by: .seconds(2))
        for task in tasks { await task.value }
        #expect(!clock.look(in: test))
    }

    @Test func cancellationEndsTheSleep() async throws {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func cancelledTaskDoesNotSleep() async throws {
        let clock = ManualClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func cancellationRacingWithAdvanceEndsEachSleepOnce() async {
        let clock = ManualClock()
        for _ in 1...500 {
            let tasks = (1...4).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
            await clock.waitForSleepers(4)
            async let advance: Void = clock.advance(by: .seconds(1))
            for task in tasks {
                task.cancel()
            }
            await advance
            for task in tasks {
                _ = await task.result
            }
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func timeoutOfAHandlerOrAChunkIsNotCountedAsASleeper() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        let isCalled = Observed(false)
        let (stream, test) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/stream", responses: [.stream(stream)])
        mock.addResponses(
            forPath: "/handler",
            responses: [
                .handler { _ in
                    isCalled.change { $0 = true }
                    try await clock.sleep(for: .seconds(5))
                    return .plaintext("handler")
                }
            ])
        async let streamed = mock.reply("/stream")
        test.yield(Data("chunk".utf8))
        async let handled = mock.reply("/handler")
        await isCalled.wait { $0 }
        await clock.waitForSleepers(1)
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(5))
        #expect(try await handled.body == "handler")
        test.finish()
        #expect(try await streamed.body == "chunk")
    }

    @Test func sleepersWithAPastDeadlineWakeAtOnce() async throws {
        let clock = ManualClock()
        let start = clock.now
        clock.advance(by: .seconds(10))
        try await clock.sleep(until: start.advanced(by: .seconds(9)))
        #expect(start.duration(to: clock.now) == .seconds(10))
    }
}
