import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// Clients that are slow, many or gone, and what they cost the others.
@Suite(.bounded) struct LoadTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func asksForNoMoreChunksThanASlowReaderTakes() throws {
        let given = Locked(0)
        let chunk = Data(repeating: 1, count: 64 << 10)
        let total = 512
        let server = try AnsweringServer(limits: .patient) { _, writer in
            writer.send(WireHead(status: 200, fields: []))
            @Sendable func next() {
                let number = given.withLock { number in
                    number += 1
                    return number
                }
                if number > total { return writer.finish() }
                writer.send(chunk) { next() }
            }
            next()
            return nil
        }
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        try client.send(Self.get)
        _ = try client.read(until: "\r\n\r\n")
        // Enough turns for all chunks, if each was requested without regard to the client.
        for _ in 0..<2 * total { EventLoop.waitForAll(server.core.loops) { _ in } }
        // What fits into the buffers of both sockets, which the system may make as large as some megabytes.
        #expect(given.withLock { $0 } < total / 2)
        var received = 0
        while received < total {
            #expect(try client.read(until: "\r\n") == "10000\r\n")
            let bytes = try client.read(count: (64 << 10) + 2)
            received += bytes.count / (64 << 10)
        }
        #expect(try client.read(until: "0\r\n\r\n") == "0\r\n\r\n")
    }

    @Test func readsNoMoreThanItsBufferFromAClientThatDoesNotWaitForAnswers() async throws {
        let server = try AnsweringServer { _, _ in nil }
        let client = try RawClient(port: server.port)
        try client.send(Self.get)
        // Larger than the buffers, so that writing comes to a stop.
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 20)
        let isDone = Locked(false)
        Thread.detachNewThread { [client = Shared(client)] in
            try? client.value.send(bytes)
            isDone.withLock { $0 = true }
        }
        let other = try RawClient(port: server.port)
        try other.send("BAD\r\n\r\n")
        #expect(try other.readResponse().status == 400)
        #expect(!isDone.withLock { $0 })
        server.core.stop()
        #expect(await eventually { isDone.withLock { $0 } })
    }

    @Test func servesOthersWhileAThousandConnectionsAreIdle() throws {
        let server = try AnsweringServer()
        // Fewer if the process may open fewer.
        let idle = (0..<1000).compactMap { _ in try? RawClient(port: server.port) }
        #expect(idle.count > 200)
        let stalled = try (0..<10).map { _ in try RawClient(port: server.port) }
        for client in stalled { try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe") }
        let client = try RawClient(port: server.port)
        for _ in 0..<100 {
            try client.send(Self.get)
            #expect(try client.readResponse().status == 200)
        }
        for client in idle.suffix(3) {
            try client.send(Self.get)
            #expect(try client.readResponse().status == 200)
        }
        server.core.stop()
        for client in idle + stalled { #expect(try client.end() != .open) }
    }

    @Test(arguments: [(1000, 0), (8, 64 << 10)])
    func answersOthersBeforeTheLastOfManyPipelinedRequests(count: Int, size: Int) throws {
        let other = Locked<Shared<RawClient>?>(nil)
        let targets = Locked<[String]>([])
        let text = String(repeating: "x", count: size)
        let server = try AnsweringServer { request, writer in
            let target = request.head.line.target.text
            targets.withLock { $0.append(target) }
            // On the thread of both connections, so that the other request waits before the second one is parsed.
            if target == "/0" { try? other.withLock { $0 }?.value.send(RawClient.get("/other")) }
            writer.answer(text)
            return nil
        }
        // The loops get the connections in turn, so the first and the last of these have the same loop.
        let clients = try (0...server.core.loops.count).map { _ in try RawClient(port: server.port) }
        for client in clients {
            try client.send(Self.get)
            _ = try client.readResponse()
        }
        targets.withLock { $0 = [] }
        other.withLock { $0 = Shared(clients[clients.count - 1]) }
        try clients[0].send((0..<count).map { RawClient.get("/\($0)") }.joined())
        #expect(try clients[clients.count - 1].readResponse().status == 200)
        for _ in 0..<count { #expect(try clients[0].readResponse().status == 200) }
        let position = try #require(targets.withLock { $0 }.firstIndex(of: "/other"))
        #expect(position < count)
    }

    @Test func survivesClientsThatResetInTheMiddle() async throws {
        let server = try AnsweringServer()
        let texts = [
            "G", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhel", Self.get,
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
            String(repeating: Self.get, count: 500),
        ]
        for text in texts + texts {
            let client = try RawClient(port: server.port)
            try client.send(text)
            client.reset()
        }
        #expect(await eventually { server.core.openSourceCount == 1 })
        let client = try RawClient(port: server.port)
        try client.send(Self.get)
        #expect(try client.readResponse().status == 200)
    }

    // MARK: Timeouts

    @Test(arguments: ["GET / HT", "GET / HTTP/1.1\r\nHost: h\r\n"])
    func answers408ToAHeadThatIsNotCompleteInTime(text: String) throws {
        let server = try AnsweringServer(limits: .init(headTimeout: .milliseconds(50)))
        let client = try RawClient(port: server.port)
        try client.send(text)
        #expect(try client.readResponse().status == 408)
        #expect(try client.end() == .closed)
    }

    @Test func countsTheTimeOfAHeadFromItsFirstByte() throws {
        let server = try AnsweringServer(limits: .init(headTimeout: .milliseconds(200)))
        let client = try RawClient(port: server.port)
        // Bytes that drip do not put the timeout off.
        var count = 0
        while count < 1000, client.isSilent(for: 20) {
            try client.send("x")
            count += 1
        }
        #expect(try client.readResponse().status == 408)
    }

    @Test func doesNotCountTheTimeInWhichEarlierResponsesAreNotRead() throws {
        let text = String(repeating: "x", count: 200_000)
        let server = try AnsweringServer(limits: .init(headTimeout: .milliseconds(50))) { _, writer in
            writer.answer(text)
            return nil
        }
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        // Larger than the buffers of both sockets, and a head that is not complete.
        let count = 200
        try client.send(String(repeating: Self.get, count: count) + "GET / HTTP/1.1\r\n")
        for _ in 0..<4 {
            let other = try RawClient(port: server.port)
            try other.send("GET")
            #expect(try other.readResponse().status == 408)
        }
        for _ in 0..<count { #expect(try client.readResponse().body.count == text.utf8.count) }
        #expect(try client.readResponse().status == 408)
    }

    @Test func endsAConnectionWhoseClientSendsMoreAndReadsNothing() async throws {
        let text = String(repeating: "x", count: 200_000)
        let server = try AnsweringServer(limits: .init(idleTimeout: .seconds(1))) { _, writer in
            writer.answer(text)
            return nil
        }
        let client = Shared(try RawClient(port: server.port, receiveBuffer: 4096))
        // The answers are larger than the buffers of both sockets.
        try client.value.send(String(repeating: Self.get, count: 200))
        let hasEnded = await eventually {
            do {
                try client.value.send("G")
                return false
            } catch {
                return true
            }
        }
        #expect(hasEnded)
    }

    @Test func answers408ToABodyThatIsSilent() throws {
        let server = try AnsweringServer(limits: .init(bodyTimeout: .milliseconds(50)))
        let client = try RawClient(port: server.port)
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe")
        #expect(try client.readResponse().status == 408)
        #expect(try client.end() == .closed)
    }

    @Test(arguments: [false, true])
    func closesAnIdleConnectionWithoutAnAnswer(hasServed: Bool) throws {
        let server = try AnsweringServer(limits: .init(idleTimeout: .seconds(2)))
        let client = try RawClient(port: server.port)
        if hasServed {
            try client.send(Self.get)
            _ = try client.readResponse()
        }
        let (bytes, end) = try client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(end == .closed)
        #expect(server.rejections.isEmpty)
    }

    // MARK: Stopping

    @Test func closesAllConnectionsWhenItStops() async throws {
        let begun = Locked(0)
        let given = Locked(0)
        let server = try AnsweringServer { _, _ in
            begun.withLock { $0 += 1 }
            return { given.withLock { $0 += 1 } }
        }
        let clients = try (0..<20).map { _ in try RawClient(port: server.port) }
        for client in clients { try client.send(Self.get) }
        #expect(await eventually { begun.withLock { $0 } == 20 })
        server.core.stop()
        #expect(given.withLock { $0 } == 20)
        for client in clients { #expect(try client.end() != .open) }
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
        server.core.stop()
    }

    @Test func eachOfSeveralStopsAtOnceReturnsWithAllConnectionsClosed() async throws {
        for _ in 0..<20 {
            let server = try AnsweringServer { _, _ in nil }
            let clients = try (0..<5).map { _ in try RawClient(port: server.port) }
            for client in clients { try client.send(Self.get) }
            let core = server.core
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        core.stop()
                        return core.openSourceCount
                    }
                }
                for await count in group { #expect(count == 0) }
            }
        }
    }

    @Test func stopsOnTheThreadOfAConnection() throws {
        let core = Locked<ServerCore?>(nil)
        let server = try AnsweringServer { _, _ in
            core.withLock { $0 }?.stop()
            return nil
        }
        core.withLock { $0 = server.core }
        let clients = try (0..<4).map { _ in try RawClient(port: server.port) }
        // The first request stops the server, perhaps before the next client sends.
        for client in clients { try? client.send(Self.get) }
        for client in clients { #expect(try client.end() != .open) }
        core.withLock { $0 = nil }
    }

    @Test func stopsOnTheThreadOfAConnectionWhoseRequestHasWaited() throws {
        let core = Locked<ServerCore?>(nil)
        let server = try AnsweringServer { request, writer in
            if request.head.line.target.text == "/stop" {
                core.withLock { $0 }?.stop()
            } else {
                // In another turn, so that the next request waits.
                writer.perform { writer.answer("") }
            }
            return nil
        }
        core.withLock { $0 = server.core }
        let client = try RawClient(port: server.port)
        try client.send(Self.get + "GET /stop HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.end() != .open)
        #expect(server.core.openSourceCount == 0)
        core.withLock { $0 = nil }
    }

    @Test func opensAPortAgainThatWasClosed() throws {
        let first = try AnsweringServer()
        let client = try RawClient(port: first.port)
        try client.send(Self.get)
        _ = try client.readResponse()
        first.core.stop()
        // The connection of the first server still waits for its last segments.
        let core = try ServerCore(responder: NoResponder(), limits: .init(), address: .ipv4)
        defer { core.stop() }
        #expect(try core.port(for: Origin("http://x"), port: first.port) == first.port)
        #expect(throws: SocketError.self) { try core.port(for: Origin("http://y"), port: first.port) }
    }

    private struct NoResponder: Responder {
        func respond(to request: ReceivedRequest, through writer: ResponseWriter) -> (@Sendable () -> Void)? { nil }
        func rejection(of head: RequestHead) -> RequestRejection? { nil }
        func note(_ rejected: RejectedHead, at origin: Origin) {}
    }
}
