import Foundation
import HTTPMock

@testable import HTTPMockServer

/// A client that writes and reads the frames of one WebSocket as plain bytes.
final class RawWebSocket: @unchecked Sendable {
    // Sendable because at most one task writes and one reads at a time: writing changes nothing but the socket.
    let client: RawClient
    /// The server's answer to the handshake.
    private(set) var answer = RawResponse(head: "")

    static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    /// A frame as it was read.
    struct Frame: Equatable {
        let isFinal: Bool
        let opcode: UInt8
        let payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }

        /// The code of a close frame; nil for other frames, and without one.
        var code: UInt16? {
            guard opcode == 8, payload.count >= 2 else { return nil }
            return UInt16(payload[0]) << 8 | UInt16(payload[1])
        }

        static func text(_ text: String) -> Frame {
            Frame(isFinal: true, opcode: 1, payload: Array(text.utf8))
        }

        static func binary(_ bytes: [UInt8]) -> Frame {
            Frame(isFinal: true, opcode: 2, payload: bytes)
        }

        static func pong(_ bytes: [UInt8]) -> Frame {
            Frame(isFinal: true, opcode: 10, payload: bytes)
        }
    }

    /// Connects, and sends the handshake.
    ///
    /// - Parameters:
    ///   - fields: Further header lines, each with its CRLF.
    ///   - bytes: Bytes that follow the handshake in the same write.
    ///   - waits: Whether to wait for the answer.
    ///   - receiveBuffer: The size of the socket's receive buffer; nil for the system's.
    init(
        _ server: HTTPMock.Server, _ path: String = "/", fields: String = "", then bytes: [UInt8] = [],
        waits: Bool = true, receiveBuffer: Int32? = nil
    ) throws {
        client = try RawClient(port: server.port, receiveBuffer: receiveBuffer)
        try client.send(Array(Self.handshake(path, fields: fields).utf8) + bytes)
        if waits { try readAnswer() }
    }

    static func handshake(_ path: String, fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n\(fields)\r\n"
    }

    func readAnswer() throws {
        answer = try client.readResponse()
    }

    func send(_ frames: ClientFrame...) throws {
        try client.send(frames.flatMap(\.bytes))
    }

    /// Reads the next frame, without blocking the thread of the task.
    func read() async throws -> Frame {
        try await onThread { Result { try self.readNow() } }.get()
    }

    /// Sends frames from a thread of its own, because a send may block until the server reads.
    func sendInBackground(_ frames: [ClientFrame]) {
        Thread.detachNewThread {
            for frame in frames { try? self.client.send(frame.bytes) }
        }
    }

    private func readNow() throws -> Frame {
        let head = try client.read(count: 2)
        var length = Int(head[1])
        if length >= 126 {
            length = try client.read(count: length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        return Frame(isFinal: head[0] >= 128, opcode: head[0] & 15, payload: try client.read(count: length))
    }

    /// Closes with a code, and reads up to the server's answer.
    ///
    /// - Returns: The code of the answer.
    @discardableResult
    func close(_ code: UInt16 = 1000) async throws -> UInt16? {
        try send(.close(code))
        while true {
            let frame = try await read()
            if frame.opcode == 8 { return frame.code }
        }
    }
}
