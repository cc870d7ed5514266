import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// Connections that fail on purpose.
@Suite(.bounded) struct ConnectionFailureTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func resetsBeforeAResponse() throws {
        let server = try AnsweringServer { _, writer in
            writer.end(by: .reset)
            return nil
        }
        let client = try RawClient(port: server.port)
        try client.send(Self.get)
        let (bytes, end) = try client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(end == .reset)
    }

    @Test(arguments: [1, 1000, 3_000_000])
    func resetsOnceTheBytesBeforeHaveArrived(count: Int) throws {
        let server = try AnsweringServer { _, writer in
            writer.send(WireHead(status: 200, fields: [HeaderField("Content-Length", "5000000")]))
            writer.send(Data(repeating: 7, count: count))
            writer.end(by: .reset)
            return nil
        }
        let client = try RawClient(port: server.port)
        try client.send(Self.get)
        _ = try client.read(until: "\r\n\r\n")
        #expect(try client.read(count: count) == [UInt8](repeating: 7, count: count))
        #expect(try client.end() == .reset)
    }

    /// A client that never reads, whatever the size of the sockets' buffers.
    @Test(arguments: [ConnectionEnding.reset, .close], [100, 32 << 20])
    func doesNotWaitForeverForAClientThatNeverReads(ending: ConnectionEnding, count: Int) async throws {
        let server = try AnsweringServer(limits: .init(idleTimeout: .seconds(1))) { _, writer in
            writer.send(WireHead(status: 200, fields: [HeaderField("Content-Length", "\(count * 2)")]))
            writer.send(Data(repeating: 7, count: count))
            writer.end(by: ending)
            return nil
        }
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        try client.send(Self.get)
        #expect(await eventually { server.core.openSourceCount == 1 })
        withExtendedLifetime(client) {}
    }

    @Test func endsAnUnfinishedResponseToAClientThatReadsNothing() async throws {
        let isCancelled = Locked(false)
        let server = try AnsweringServer(limits: .init(idleTimeout: .seconds(1))) { _, writer in
            writer.send(WireHead(status: 200, fields: []))
            writer.send(Data(repeating: 7, count: 32 << 20))
            return { isCancelled.withLock { $0 = true } }
        }
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        try client.send(Self.get)
        #expect(await eventually { isCancelled.withLock { $0 } })
        #expect(server.core.openSourceCount == 1)
        withExtendedLifetime(client) {}
    }

    @Test func keepsAResponseThatHasNothingToSend() throws {
        let waiting = Locked<ResponseWriter?>(nil)
        let server = try AnsweringServer(limits: .init(idleTimeout: .seconds(1))) { _, writer in
            writer.send(WireHead(status: 200, fields: []))
            writer.send(Data("early".utf8))
            waiting.withLock { $0 = writer }
            return nil
        }
        let client = try RawClient(port: server.port)
        try client.send(Self.get)
        _ = try client.read(until: "5\r\nearly\r\n")
        #expect(client.isSilent(for: 2000))
        let writer = try #require(waiting.withLock { $0 })
        writer.perform {
            writer.send(Data("late".utf8))
            writer.finish()
        }
        #expect(try client.read(until: "0\r\n\r\n") == "4\r\nlate\r\n0\r\n\r\n")
    }

    @Test func stallsUntilTheClientGoes() async throws {
        let server = try AnsweringServer { _, writer in
            writer.send(WireHead(status: 200, fields: [HeaderField("Content-Length", "5")]))
            writer.send(Data("he".utf8))
            writer.end(by: .stall)
            return nil
        }
        do {
            let client = try RawClient(port: server.port)
            try client.send(Self.get)
            _ = try client.read(until: "\r\n\r\nhe")
            #expect(try client.end(within: 100) == .open)
        }
        #expect(await eventually { server.core.openSourceCount == 1 })
    }

    @Test func endsAConnectionWithoutAResponse() throws {
        let server = try AnsweringServer { _, writer in
            writer.end(by: .close)
            return nil
        }
        let client = try RawClient(port: server.port)
        try client.send(Self.get)
        let (bytes, end) = try client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(end == .closed)
    }

    @Test func closesAConnectionWhoseBodyWasShorterThanAnnounced() throws {
        let server = try AnsweringServer { _, writer in
            writer.send(WireHead(status: 200, fields: [HeaderField("Content-Length", "5")]))
            writer.send(Data("he".utf8))
            writer.finish()
            return nil
        }
        let client = try RawClient(port: server.port)
        try client.send(Self.get)
        #expect(String(decoding: try client.readToEnd().bytes, as: UTF8.self).hasSuffix("\r\n\r\nhe"))
    }
}
