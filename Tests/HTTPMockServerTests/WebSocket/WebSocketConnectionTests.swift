import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// The server's side of a WebSocket, driven by the test line by line.
@Suite(.bounded) struct WebSocketConnectionTests {
    typealias Closing = HTTPMock.WebSocketConnection.Closing

    /// A mock with one WebSocket, its server, a client and the other side of the client.
    struct Pair: Sendable {
        let mock: HTTPMock
        let server: HTTPMock.Server
        let client: RawWebSocket
        let socket: HTTPMock.WebSocketConnection

        init(limits: HTTPMock.Server.Limits = .patient) async throws {
            mock = HTTPMock()
            mock.hasSummary = true
            mock.addResponses(forPath: "/") { MockResponse.webSocket() }
            server = try await mock.serve(limits: limits)
            client = try RawWebSocket(server)
            socket = try await mock.webSocket("/", timeout: .seconds(600))
        }
    }

    // MARK: Messages

    @Test func testSpeaksLineByLine() async throws {
        let pair = try await Pair()
        try pair.client.send(.text("subscribe"))
        #expect(try await pair.socket.receive(timeout: .seconds(600)).text == "subscribe")
        try await pair.socket.send("190")
        #expect(try await pair.client.read() == .text("190"))
        try await pair.socket.send(Data([1, 2]))
        #expect(try await pair.client.read() == .binary([1, 2]))
        try await pair.socket.send(json: ["a": 1])
        #expect(try await pair.client.read() == .text(#"{"a":1}"#))
        try pair.client.send(.binary([3]))
        #expect(try await pair.socket.receive(timeout: .seconds(600)) == .data(Data([3])))
    }

    @Test func messageReadsAsTextDataAndJSON() async throws {
        let pair = try await Pair()
        try pair.client.send(.text(#"{"a":1}"#), .binary(Array(#"[2]"#.utf8)))
        let text = try await pair.socket.receive(timeout: .seconds(600))
        #expect(text.text == #"{"a":1}"#)
        #expect(text.data == Data(#"{"a":1}"#.utf8))
        #expect(try text.json(as: [String: Int].self) == ["a": 1])
        let data = try await pair.socket.receive(timeout: .seconds(600))
        #expect(data.text == nil)
        #expect(try data.json(as: [Int].self) == [2])
    }

    @Test func timeoutOfReceiveNamesWhatTheConnectionHasSeen() async throws {
        let pair = try await Pair()
        try pair.client.send(.text("one"))
        #expect(try await pair.socket.receive(timeout: .seconds(600)) == .text("one"))
        let error = await #expect(throws: HTTPMockError.self) {
            try await pair.socket.receive(timeout: .milliseconds(10))
        }
        #expect(
            error?.message.contains("no message came on the WebSocket GET https://example.com/ within 0.01") == true)
        #expect(error?.message.contains(#"after 1 message, of which the last logged is client: "one""#) == true)
    }

    @Test func cancelledReceiveLosesNoMessage() async throws {
        let pair = try await Pair()
        for number in 0..<50 {
            let reader = Task { try await pair.socket.receive(timeout: .seconds(600)) }
            if number % 2 == 0 { await Task.yield() }
            reader.cancel()
            try pair.client.send(.text("\(number)"))
            switch await reader.result {
            case .success(let message): #expect(message == .text("\(number)"))
            case .failure(let error):
                #expect(error is CancellationError)
                #expect(try await pair.socket.receive(timeout: .seconds(600)) == .text("\(number)"))
            }
        }
    }

    @Test func messageGoesToOneReader() async throws {
        let pair = try await Pair()
        let texts = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { try await pair.socket.receive(timeout: .seconds(60)).text } }
            for number in 0..<20 { try pair.client.send(.text("\(number)")) }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(texts.count == 20)
    }

    @Test func pendingMessagesAreKnownAfterAPing() async throws {
        let pair = try await Pair()
        let client = pair.client
        try client.send(.text("one"), .text("two"))
        let answering = Task.detached {
            let ping = try await client.read()
            try client.send(ClientFrame(opcode: 10, payload: ping.payload))
        }
        try await pair.socket.ping()
        try await answering.value
        #expect(pair.socket.pendingMessages == [.text("one"), .text("two")])
        #expect(try await pair.socket.receive(timeout: .seconds(600)) == .text("one"))
        #expect(pair.socket.pendingMessages == [.text("two")])
    }

    @Test func pongOfALaterPingAnswersEarlierOnes() async throws {
        let pair = try await Pair()
        let (client, socket) = (pair.client, pair.socket)
        async let first: Void = socket.ping()
        let one = try await client.read()
        async let second: Void = socket.ping()
        let two = try await client.read()
        #expect(one.opcode == 9)
        try client.send(ClientFrame(opcode: 10, payload: two.payload))
        try await first
        try await second
    }

    @Test func pongOfALaterPingThatNobodyWaitsForAnswersEarlierOnes() async throws {
        let pair = try await Pair()
        let (client, socket) = (pair.client, pair.socket)
        async let first: Void = socket.ping()
        _ = try await client.read()
        let second = Task { try await socket.ping() }
        let ping = try await client.read()
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        try client.send(ClientFrame(opcode: 10, payload: ping.payload))
        try await first
    }

    /// Two tasks that ping at once may send their pings in either order.
    @Test func pongOfAnEarlierPingEndsNoWaitForALaterOne() async {
        let wakeUp: WebSocketChannel.WakeUp = await withCheckedContinuation { continuation in
            var pings = WebSocketPings()
            pings.wait(continuation, id: 1)
            pings.noteSent(id: 2)
            pings.noteSent(id: 1)
            let early = pings.answer(id: 2) ?? []
            let late = pings.answer(id: 1) ?? []
            #expect(early.isEmpty)
            #expect(late.count == 1)
            for waiting in early + late + pings.removeAll() { waiting.resume(returning: .done) }
        }
        #expect(wakeUp == .done)
    }

    /// A client may send pongs that answer no ping, as a heartbeat.
    ///
    /// - SeeAlso: [RFC 6455 §5.5.3](https://www.rfc-editor.org/rfc/rfc6455.html#section-5.5.3)
    @Test func pongToNoPingEndsNoWait() async throws {
        let pair = try await Pair()
        let (client, socket) = (pair.client, pair.socket)
        let pinging = Task { try await socket.ping() }
        #expect(try await client.read().opcode == 9)
        try client.send(ClientFrame(opcode: 10, payload: [UInt8](repeating: 0xFF, count: 8)), .text("after"))
        #expect(try await socket.receive(timeout: .seconds(600)) == .text("after"))
        client.client.reset()
        await #expect(throws: HTTPMockError.self) { try await pinging.value }
    }

    // MARK: Closing

    @Test func closingIsTheCodeOfTheClientThatClosedFirst() async throws {
        let pair = try await Pair()
        try pair.client.send(.text("last"), .close(4001, "bye"))
        let close = try await pair.client.read()
        #expect(close.code == 4001)
        #expect(await pair.socket.closed() == Closing(code: 4001, reason: "bye"))
        #expect(try await pair.socket.receive(timeout: .seconds(600)) == .text("last"))
        let error = await #expect(throws: HTTPMockError.self) { try await pair.socket.receive(timeout: .seconds(600)) }
        #expect(error?.message.contains(#"is over (4001 "bye"), so no message can be received"#) == true)
        await #expect(throws: HTTPMockError.self) { try await pair.socket.send("x") }
        await #expect(throws: HTTPMockError.self) { try await pair.socket.ping() }
        try await pair.socket.close()
    }

    @Test func closeWaitsForTheAnswerOfTheClient() async throws {
        let pair = try await Pair()
        let client = pair.client
        let answering = Task.detached {
            let close = try await client.read()
            try client.send(.close(1000))
            return close
        }
        try await pair.socket.close(.goingAway, reason: "maintenance")
        let close = try await answering.value
        #expect(close.code == 1001)
        #expect(close.payload.dropFirst(2).elementsEqual("maintenance".utf8))
        #expect(pair.socket.closing == Closing(code: .goingAway, reason: "maintenance"))
        #expect(try client.client.end() == .closed)
    }

    @Test func messagesThatComeAfterTheOwnCloseAreReceived() async throws {
        let pair = try await Pair()
        let (client, socket) = (pair.client, pair.socket)
        async let closed: Void = socket.close()
        #expect(try await client.read().code == 1000)
        await #expect(throws: HTTPMockError.self) { try await socket.send("x") }
        #expect(socket.closing == Closing(code: .normalClosure, isClean: false))
        try client.send(.text("late"), .ping(), .close(1000))
        try await closed
        var texts: [String?] = []
        for await message in socket.messages { texts.append(message.text) }
        #expect(texts == ["late"])
        #expect(socket.closing?.isClean == true)
    }

    /// A call of `send` that meets the closing must find it as clean as it stays.
    @Test func closeFrameOfTheClientIsAnsweredAndCleanInOneStep() {
        let closing = Closing(code: 4001, reason: "bye")
        let seen = Locked<[Closing?]>([])
        let observed = Locked<WebSocketChannel?>(nil)
        let transcript = WebSocketTranscript(arrival: .now, date: Date()) { _ in false }
        let channel = WebSocketChannel(transcript, write: nil) { _ in
            let closing = observed.withLock { $0 }?.closing
            seen.withLock { $0.append(closing) }
        }
        observed.withLock { $0 = channel }
        #expect(channel.beginClosing(closing))
        #expect(seen.withLock { $0 } == [closing])
        #expect(channel.takeOutput() == [0x88, 5, 0x0F, 0xA1] + Array("bye".utf8))
        observed.withLock { $0 = nil }
    }

    @Test func closeFrameWithoutACodeIs1005() async throws {
        let pair = try await Pair()
        try pair.client.send(ClientFrame(opcode: 8))
        #expect(try await pair.client.read().payload.isEmpty)
        #expect(await pair.socket.closed() == Closing(code: .noStatusReceived))
    }

    @Test(arguments: [true, false]) func clientThatDisappearsIs1006(isReset: Bool) async throws {
        let pair = try await Pair()
        try pair.client.send(.text("last"))
        #expect(try await pair.socket.receive(timeout: .seconds(600)) == .text("last"))
        if isReset { pair.client.client.reset() } else { pair.client.client.endWriting() }
        var count = 0
        for await _ in pair.socket.messages { count += 1 }
        #expect(count == 0)
        #expect(pair.socket.closing == Closing(code: .abnormalClosure, isClean: false))
    }

    @Test(arguments: [1004, 1005, 1006, 1015, 999, 1016, 2999, 5000] as [UInt16])
    func codeThatMayNotBeSentLeavesTheConnectionOpen(code: UInt16) async throws {
        let pair = try await Pair()
        let error = await #expect(throws: HTTPMockError.self) {
            try await pair.socket.close(.init(rawValue: code))
        }
        #expect(error?.message.contains("the close code \(code) may not be sent") == true)
        try await pair.socket.send("open")
        #expect(try await pair.client.read() == .text("open"))
    }

    @Test func reasonThatIsTooLongLeavesTheConnectionOpen() async throws {
        let pair = try await Pair()
        let error = await #expect(throws: HTTPMockError.self) {
            try await pair.socket.close(reason: String(repeating: "ä", count: 62))
        }
        #expect(error?.message.contains("124 bytes") == true)
        #expect(pair.socket.closing == nil)
        try await pair.socket.send("open")
        #expect(try await pair.client.read() == .text("open"))
    }

    @Test func dropFirstSendsWhatWasSent() async throws {
        let pair = try await Pair()
        try await pair.socket.send("last")
        pair.socket.drop()
        #expect(try await pair.client.read() == .text("last"))
        #expect(try pair.client.client.end() == .reset)
        #expect(await pair.socket.closed() == Closing(code: .abnormalClosure, isClean: false))
    }

    @Test func stalledConnectionAnswersNothing() async throws {
        let pair = try await Pair()
        pair.socket.stall()
        try await pair.socket.send("never")
        try pair.client.send(.text("unread"), .ping())
        #expect(pair.client.client.isSilent(for: 200))
        #expect(pair.socket.pendingMessages.isEmpty)
        pair.server.stop()
        #expect(try pair.client.client.end() != .open)
        #expect(await pair.socket.closed().code == .goingAway)
    }

    @Test func clientThatReadsNothingEndsAfterTheIdleTimeout() async throws {
        let pair = try await Pair(limits: .init(idleTimeout: .seconds(2)))
        let error = await #expect(throws: HTTPMockError.self) {
            for _ in 0..<1000 { try await pair.socket.send(Data(count: 1 << 20)) }
        }
        #expect(error?.message.contains("is over (1006, without a close frame)") == true)
    }

    @Test func pingsDoNotPutOffTheEndOfAClientThatReadsNothing() async throws {
        let pair = try await Pair(limits: .init(idleTimeout: .seconds(1)))
        let socket = pair.socket
        let filling = Task { for _ in 0..<1000 { try await socket.send(Data(count: 1 << 20)) } }
        let hasEnded = await eventually {
            // Its output is a turn of the connection.
            Task { try? await socket.ping() }
            return socket.closing != nil
        }
        #expect(hasEnded)
        pair.server.stop()
        await #expect(throws: HTTPMockError.self) { try await filling.value }
    }

    @Test func idleConnectionStaysOpen() async throws {
        let pair = try await Pair(limits: .init(bodyTimeout: .milliseconds(50), idleTimeout: .seconds(2)))
        try pair.client.client.send(Array(ClientFrame.text("half").bytes.prefix(4)))
        #expect(pair.client.client.isSilent(for: 4000))
        try pair.client.client.send(Array(ClientFrame.text("half").bytes.dropFirst(4)))
        #expect(try await pair.socket.receive(timeout: .seconds(600)) == .text("half"))
    }

    // MARK: Mistakes

    @Test func mistakeOfTheClientIsReportedAndFailsNothing() async throws {
        let pair = try await Pair()
        try pair.client.send(ClientFrame(reserved: 4, opcode: 1))
        let close = try await pair.client.read()
        #expect(close.code == 1002)
        let closing = await pair.socket.closed()
        #expect(
            closing == Closing(code: .protocolError, reason: "A frame has a reserved bit: RSV1 is 1.", isClean: false))
        let problem = try #require(pair.mock.problems.first)
        #expect(problem.kind == .turnedDown)
        #expect(problem.text.contains("closed GET https://example.com/ with 1002: A frame has a reserved bit: RSV1"))
    }

    // MARK: Scripts

    @Test func scriptThatThrowsClosesWith1011() async throws {
        struct Broken: Error {}
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.addResponses(forPath: "/") { MockResponse.webSocket { _ in throw Broken() } }
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        let close = try await client.read()
        #expect(close.code == 1011)
        #expect(String(decoding: close.payload.dropFirst(2), as: UTF8.self).contains("Broken"))
        let problem = try #require(mock.problems.first)
        #expect(problem.kind == .failure)
        #expect("\(problem.location!)".contains("WebSocketConnectionTests.swift"))
        #expect(problem.text.contains("the script of the WebSocket GET https://example.com/ threw Broken"))
        #expect(problem.text.contains(", so the server closed it with 1011. To fix this, "))
    }

    @Test(arguments: [
        ("the client closes", "after closing (1000)"),
        ("the script closes", "after closing (4001)"),
        ("the script stalls", "while stalling"),
    ])
    func scriptThatThrowsLaterIsReportedWithTheEndThatWas(end: String, text: String) async throws {
        struct Broken: Error {}
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.addResponses(forPath: "/") {
            MockResponse.webSocket { socket in
                switch end {
                case "the client closes": for await _ in socket.messages {}
                case "the script closes": try await socket.close(4001)
                default: socket.stall()
                }
                throw Broken()
            }
        }
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        switch end {
        case "the client closes": try await client.close(1000)
        case "the script closes":
            #expect(try await client.read().code == 4001)
            try client.send(.close(4001))
        default: break
        }
        #expect(await eventually { !mock.problems.isEmpty })
        let report = try #require(mock.problems.first).text
        #expect(report.hasSuffix(" threw Broken() \(text). To fix this, catch the error in the script."))
        withExtendedLifetime(client) {}
    }

    @Test(arguments: ["send", "receive", "cancellation"])
    func scriptThatThrowsBecauseItIsOverFailsNothing(call: String) async throws {
        let mock = HTTPMock()
        mock.hasSummary = true
        let ended = Locked(false)
        mock.addResponses(forPath: "/") {
            MockResponse.webSocket { socket in
                defer { ended.withLock { $0 = true } }
                for await _ in socket.messages {}
                switch call {
                case "send": try await socket.send("x")
                case "receive": _ = try await socket.receive(timeout: .seconds(600))
                default: throw CancellationError()
                }
            }
        }
        let server = try await mock.serve()
        try await RawWebSocket(server).close()
        #expect(await eventually { ended.withLock { $0 } })
        #expect(mock.problems.isEmpty)
    }

    @Test func longErrorIsCutToTheLongestReason() async throws {
        struct Long: LocalizedError {
            var errorDescription: String? { String(repeating: "ä", count: 300) }
        }
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") { MockResponse.webSocket { _ in throw Long() } }
        let server = try await mock.serve()
        let payload = try await RawWebSocket(server).read().payload
        #expect(payload.count <= 125)
        #expect(String(validating: payload.dropFirst(2), as: UTF8.self) != nil)
    }

    @Test func timeoutThatHasPassedEndsAWaitForAMessageAtOnce() async throws {
        let pair = try await Pair()
        for timeout in [Duration.zero, .seconds(-1), .nanoseconds(1)] {
            for _ in 0..<300 {
                await #expect(throws: HTTPMockError.self) { try await pair.socket.receive(timeout: timeout) }
            }
        }
    }

    // MARK: The next connection

    @Test func eachCallReturnsTheNextConnection() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/*") { MockResponse.webSocket() }
        let server = try await mock.serve()
        let clients = try ["/a", "/b", "/a"].map { try RawWebSocket(server, $0) }
        let first = try await mock.webSocket("/a", timeout: .seconds(600))
        let second = try await mock.webSocket("/a", timeout: .seconds(600))
        let third = try await mock.webSocket(timeout: .seconds(600))
        #expect(first !== second)
        #expect([first, second, third].map(\.request.path) == ["/a", "/a", "/b"])
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.webSocket("/a", timeout: .milliseconds(10))
        }
        #expect(error?.message.contains("nobody opened a WebSocket to /a within 0.01 seconds") == true)
        #expect(error?.message.contains("GET https://example.com/b") == true)
        #expect(
            error?.message.hasSuffix(
                "To fix this, use the connection that another call of webSocket(_:) has returned, or let the code under "
                    + "test connect again.") == true)
        let other = await #expect(throws: HTTPMockError.self) {
            try await mock.webSocket("/c", timeout: .milliseconds(10))
        }
        #expect(other?.message.contains("To fix this, register MockResponse.webSocket() for the path") == true)
        #expect(clients.count == 3)
    }

    @Test func waitsForAConnectionThatComesLater() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") { MockResponse.webSocket() }
        let server = try await mock.serve()
        async let socket = mock.webSocket("/", timeout: .seconds(60))
        let client = try RawWebSocket(server)
        try await socket.send("hi")
        #expect(try await client.read() == .text("hi"))
    }

    @Test func openConnectionsAreListedInOrder() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/*") { MockResponse.webSocket() }
        let server = try await mock.serve()
        let clients = try ["/a", "/b", "/c"].map { try RawWebSocket(server, $0) }
        #expect(mock.webSockets().map(\.request.path) == ["/a", "/b", "/c"])
        #expect(mock.webSockets("/b").count == 1)
        for socket in mock.webSockets() { try await socket.send("all") }
        for client in clients { #expect(try await client.read() == .text("all")) }
        try await clients[1].close()
        #expect(mock.webSockets().map(\.request.path) == ["/a", "/c"])
    }

    @Test func connectionsWhoseClosingHasBegunAreNotListed() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/*") { MockResponse.webSocket() }
        let server = try await mock.serve(limits: .patient)
        let clients = try ["/closed", "/dropped", "/open"].map { try RawWebSocket(server, $0) }
        let closed = try await mock.webSocket("/closed", timeout: .seconds(600))
        let closing = Task { try await closed.close() }
        // The client does not answer the close frame yet.
        #expect(try await clients[0].read().code == 1000)
        try await mock.webSocket("/dropped", timeout: .seconds(600)).drop()
        #expect(mock.webSockets().map(\.request.path) == ["/open"])
        for socket in mock.webSockets() { try await socket.send("all") }
        #expect(try await clients[2].read() == .text("all"))
        // Fails if the server's limit of five seconds has passed.
        try? clients[0].send(.close(1000))
        try await closing.value
    }

    // MARK: The end

    @Test func stoppedServerClosesWith1001() async throws {
        let mock = HTTPMock()
        let cancelled = Locked(false)
        // A script that has not begun is not run any more.
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        mock.addResponses(forPath: "/") {
            MockResponse.webSocket { socket in
                begin.finish()
                do {
                    while true { try await Task.sleep(for: .seconds(3600)) }
                } catch {
                    cancelled.withLock { $0 = true }
                }
            }
        }
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        let socket = try await mock.webSocket(timeout: .seconds(600))
        for await _ in begun {}
        let reader = Task { try await socket.receive(timeout: .seconds(60)) }
        server.stop()
        #expect(try await client.read().code == 1001)
        #expect(try client.client.end() == .closed)
        await #expect(throws: HTTPMockError.self) { try await reader.value }
        #expect(socket.closing == Closing(code: .goingAway, isClean: false))
        #expect(await eventually { cancelled.withLock { $0 } })
    }

    @Test func unreadMessagesAreOneWarningForEachConnection() async throws {
        let pair = try await Pair()
        try pair.client.send(.text("one"), .text("two"))
        #expect(await eventually { pair.socket.pendingMessages.count == 2 })
        let problem = try #require(pair.mock.problemsAtEnd(testHasFailed: false).first)
        #expect(problem.isWarning)
        #expect(problem.location != nil)
        #expect(
            problem.text.contains(
                #"nobody has received 2 messages that the client sent on the WebSocket GET https://example.com/"#))
        #expect(problem.text.contains(#"the first of which is "one""#))
    }

    /// The messages of most connections that have ended are dropped, but not the warnings about them.
    @Test func unreadMessagesOfManyEndedConnectionsAreAllWarnings() throws {
        let registry = WebSocketRegistry()
        let url = try #require(URL(string: "https://example.com/"))
        let request = MockRequest(
            method: .get, address: .url(url), headers: .init(), body: Data(), isWebSocketUpgrade: true)
        for number in 0..<3_000 {
            let transcript = WebSocketTranscript(arrival: .now, date: Date()) { _ in false }
            let channel = WebSocketChannel(transcript, write: nil) { _ in }
            let connection = HTTPMock.WebSocketConnection(
                request, of: MockRegistration(standIn: "a test"), subprotocol: nil, channel: channel)
            registry.add(connection)
            if number % 3 > 0 { _ = registry.take(try RequestFilter(method: nil, host: nil, path: nil)) }
            if number % 2 == 0 { _ = channel.deliver(.text("unread \(number)")) }
            channel.end(HTTPMock.WebSocketConnection.Closing(code: .normalClosure), isForced: true)
        }
        let texts = registry.problemsAtEnd(testHasFailed: false).map(\.text)
        #expect(texts.count == 1_500)
        for number in [0, 2, 1_000, 1_498, 2_998] {
            #expect(texts.count { $0.contains("\"unread \(number)\"") } == 1, "\(number)")
        }
    }

    @Test func messagesAfterTheScriptAreNotCounted() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") { MockResponse.webSocket { _ in } }
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        #expect(try await client.read().code == 1000)
        try client.send(.text("late"), .close(1000))
        #expect(try client.client.end() == .closed)
        #expect(mock.problemsAtEnd(testHasFailed: false).isEmpty)
        #expect(mock.requests.first?.webSocketMessages.count == 1)
    }
}
