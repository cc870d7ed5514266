import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Every delivery, on a manual clock.
@Suite(.bounded) struct DeliveryTests {
    private let clock = ManualClock()
    private let mock: HTTPMock

    init() {
        mock = HTTPMock(clock: clock)
    }

    /// Starts one request with a delegate that records its events.
    private func load(_ response: MockResponse, timeout: TimeInterval = 1e6) throws -> RecordingDelegate {
        let path = "/\(UUID())"
        mock.addResponses(forPath: path, responses: [response])
        let delegate = RecordingDelegate()
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: .example(path, timeout: timeout)).resume()
        session.finishTasksAndInvalidate()
        return delegate
    }

    private static func chunks(_ events: [ClientEvent]) -> [String] {
        ClientOutcome(data: nil, response: nil, error: nil, events: events).chunks
    }

    @Test func responseDelayedByAnHourArrivesAfterExactlyAnHour() async throws {
        mock.addResponses(forPath: "/slow", responses: [.plaintext("done", delivery: .delayed(3_600))])
        let isDone = Observed(false)
        let loading = Task { [mock] in
            defer { isDone.change { $0 = true } }
            return try await mock.reply("/slow", timeout: 1e6).body
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3_599))
        // Later responses have arrived, so the first one still waits for its time.
        mock.addResponses(forPath: "/other", responses: [.plaintext("other")])
        #expect(try await mock.reply("/other").body == "other")
        #expect(clock.sleeperCount == 1)
        #expect(!isDone.value)
        clock.advance(by: .seconds(1))
        #expect(try await loading.value == "done")
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func delayedResponsesArriveInDeadlineOrder(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let delays = (1...10).shuffled(using: &generator)
        let order = Observed<[Int]>([])
        for delay in delays {
            mock.addResponses(
                forPath: "/\(delay)", responses: [.plaintext("\(delay)", delivery: .delayed(.seconds(delay)))])
            let task = mock.urlSession.dataTask(with: .example("/\(delay)")) { data, _, _ in
                order.change { $0.append(Int(String(decoding: data ?? Data(), as: UTF8.self)) ?? 0) }
            }
            task.resume()
        }
        await clock.waitForSleepers(10)
        for second in 1...10 {
            clock.advance(by: .seconds(1))
            await order.wait { $0.count == second }
        }
        #expect(order.value == Array(1...10))
    }

    @Test func responseWithoutADelayNeedsNoAdvance() async throws {
        for delivery in [
            .instant, .delayed(0), .delayed(-5), .delayed(-.infinity), .delayed(.nan), .delayed(.zero),
            .delayed(.seconds(-1)), .delayed(-2 ... -1, seed: 1), .throttled(bytesPerSecond: 0),
            .throttled(bytesPerSecond: -1), .chunked(size: 0, every: .seconds(1)),
            .chunked(size: 9, every: .seconds(1)),
            .chunked(size: 1, every: .zero), .chunked(size: 1, every: .seconds(-1)), .chunked(size: .max, every: .zero),
            .instant.after(0), .instant.after(-1), .instant.after(.seconds(-1)), .throttled(bytesPerSecond: .max),
        ] as [MockResponse.Delivery] {
            let events = try await load(.plaintext("body", delivery: delivery)).waitForEvents { $0.isComplete }
            #expect(events.last == .completed(nil))
            #expect(Self.chunks(events).joined() == "body")
        }
    }

    @Test func endlessDelaysEndWithTheTimeout() async throws {
        for delivery in [
            .never, .delayed(.infinity), .delayed(1e30), .delayed(.seconds(Int64.max)), .instant.after(.infinity),
            .delayed(1...(.infinity), seed: 1), .never.after(1), .held(ResponseGate()), .held(ResponseGate()).after(4),
        ] as [MockResponse.Delivery] {
            let delegate = try load(.plaintext("body", delivery: delivery), timeout: 10)
            await mock.settle()
            clock.advance(by: .seconds(5))
            await mock.settle()
            #expect(delegate.events.isEmpty)
            clock.advance(by: .seconds(5))
            #expect(await delegate.completion?.urlCode == .timedOut)
        }
    }

    @Test func waitsAddUp() async throws {
        let delegate = try load(
            .plaintext("abcd", delivery: .chunked(size: 2, every: .seconds(3)).after(.seconds(2)).after(1)))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        #expect(delegate.events.isEmpty)
        clock.advance(by: .seconds(1))
        await delegate.waitForEvents { $0.count == 2 }
        #expect(delegate.events == [.response(status: 200), .data(Data("ab".utf8))])
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await delegate.completion == nil)
        #expect(Self.chunks(delegate.events) == ["ab", "cd"])
    }

    @Test func manySmallChunksGiveOtherRequestsTheirTurns() async throws {
        let other = HTTPMock()
        other.addResponses(forPath: "/a", responses: [.plaintext("other", lifetime: .eternal)])
        let text = String(repeating: "x", count: 1 << 20)
        mock.addResponses(forPath: "/large", responses: [.plaintext(text, delivery: .chunked(size: 1, every: .zero))])
        let isOver = Observed(false)
        let task = mock.urlSession.dataTask(with: .example("/large")) { _, _, _ in isOver.change { $0 = true } }
        task.resume()
        _ = try await mock.waitForRequest(path: "/large", timeout: .seconds(600))
        for _ in 1...10 { #expect(try await other.reply("/a").body == "other") }
        #expect(!isOver.value)
        task.cancel()
    }

    @Test func chunksArriveOneByOne() async throws {
        let delegate = try load(.plaintext("abcdefg", delivery: .chunked(size: 3, every: .seconds(60))))
        for expected in [["abc"], ["abc", "def"]] {
            await clock.waitForSleepers(1)
            await delegate.waitForEvents { Self.chunks($0) == expected }
            #expect(Self.chunks(delegate.events) == expected)
            clock.advance(by: .seconds(60))
        }
        #expect(await delegate.completion == nil)
        #expect(Self.chunks(delegate.events) == ["abc", "def", "g"])
    }

    @Test func advancingBeyondSeveralChunksDeliversThemAll() async throws {
        let delegate = try load(.plaintext("abcdef", delivery: .chunked(size: 1, every: .seconds(1))))
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(3_500))
        await delegate.waitForEvents { Self.chunks($0).count == 4 }
        await clock.waitForSleepers(1)
        #expect(Self.chunks(delegate.events) == ["a", "b", "c", "d"])
        clock.advance(by: .milliseconds(500))
        await delegate.waitForEvents { Self.chunks($0).count == 5 }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await delegate.completion == nil)
    }

    @Test func throttledBodyArrivesAtItsRate() async throws {
        let delegate = try load(.data(Data(count: 1_000), delivery: .throttled(bytesPerSecond: 100)))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await delegate.waitForEvents { Self.chunks($0).joined().utf8.count == 510 }
        await clock.waitForSleepers(1)
        #expect(Self.chunks(delegate.events).allSatisfy { $0.utf8.count == 10 })
        clock.advance(by: .milliseconds(4_900))
        #expect(await delegate.completion == nil)
    }

    @Test(arguments: [-1, 0, 1, 4, 100])
    func failingBodyStopsAfterTheGivenNumberOfBytes(byteCount: Int) async throws {
        let delegate = try load(
            .plaintext("body", delivery: .failing(.networkConnectionLost, afterBytes: byteCount).after(.seconds(1))))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await delegate.completion?.urlCode == .networkConnectionLost)
        #expect(delegate.events.first == .response(status: 200))
        #expect(Self.chunks(delegate.events).joined() == String("body".prefix(max(0, byteCount))))
        mock.addResponses(
            forPath: "/whole",
            responses: [
                .plaintext("body", delivery: .failing(.networkConnectionLost, afterBytes: byteCount))
            ])
        #expect(await urlErrorCode { try await mock.reply("/whole") } == .networkConnectionLost)
    }

    @Test func seededDelaysAreTheSameInEveryRun() async throws {
        let responses = [1, 2].map { _ in
            MockResponse.plaintext("x", lifetime: .eternal, delivery: .delayed(1...1_000, seed: 42))
        }
        var delays: [[Duration]] = []
        for (number, response) in responses.enumerated() {
            mock.addResponses(forPath: "/\(number)", responses: [response])
            var own: [Duration] = []
            for _ in 1...5 {
                let start = clock.now
                let loading = Task { try await mock.reply("/\(number)", timeout: 1e6) }
                await clock.waitForSleepers(1)
                while clock.sleeperCount > 0 { clock.advance(by: .seconds(1)) }
                _ = try await loading.value
                own.append(clock.now.offset - start.offset)
            }
            delays.append(own)
        }
        #expect(delays[0] == delays[1])
        #expect(Set(delays[0]).count > 3)
        #expect(delays[0].allSatisfy { (.seconds(1)...Duration.seconds(1_000)).contains($0) })
    }

    // MARK: Gates

    @Test func heldResponseWaitsForTheTest() async throws {
        let gate = ResponseGate()
        let delegate = try load(.plaintext("held", delivery: .held(gate)))
        await gate.reached()
        #expect(delegate.events.isEmpty)
        gate.open()
        #expect(await delegate.completion == nil)
        #expect(Self.chunks(delegate.events) == ["held"])
        // It stays open.
        #expect(try await load(.plaintext("x", delivery: .held(gate))).completion == nil)
    }

    @Test func openingAGateReleasesAllItsRequests() async throws {
        let gate = ResponseGate()
        let arrived = Observed(0)
        mock.addResponses(
            forPath: "/held",
            responses: [
                .handler { _ in
                    arrived.change { $0 += 1 }
                    return .plaintext("held", delivery: .held(gate))
                }
            ])
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...100 { group.addTask { [mock] in try await mock.reply("/held").body } }
            await arrived.wait { $0 == 100 }
            await gate.reached()
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "held", count: 100))
    }

    @Test func cancelledRequestLeavesItsGate() async throws {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/held", responses: [.plaintext("x", lifetime: .eternal, delivery: .held(gate))])
        for _ in 1...20 {
            let (delegate, gate) = (RecordingDelegate(), gate)
            let configuration = URLSessionConfiguration.ephemeral
            mock.install(in: configuration)
            let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
            let task = session.dataTask(with: .example("/held"))
            task.resume()
            await gate.reached()
            async let opening: Void = gate.open()
            task.cancel()
            await opening
            let error = await delegate.completion
            #expect(error == nil || error?.urlCode == .cancelled)
            session.finishTasksAndInvalidate()
        }
    }

    @Test func heldRequestTimesOutOnTheClock() async throws {
        let gate = ResponseGate()
        let delegate = try load(.plaintext("held", delivery: .held(gate)), timeout: 60)
        await gate.reached()
        clock.advance(by: .milliseconds(59_999))
        await mock.settle()
        #expect(delegate.events.isEmpty)
        clock.advance(by: .milliseconds(1))
        #expect(await delegate.completion?.urlCode == .timedOut)
        gate.open()
    }

    @Test func waiterForAGateIsReleasedByCancellation() async {
        let gate = ResponseGate()
        let waiting = Task { await gate.reached() }
        waiting.cancel()
        await waiting.value
    }

    // MARK: Timeouts

    @Test func everyChunkRestartsTheIdleTimeout() async throws {
        let delegate = try load(.plaintext("abc", delivery: .chunked(size: 1, every: .seconds(9))), timeout: 10)
        for count in 1...2 {
            await delegate.waitForEvents { Self.chunks($0).count == count }
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(9))
        }
        #expect(await delegate.completion == nil)
    }

    @Test func lateChunkTimesOut() async throws {
        let delegate = try load(.plaintext("abc", delivery: .chunked(size: 1, every: .seconds(11))), timeout: 10)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        #expect(await delegate.completion?.urlCode == .timedOut)
        #expect(Self.chunks(delegate.events) == ["a"])
    }

    @Test(arguments: ["chunks", "gate", "sequence", "handler"])
    func resourceTimeoutLimitsEveryKindOfWait(kind: String) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForResource = 20
        mock.install(in: configuration)
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let (chunks, source) = AsyncStream.makeStream(of: Data.self)
        let (gate, isReady) = (ResponseGate(), Observed(false))
        let response: MockResponse =
            switch kind {
            case "chunks": .plaintext("abcdefgh", delivery: .chunked(size: 1, every: .seconds(9)))
            case "gate": .plaintext("abcdefgh", delivery: .held(gate))
            case "sequence": .stream(chunks)
            default:
                .handler { [clock] _ in
                    isReady.change { $0 = true }
                    try await clock.sleep(for: .seconds(15))
                    return .plaintext("late", delivery: .delayed(.seconds(6)))
                }
            }
        mock.addResponses(forPath: "/long", responses: [response])
        session.dataTask(with: .example("/long", timeout: 1_000)).resume()
        switch kind {
        case "gate": await gate.reached()
        case "sequence":
            source.yield(Data("x".utf8))
            await delegate.waitForEvents { !Self.chunks($0).isEmpty }
        case "handler":
            await isReady.wait { $0 }
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(15))
            await clock.waitForSleepers(1)
        default: await clock.waitForSleepers(1)
        }
        clock.advance(by: .seconds(kind == "handler" ? 4 : 19))
        await mock.settle()
        #expect(!delegate.events.contains { $0.isEnd })
        clock.advance(by: .seconds(1))
        #expect(await delegate.completion?.urlCode == .timedOut)
    }

    // MARK: Other clocks

    @Test func anyClockMayBeUsed() async throws {
        for clock in [ContinuousClock(), SuspendingClock()] as [any Clock<Duration>] {
            let mock = HTTPMock(clock: clock)
            mock.addResponses(
                forPath: "/x",
                responses: [.plaintext("abc", delivery: .chunked(size: 1, every: .milliseconds(5)).after(0.005))])
            let start = ContinuousClock.now
            #expect(try await mock.reply("/x").body == "abc")
            #expect(ContinuousClock.now - start >= .milliseconds(15))
        }
    }
}

extension [ClientEvent] {
    var isComplete: Bool { last?.isEnd ?? false }
}

extension ClientEvent {
    var isEnd: Bool {
        if case .completed = self { true } else { false }
    }
}
