import Foundation
import HTTPMock
import HTTPMockServer
import HTTPMockTesting
import Testing

@testable import Chat

/// A client that connects again, on a clock that the test advances.
@Suite(.httpMock(host: "chat.example.com", clock: .manual)) struct ReconnectTests {
    let mock = HTTPMock.current
    let clock = HTTPMock.current.manualClock

    @Test func connectsAgainAfterADrop() async throws {
        mock.addResponses(forPath: "/room") { MockResponse.webSocket() }
        let server = try await mock.serve()
        let client = ChatClient(url: server.webSocketURL.appending(path: "room"), clock: clock)
        let running = Task { try await client.run() }
        var messages = client.messages.makeAsyncIterator()

        let first = try await mock.webSocket("/room")
        try await first.send("one")
        first.drop()
        #expect(await messages.next() == "one")
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))

        let second = try await mock.webSocket("/room")
        try await second.send("two")
        #expect(await messages.next() == "two")
        try await second.close()
        try await running.value
    }

    @Test func waitsTwiceAsLongAfterEachRefusedHandshake() async throws {
        mock.addResponses(
            forPath: "/room",
            responses: [
                .status(.serviceUnavailable), .status(.badGateway), .webSocket(),
            ])
        let server = try await mock.serve()
        let client = ChatClient(url: server.webSocketURL.appending(path: "room"), clock: clock)
        let running = Task { try await client.run() }
        for seconds in [1, 2] {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(seconds) - .nanoseconds(1))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .nanoseconds(1))
        }
        let socket = try await mock.webSocket("/room")
        try await socket.close()
        try await running.value
        #expect(mock.requests.map(\.status) == [503, 502, 101])
    }

    @Test func givesUpAfterA401() async throws {
        mock.addResponses(forPath: "/room", responses: [.status(.unauthorized)])
        let server = try await mock.serve()
        let client = ChatClient(url: server.webSocketURL.appending(path: "room"), clock: clock)
        await #expect(throws: WebSocketTransport.HandshakeError(status: 401)) {
            try await client.run()
        }
    }

    @Test func connectsAgainAfterMaintenance() async throws {
        mock.addResponses(forPath: "/room") { MockResponse.webSocket() }
        let server = try await mock.serve()
        let client = ChatClient(url: server.webSocketURL.appending(path: "room"), clock: clock)
        let running = Task { try await client.run() }
        let socket = try await mock.webSocket("/room")
        try await socket.close(.goingAway, reason: "maintenance")
        #expect(socket.closing?.isClean == true)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        try await mock.webSocket("/room").close()
        try await running.value
    }
}
