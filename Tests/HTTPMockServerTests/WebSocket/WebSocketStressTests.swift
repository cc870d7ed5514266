import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// WebSockets whose two sides do many things at once, and clients that are slow, tiny or huge.
@Suite(.bounded) struct WebSocketStressTests {
    typealias Pair = WebSocketConnectionTests.Pair

    // MARK: Many senders

    /// A mix of sizes: most are written at once, and a large one fills the socket.
    private static func payload(_ sender: Int, _ number: Int) -> String {
        let size = number % 50 == 49 ? 300_000 : number % 7
        return "\(sender):\(number):" + String(repeating: "x", count: size)
    }

    @Test(arguments: [nil, 16_384]) func messagesOfManySendersArriveWholeAndInTheOrderOfEach(
        receiveBuffer: Int32?
    ) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") { MockResponse.webSocket() }
        let server = try await mock.serve(limits: .patient)
        let client = try RawWebSocket(server, receiveBuffer: receiveBuffer)
        let socket = try await mock.webSocket(timeout: .seconds(600))
        let (senderCount, messageCount, pingCount) = (6, 100, 200)
        // Pongs must not get into the middle of a message.
        client.sendInBackground((0..<pingCount).map { .ping("\($0)") })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sender in 0..<senderCount {
                group.addTask {
                    for number in 0..<messageCount { try await socket.send(Self.payload(sender, number)) }
                }
            }
            var next = [Int](repeating: 0, count: senderCount)
            var pongs = 0
            while next != [Int](repeating: messageCount, count: senderCount) || pongs < pingCount {
                let frame = try await client.read()
                guard frame.opcode == 1 else {
                    #expect(frame == .pong(Array("\(pongs)".utf8)))
                    pongs += 1
                    continue
                }
                let sender = try #require(Int(frame.text.prefix { $0 != ":" }))
                #expect(frame.text == Self.payload(sender, next[sender]))
                next[sender] += 1
            }
            try await group.waitForAll()
        }
        #expect(try await client.close() == 1000)
    }

    // MARK: Everything at once

    private static let acts = [
        "send", "sendMuch", "receive", "iterate", "ping", "close", "drop", "stall", "closed", "cancelled",
    ]

    private static func perform(_ act: String, on socket: HTTPMock.WebSocketConnection) async throws {
        switch act {
        case "send": try await socket.send("x")
        case "sendMuch": try await socket.send(Data(count: 200_000))
        case "receive": _ = try await socket.receive(timeout: .milliseconds(1))
        case "iterate": for await _ in socket.messages {}
        case "ping": try await socket.ping()
        case "close": try await socket.close()
        case "drop": socket.drop()
        case "stall": socket.stall()
        case "closed": _ = await socket.closed()
        default:
            let task = Task { try await socket.receive(timeout: .seconds(60)) }
            task.cancel()
            _ = try await task.value
        }
    }

    @Test(arguments: Seeds.first(20)) func everyWaitEndsWhateverBothSidesDo(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") { MockResponse.webSocket() }
        let server = try await mock.serve(limits: .init(idleTimeout: .seconds(1)))
        var clients: [RawWebSocket] = []
        var tasks: [Task<Void, any Error>] = []
        for _ in 0..<8 {
            let client = try RawWebSocket(server)
            clients.append(client)
            let socket = try await mock.webSocket(timeout: .seconds(600))
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let act = random.pick(Self.acts)
                tasks.append(Task { try await Self.perform(act, on: socket) })
            }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try? client.send(.text("hi"), .ping(), .close(1000))
            case 1: client.client.reset()
            case 2: client.client.endWriting()
            case 3: try? client.send(ClientFrame(reserved: 1, opcode: 1))
            case 4: client.sendInBackground(Array(repeating: .text("hi"), count: 500))
            default: try? client.send(.text("half", isFinal: false))
            }
        }
        if Bool.random(using: &random) { await Task.yield() }
        server.stop()
        for task in tasks { _ = await task.result }
        #expect(mock.webSockets().isEmpty)
        for client in clients { #expect(try client.client.end() != .open) }
    }

    @Test func manyConnectionsEchoAtTheSameTime() async throws {
        let mock = HTTPMock()
        let server = try await WebSocketTests.echo(mock)
        let clients = try (0..<300).map { _ in try RawWebSocket(server) }
        #expect(mock.webSockets().count == 300)
        for (number, client) in clients.enumerated() { try client.send(.text("\(number)")) }
        for (number, client) in clients.enumerated() { #expect(try await client.read() == .text("\(number)")) }
        server.stop()
        for client in clients { #expect(try client.client.readToEnd().end == .closed) }
        #expect(mock.webSockets().isEmpty)
    }

    // MARK: Slow, tiny and huge

    @Test func clientWithATinyReceiveBufferGetsEverything() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") {
            MockResponse.webSocket { socket in
                for number in 0..<300 { try await socket.send("message \(number)") }
            }
        }
        let server = try await mock.serve(limits: .patient)
        let client = try RawWebSocket(server, receiveBuffer: 1)
        for number in 0..<300 { #expect(try await client.read() == .text("message \(number)")) }
        #expect(try await client.read().code == 1000)
    }

    @Test func messageOfManyTinyFragmentsIsOneMessage() async throws {
        let pair = try await Pair()
        let text = (0..<20_000).map { "\($0 % 10)" }.joined()
        var frames: [ClientFrame] = [.text("", isFinal: false)]
        for (index, digit) in text.enumerated() {
            frames.append(.more("\(digit)", isFinal: false))
            frames.append(.more("", isFinal: false))
            if index % 1000 == 0 { frames.append(.ping("\(index)")) }
        }
        frames.append(.more(""))
        pair.client.sendInBackground(frames)
        #expect(try await pair.socket.receive(timeout: .seconds(60)) == .text(text))
        for index in stride(from: 0, to: 20_000, by: 1000) {
            #expect(try await pair.client.read() == .pong(Array("\(index)".utf8)))
        }
    }

    @Test(arguments: [(16 << 20) + 1, 1 << 40, UInt64(Int64.max)] as [UInt64])
    func hugeFrameIsRefusedAtItsHead(length: UInt64) async throws {
        let pair = try await Pair()
        try pair.client.client.send(Array(ClientFrame(opcode: 2, length: length).bytes))
        #expect(try await pair.client.read().code == 1009)
        #expect(await pair.socket.closed().code == .messageTooBig)
    }

    @Test func fragmentsBeyondTheLimitAreRefused() async throws {
        let pair = try await Pair(limits: .init(message: 1000))
        try pair.client.send(.binary([UInt8](repeating: 0, count: 999), isFinal: false), .more([1], isFinal: false))
        try pair.client.send(.more([], isFinal: false), .more([2]))
        #expect(try await pair.client.read().code == 1009)
        let closing = await pair.socket.closed()
        #expect(closing.reason.contains("1000 bytes"))
    }

    @Test func serverReadsNoMorePingsOfAClientThatReadsNothing() async throws {
        let pair = try await Pair()
        let batch = Array(repeating: ClientFrame(opcode: 9, payload: [UInt8](repeating: 7, count: 125)), count: 1000)
            .flatMap(\.bytes)
        let sent = Locked(0)
        let (client, count) = (pair.client, 300)
        Thread.detachNewThread {
            for _ in 0..<count {
                do { try client.client.send(batch) } catch { return }
                sent.withLock { $0 += 1 }
            }
        }
        // The buffers of two sockets hold some MiB, and 39 MiB were sent if the answers had room.
        let isHeld = await eventually {
            let before = sent.withLock { $0 }
            // In each turn a loop reads what its connections want, so that the client could send more.
            for _ in 0..<1_000 { EventLoop.waitForAll(pair.server.core.loops) { _ in } }
            return before > 0 && sent.withLock { $0 } == before
        }
        #expect(isHeld)
        #expect(sent.withLock { $0 } < count)
        for _ in 0..<count {
            let pongs = try await onThread { Result { try client.client.read(count: 127 * 1000) } }.get()
            #expect(pongs.prefix(3) == [0x8A, 125, 7])
        }
        try client.send(.text("after"))
        #expect(try await pair.socket.receive(timeout: .seconds(600)) == .text("after"))
    }

    // MARK: What is released

    @Test func connectionIsReleasedWithItsTest() async throws {
        weak var released: HTTPMock.WebSocketConnection?
        weak var session: WebSocketChannel?
        do {
            let pair = try await Pair()
            released = pair.socket
            session = pair.socket.channel
            try await pair.client.close()
            _ = await pair.socket.closed()
            pair.server.stop()
        }
        #expect(await eventually { released == nil && session == nil })
    }
}
