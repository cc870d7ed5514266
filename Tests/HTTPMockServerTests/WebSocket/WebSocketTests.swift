import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// WebSockets over the port, asked by plain bytes.
@Suite(.bounded) struct WebSocketTests {
    static func echo(_ mock: HTTPMock, limits: HTTPMock.Server.Limits = .init()) async throws -> HTTPMock.Server {
        mock.addResponses(forPath: "/") {
            MockResponse.webSocket { socket in
                for await message in socket.messages {
                    switch message {
                    case .text(let text): try await socket.send(text)
                    case .data(let data): try await socket.send(data)
                    }
                }
            }
        }
        return try await mock.serve(limits: limits)
    }

    @Test func echoesMessagesByAScript() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/rooms/{id}") {
            MockResponse.webSocket { socket in
                try await socket.send("welcome to \(socket.request.pathParameter("id") ?? "")")
                for await message in socket.messages { try await socket.send("echo: \(message.text ?? "")") }
            }
        }
        let server = try await mock.serve()
        let client = try RawWebSocket(server, "/rooms/7")
        #expect(client.answer.status == 101)
        #expect(client.answer["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(try await client.read() == .text("welcome to 7"))
        try client.send(.text("one"), .text("two"))
        #expect(try await client.read() == .text("echo: one"))
        #expect(try await client.read() == .text("echo: two"))
        #expect(try await client.close() == 1000)
        #expect(try client.client.end() == .closed)
    }

    // MARK: The table of RFC 6455

    @Test(arguments: WebSocketRow.all) func answersAsEachRowOfTheTableSays(row: WebSocketRow) async throws {
        let mock = HTTPMock()
        let server = try await Self.echo(mock, limits: .init(message: WebSocketRow.limit))
        let client = try RawWebSocket(server, then: row.bytes)
        var expected: [RawWebSocket.Frame] = []
        for event in row.events {
            switch event {
            case .text(let text): expected.append(.text(text))
            case .data(let bytes): expected.append(.binary(bytes))
            case .ping(let payload): expected.append(.pong(payload))
            case .pong, .close, .mistake: continue
            }
        }
        // Pongs overtake what the script sends.
        var frames: [RawWebSocket.Frame] = []
        if row.code == nil {
            for _ in expected { frames.append(try await client.read()) }
        } else {
            while frames.last?.opcode != 8 { frames.append(try await client.read()) }
            let close = frames.removeLast()
            #expect(close.code == (row.code == 1005 ? nil : row.code))
            #expect(try client.client.end() == .closed)
        }
        // A mistake may close the connection before the script has answered.
        let pongs = frames.filter { $0.opcode == 10 }
        let messages = frames.filter { $0.opcode != 10 }
        #expect(pongs == expected.filter { $0.opcode == 10 })
        let expectedMessages = expected.filter { $0.opcode != 10 }
        #expect(messages == Array(expectedMessages.prefix(messages.count)))
        if row.code == nil { #expect(messages.count == expectedMessages.count) }
    }

    // MARK: Size and order

    @Test func echoesTheLargestMessage() async throws {
        let mock = HTTPMock()
        let server = try await Self.echo(mock)
        let client = try RawWebSocket(server)
        let bytes = [UInt8](repeating: 7, count: 16 << 20)
        client.sendInBackground([ClientFrame(opcode: 2, mask: [0, 0, 0, 0], payload: bytes)])
        #expect(try await client.read() == .binary(bytes))
        try await client.close()
    }

    @Test func keepsTheOrderOfAThousandMessagesInBothDirections() async throws {
        let mock = HTTPMock()
        let server = try await Self.echo(mock)
        let client = try RawWebSocket(server)
        client.sendInBackground((0..<1000).map { .text("\($0)") })
        for number in 0..<1000 { #expect(try await client.read() == .text("\(number)")) }
        #expect(try await client.close() == 1000)
    }

    @Test func senderWaitsForAClientThatReadsNothing() async throws {
        let mock = HTTPMock()
        let sent = Locked(0)
        mock.addResponses(forPath: "/") {
            MockResponse.webSocket { socket in
                let chunk = Data(count: 64 << 10)
                for _ in 0..<1000 {
                    try await socket.send(chunk)
                    sent.withLock { $0 += 1 }
                }
            }
        }
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        let first = try await client.read()
        #expect(first.payload.count == 64 << 10)
        // The buffers of two sockets hold some MiB; 64 MiB would be the memory of the process.
        for number in 1..<1000 {
            #expect(try await client.read().payload.count == 64 << 10)
            #expect(sent.withLock { $0 } < number + 500)
        }
        #expect(try await client.read().code == 1000)
    }

    @Test func clientWaitsForAScriptThatReceivesNothing() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") { MockResponse.webSocket() }
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        let chunk = [UInt8](repeating: 1, count: 1 << 20)
        client.sendInBackground((0..<40).map { _ in ClientFrame(opcode: 2, mask: [0, 0, 0, 0], payload: chunk) })
        let socket = try await mock.webSocket(timeout: .seconds(600))
        // Unread messages beyond the limit stay in the sockets, and all arrive in the end.
        #expect(await eventually { socket.pendingMessages.count >= 16 })
        for _ in 0..<40 {
            #expect(socket.pendingMessages.count <= 17)
            #expect(try await socket.receive(timeout: .seconds(60)).data.count == 1 << 20)
        }
    }
}
