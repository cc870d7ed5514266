import Foundation
import TestSupport
import Testing

@testable import HTTPMock
@testable import HTTPMockServer

/// The ends of WebSockets that one side does not expect.
@Suite(.bounded) struct WebSocketEndTests {
    typealias Closing = HTTPMock.WebSocketConnection.Closing
    typealias Pair = WebSocketConnectionTests.Pair

    /// More messages than wait unread, as the client sends them: 16 MiB and a little.
    private static let flood = (Array(repeating: 1 << 20, count: 16) + [256 << 10]).map { size in
        ClientFrame(opcode: 2, mask: [0, 0, 0, 0], payload: [UInt8](repeating: 1, count: size))
    }

    // MARK: A full inbox

    @Test func closeWithUnreadMessagesIsClean() async throws {
        let pair = try await Pair()
        pair.client.sendInBackground(Self.flood + [.close(1000)])
        #expect(await eventually { pair.socket.pendingMessages.count >= 16 })
        try await pair.socket.close(.goingAway)
        #expect(pair.socket.closing == Closing(code: .goingAway))
        // What came before the limit can still be received.
        #expect(try await pair.socket.receive(timeout: .seconds(600)).data.count == 1 << 20)
    }

    @Test func scriptThatEndsWithUnreadMessagesClosesCleanly() async throws {
        let mock = HTTPMock()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        mock.addResponses(forPath: "/") { MockResponse.webSocket { _ in for await _ in ends {} } }
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        let socket = try await mock.webSocket(timeout: .seconds(600))
        client.sendInBackground(Self.flood + [.close(1000)])
        #expect(await eventually { socket.pendingMessages.count >= 16 })
        end.finish()
        #expect(try await client.read().code == 1000)
        #expect(await socket.closed() == Closing(code: .normalClosure))
    }

    // MARK: A drop

    @Test(arguments: [true, false]) func nothingFollowsADrop(sendsMore: Bool) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") {
            MockResponse.webSocket { socket in
                try await socket.send("last")
                socket.drop()
                if sendsMore { try await socket.send("more") }
            }
        }
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        let socket = try await mock.webSocket(timeout: .seconds(600))
        #expect(try await client.read() == .text("last"))
        #expect(try client.client.end() == .reset)
        #expect(await socket.closed() == .abnormal)
        #expect(mock.problems.isEmpty)
    }

    @Test func dropAfterACloseSendsTheCloseFrameFirst() async throws {
        let pair = try await Pair()
        let closing = Task { try await pair.socket.close(.goingAway) }
        #expect(try await pair.client.read().code == 1001)
        pair.socket.drop()
        #expect(try pair.client.client.end() == .reset)
        try await closing.value
        #expect(await pair.socket.closed() == Closing(code: .goingAway, isClean: false))
    }

    // MARK: A client that is gone

    @Test(arguments: [true, false]) func stalledConnectionEndsWithItsClient(isReset: Bool) async throws {
        let pair = try await Pair()
        try pair.client.send(.text("read"))
        #expect(try await pair.socket.receive(timeout: .seconds(600)) == .text("read"))
        pair.socket.stall()
        try pair.client.send(.text("unread"), .ping())
        if isReset { pair.client.client.reset() } else { pair.client.client.endWriting() }
        #expect(await pair.socket.closed() == .abnormal)
        #expect(pair.socket.pendingMessages.isEmpty)
        #expect(try pair.client.client.end() != .open)
    }

    @Test func closeFrameBeforeTheEndOfSendingIsClean() async throws {
        let pair = try await Pair()
        try pair.client.send(.text("last"), .close(1000, "bye"))
        pair.client.client.endWriting()
        #expect(try await pair.client.read().code == 1000)
        #expect(try pair.client.client.end() == .closed)
        #expect(await pair.socket.closed() == Closing(code: .normalClosure, reason: "bye"))
        #expect(try await pair.socket.receive(timeout: .seconds(600)) == .text("last"))
    }

    @Test func closeThatIsNotAnsweredDropsTheConnection() async throws {
        let pair = try await Pair(limits: .init(idleTimeout: .seconds(600)))
        async let first: Void = pair.socket.close(4000)
        #expect(try await pair.client.read().code == 4000)
        // A second one does nothing, and waits for nothing.
        try await pair.socket.close(4001)
        #expect(pair.socket.closing == Closing(code: 4000, isClean: false))
        try await first
        #expect(try pair.client.client.end() == .reset)
        #expect(pair.socket.closing == Closing(code: 4000, isClean: false))
    }

    @Test func closingIsKnownBeforeMessagesEndAndSendThrows() async throws {
        for _ in 0..<20 {
            let pair = try await Pair()
            let socket = pair.socket
            let receiving = Task {
                for await _ in socket.messages {}
                return socket.closing
            }
            let sending = Task {
                do {
                    while true { try await socket.send(Data(count: 1 << 16)) }
                } catch {
                    return socket.closing
                }
            }
            try pair.client.send(.close(4001))
            // The client reads to the end, because a server whose output is full reads nothing.
            while (try? await pair.client.read()) != nil {}
            #expect(await receiving.value?.code == 4001)
            #expect(await sending.value?.code == 4001)
        }
    }

    // MARK: The end of the server

    @Test(arguments: ["the server is released", "the mock is released", "the test ends"])
    func openConnectionIsClosedWith1001(when end: String) async throws {
        var mock: HTTPMock? = HTTPMock()
        mock?.addResponses(forPath: "/") { MockResponse.webSocket() }
        var server = try await mock?.serve()
        let client = try RawWebSocket(#require(server))
        let socket = try #require(await mock?.webSocket(timeout: .seconds(600)))
        let receiving = Task { try await socket.receive(timeout: .seconds(60)) }
        let pinging = Task { try await socket.ping() }
        #expect(try await client.read().opcode == 9)
        switch end {
        case "the server is released": server = nil
        case "the mock is released": mock = nil
        default: mock?.end(because: "over")
        }
        #expect(try await client.read().code == 1001)
        #expect(try client.client.end() == .closed)
        for waiting in [await receiving.result.map { _ in () }, await pinging.result] {
            let error = #expect(throws: HTTPMockError.self) { try waiting.get() }
            #expect(error?.message.contains("is over (1001, without an answer)") == true, "\(error?.message ?? "")")
        }
        #expect(socket.closing == Closing(code: .goingAway, isClean: false))
        withExtendedLifetime((mock, server)) {}
    }

    @Test func stopEndsScriptsThatSendWithoutAnEnd() async throws {
        let mock = HTTPMock()
        let running = Locked(0)
        mock.addResponses(forPath: "/") {
            MockResponse.webSocket { socket in
                running.withLock { $0 += 1 }
                defer { running.withLock { $0 -= 1 } }
                while true { try await socket.send("tick") }
            }
        }
        mock.hasSummary = true
        let server = try await mock.serve()
        let clients = try (0..<20).map { _ in try RawWebSocket(server) }
        for client in clients { #expect(try await client.read() == .text("tick")) }
        server.stop()
        for client in clients { #expect(try client.client.end() != .open) }
        #expect(await eventually { running.withLock { $0 } == 0 })
        #expect(mock.problems.isEmpty)
    }

    @Test func stopEndsConnectionsWhoseClientsSendWithoutAnEnd() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") { MockResponse.webSocket { socket in for await _ in socket.messages {} } }
        let server = try await mock.serve()
        let clients = try (0..<8).map { _ in try RawWebSocket(server) }
        for client in clients { client.sendInBackground(Array(repeating: .text("x"), count: 50_000)) }
        let socket = try await mock.webSocket(timeout: .seconds(600))
        #expect(await eventually { (mock.requests.first?.webSocketMessageCount ?? 0) > 100 })
        server.stop()
        #expect(await socket.closed().code == .goingAway)
        for client in clients { #expect(try client.client.end() != .open) }
    }

    // MARK: Waits that nothing ends

    @Test(arguments: [
        ("messages", "a loop over the messages of the WebSocket GET https://example.com/messages waits"),
        ("receive", "receive(timeout:) of the WebSocket GET https://example.com/receive waits"),
        ("ping", "ping() waits for the pong of the WebSocket GET https://example.com/ping."),
        ("closed", "closed() waits for the end of the WebSocket GET https://example.com/closed."),
        ("next", "webSocket(_:) waits for a WebSocket to /next, which nobody has opened."),
    ])
    func waitIsReportedWithWhatTheConnectionHasSeen(call: String, text: String) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/*") { MockResponse.webSocket() }
        let server = try await mock.serve()
        let client = try RawWebSocket(server, "/\(call)")
        let socket = try await mock.webSocket(timeout: .seconds(600))
        try client.send(.text("hello"))
        #expect(try await socket.receive(timeout: .seconds(600)) == .text("hello"))
        let waiting = Task {
            switch call {
            case "messages": for await _ in socket.messages {}
            case "receive": _ = try await socket.receive(timeout: .seconds(3600))
            case "ping": try await socket.ping()
            case "closed": _ = await socket.closed()
            default: _ = try await mock.webSocket("/next", timeout: .seconds(3600))
            }
        }
        func waits() -> [String] {
            PendingWait.state.withLock { Array($0.waits.values) }.map(\.description).filter { $0.hasPrefix(text) }
        }
        #expect(await eventually { waits().count == 1 })
        let wait = try #require(waits().first)
        #expect(wait.contains("To fix this, "))
        if ["messages", "receive"].contains(call) {
            #expect(wait.contains(#"after 1 message, of which the last logged is client: "hello""#))
        }
        waiting.cancel()
        _ = await waiting.result
        #expect(waits().isEmpty)
    }
}
