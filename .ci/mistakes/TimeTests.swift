import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

/// Mistakes with delays, timeouts, clocks, gates and tasks.
@Suite(.httpMock(host: "api.example.com", clock: .manual)) struct TimeTests {
    let mock = HTTPMock.current

    @Test func advancedTooEarly() async throws {
        // says: 1 task sleeps on a manual clock that was advanced by 1.0 seconds, left: 1.0 seconds
        mock.addResponses(forPath: "/users", responses: [.status(.serviceUnavailable), .json("[]")])
        let clock = mock.manualClock
        clock.advance(by: .seconds(1))
        async let users = callWithRetry("https://api.example.com/users", clock: clock)
        let text = try await users
        #expect(text == "[]")
    }

    @Test func advancedTooEarlyFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.status(.serviceUnavailable), .json("[]")])
        let clock = mock.manualClock
        async let users = callWithRetry("https://api.example.com/users", clock: clock)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        let text = try await users
        #expect(text == "[]")
    }

    @Test func neverIsNoSleeper() async throws {
        // says: waitForSleepers(1) waits; sleepers on this clock: 0
        // says: write waitForPendingResponses(1)
        mock.addResponses(forPath: "/slow", responses: [.plaintext("never", delivery: .never)])
        let clock = mock.manualClock
        async let slow = call("GET", "https://api.example.com/slow", timeout: 30)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(30))
        _ = try? await slow
    }

    @Test func neverIsNoSleeperFollowed() async throws {
        mock.addResponses(forPath: "/slow", responses: [.plaintext("never", delivery: .never)])
        let clock = mock.manualClock
        async let slow = call("GET", "https://api.example.com/slow", timeout: 30)
        await clock.waitForPendingResponses(1)
        clock.advance(by: .seconds(30))
        _ = try? await slow
    }

    @Test func timeoutThatNobodyAdvances() async throws {
        // says: is never answered, because of its delivery .never
        // says: advance the clock to its timeout, clock.advance(by: .seconds(30))
        mock.addResponses(forPath: "/slow", responses: [.plaintext("never", delivery: .never)])
        await #expect(throws: (any Error).self) { try await call("GET", "https://api.example.com/slow", timeout: 30) }
    }

    @Test func timeoutThatNobodyAdvancesFollowed() async throws {
        mock.addResponses(forPath: "/slow", responses: [.plaintext("never", delivery: .never)])
        let clock = mock.manualClock
        let slow = Task { try await call("GET", "https://api.example.com/slow", timeout: 30) }
        await clock.waitForPendingResponses(1)
        clock.advance(by: .seconds(30))
        await #expect(throws: (any Error).self) { try await slow.value }
    }

    @Test func delayThatNobodyAdvances() async throws {
        // says: waits on a manual clock that nobody has advanced, 5
        // says: await clock.waitForSleepers(1), then clock.advance(by:)
        mock.addResponses(forPath: "/users", responses: [.json("[]", delivery: .delayed(5))])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func delayThatNobodyAdvancesFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.json("[]", delivery: .delayed(5))])
        let clock = mock.manualClock
        async let users = call("GET", "https://api.example.com/users")
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        _ = try await users
    }

    @Test func gateThatNobodyOpens() async throws {
        // says: waits at a gate that nobody has opened
        // says: gate.open()
        let gate = ResponseGate()
        mock.addResponses(forPath: "/users", responses: [.json("[]", delivery: .held(gate))])
        async let users = call("GET", "https://api.example.com/users")
        await gate.reached()
        _ = try await users
    }

    @Test func gateThatNobodyOpensFollowed() async throws {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/users", responses: [.json("[]", delivery: .held(gate))])
        async let users = call("GET", "https://api.example.com/users")
        await gate.reached()
        gate.open()
        _ = try await users
    }

    @Test(.httpMock(host: "api.example.com", clock: .continuous)) func delayInRealTime() async throws {
        // says: waits for its delay
        mock.addResponses(forPath: "/users", responses: [.json("[]", delivery: .delayed(.seconds(90)))])
        try await call("GET", "https://api.example.com/users", timeout: 60)
    }

    @Test func delayInRealTimeFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.json("[]", delivery: .delayed(.seconds(30)))])
        let clock = mock.manualClock
        async let users = call("GET", "https://api.example.com/users", timeout: 60)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(30))
        _ = try await users
    }

    @Test(.httpMock(host: "api.example.com", clock: .continuous)) func clockThatIsNotManual() async throws {
        // says: manualClock was read, but the mock of this test has the clock
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        mock.manualClock.advance(by: .seconds(1))
        try await call("GET", "https://api.example.com/users")
    }

    @Test(.httpMock(host: "api.example.com", clock: .manual)) func clockThatIsNotManualFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        mock.manualClock.advance(by: .seconds(1))
        try await call("GET", "https://api.example.com/users")
    }

    @Test func streamThatNobodyFinishes() async throws {
        // says: sequence
        let (chunks, feed) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/feed", responses: [.stream(chunks)])
        async let text = call("GET", "https://api.example.com/feed")
        feed.yield(Data("one".utf8))
        _ = try await text
        feed.finish()
    }

    @Test func streamThatNobodyFinishesFollowed() async throws {
        let (chunks, feed) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/feed", responses: [.stream(chunks)])
        async let text = call("GET", "https://api.example.com/feed")
        feed.yield(Data("one".utf8))
        feed.finish()
        _ = try await text
    }

    @Test func streamUsedTwice() async throws {
        // says: AsyncStream was given to another request already
        let (chunks, feed) = AsyncStream.makeStream(of: Data.self)
        feed.yield(Data("one".utf8))
        feed.finish()
        mock.addResponses(forPath: "/feed", responses: [.stream(chunks, lifetime: .eternal)])
        try await call("GET", "https://api.example.com/feed")
        try await call("GET", "https://api.example.com/feed")
    }

    @Test func streamUsedTwiceFollowed() async throws {
        mock.addResponses(
            forPath: "/feed",
            responses: [
                .handler { _ in
                    let (chunks, feed) = AsyncStream.makeStream(of: Data.self)
                    feed.yield(Data("one".utf8))
                    feed.finish()
                    return .stream(chunks)
                }
            ])
        try await call("GET", "https://api.example.com/feed")
        try await call("GET", "https://api.example.com/feed")
    }

    @Test func chunksThatNobodyAdvances() async throws {
        // says: waits on a manual clock that nobody has advanced, 1
        mock.addResponses(
            forPath: "/file", responses: [.data(Data(count: 30), delivery: .chunked(size: 10, every: .seconds(1)))])
        try await call("GET", "https://api.example.com/file")
    }

    @Test func chunksThatNobodyAdvancesFollowed() async throws {
        mock.addResponses(
            forPath: "/file", responses: [.data(Data(count: 30), delivery: .chunked(size: 10, every: .seconds(1)))])
        let clock = mock.manualClock
        async let text = call("GET", "https://api.example.com/file")
        for _ in 0..<2 {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
        }
        _ = try await text
    }
}
