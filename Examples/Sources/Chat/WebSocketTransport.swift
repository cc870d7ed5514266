import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The client's side of one WebSocket, over a TCP socket.
///
/// Does what a chat needs: text in whole frames, pings, and the close handshake. On Apple's systems an app would use
/// `URLSessionWebSocketTask`, which fails on Linux if libcurl was built without WebSockets.
final class WebSocketTransport: Sendable {
    /// The messages of the server; ends after a close frame with 1000, otherwise with an error.
    let messages: AsyncThrowingStream<String, any Error>
    private let continuation: AsyncThrowingStream<String, any Error>.Continuation
    private let socket: ClientSocket

    /// The server has refused the handshake.
    struct HandshakeError: Error, Equatable {
        let status: Int
    }

    /// The connection has ended with another code than 1000.
    struct ClosedError: Error, Equatable {
        let code: Int
    }

    /// The code of an end without a close frame; no frame carries this code.
    private static let lost = 1006

    private enum Opcode {
        static let text: UInt8 = 1
        static let close: UInt8 = 8
        static let ping: UInt8 = 9
        static let pong: UInt8 = 10
    }

    /// Connects to a URL with the scheme `ws`, whose host has an IPv4 address.
    static func connect(to url: URL, subprotocol: String? = nil) async throws -> WebSocketTransport {
        try await onThread {
            let socket = try ClientSocket(host: url.host ?? "", port: url.port ?? 80)
            let transport = WebSocketTransport(socket)
            try transport.shakeHands(url, subprotocol)
            Thread.detachNewThread { transport.receiveMessages() }
            return transport
        }
    }

    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }

    private init(_ socket: ClientSocket) {
        self.socket = socket
        (messages, continuation) = AsyncThrowingStream.makeStream()
        continuation.onTermination = { _ in socket.shutDown() }
    }

    private func shakeHands(_ url: URL, _ subprotocol: String?) throws {
        let key = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let path = parts?.percentEncodedPath ?? ""
        let query = parts?.percentEncodedQuery.map { "?\($0)" } ?? ""
        let port = url.port.map { ":\($0)" } ?? ""
        var head = "GET \(path.isEmpty ? "/" : path)\(query) HTTP/1.1\r\nHost: \(url.host ?? "")\(port)\r\n"
        head += "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \(key)\r\n"
        if let subprotocol { head += "Sec-WebSocket-Protocol: \(subprotocol)\r\n" }
        try socket.write(Array("\(head)\r\n".utf8))
        var answer = ""
        while !answer.hasSuffix("\r\n\r\n") { answer += String(decoding: try socket.read(1), as: UTF8.self) }
        let status = Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
        guard status == 101 else { throw HandshakeError(status: status) }
    }

    // MARK: Frames

    /// Sends a text in one frame.
    func send(_ text: String) throws {
        try send(Opcode.text, Array(text.utf8))
    }

    /// Sends a close frame with the code of a normal end.
    func close() throws {
        let normalEnd: UInt16 = 1000
        try send(Opcode.close, withUnsafeBytes(of: normalEnd.bigEndian) { Array($0) })
    }

    /// Sends a frame, masked as the frames of clients are.
    private func send(_ opcode: UInt8, _ payload: [UInt8]) throws {
        var frame = [0x80 | opcode]
        switch payload.count {
        case ..<126:
            frame.append(0x80 | UInt8(payload.count))
        case ...0xFFFF:
            frame.append(0x80 | 126)
            frame += withUnsafeBytes(of: UInt16(payload.count).bigEndian) { Array($0) }
        default:
            frame.append(0x80 | 127)
            frame += withUnsafeBytes(of: UInt64(payload.count).bigEndian) { Array($0) }
        }
        let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
        frame += mask
        frame += payload.enumerated().map { index, byte in byte ^ mask[index % 4] }
        try socket.write(frame)
    }

    /// Reads frames until the connection ends; runs on a thread of its own.
    private func receiveMessages() {
        do {
            while true {
                let head = try socket.read(2)
                let payload = try socket.read(try length(head[1]))
                switch head[0] & 0x0F {
                case Opcode.text: continuation.yield(String(decoding: payload, as: UTF8.self))
                case Opcode.ping: try send(Opcode.pong, payload)
                case Opcode.close: return end(payload)
                default: continue
                }
            }
        } catch {
            continuation.finish(throwing: ClosedError(code: Self.lost))
        }
    }

    private func length(_ byte: UInt8) throws -> Int {
        switch byte {
        case 126: try socket.read(2).reduce(0) { $0 << 8 | Int($1) }
        case 127: try socket.read(8).reduce(0) { $0 << 8 | Int($1) }
        default: Int(byte)
        }
    }

    private func end(_ payload: [UInt8]) {
        try? send(Opcode.close, Array(payload.prefix(2)))
        let code = payload.count < 2 ? 1005 : Int(payload[0]) << 8 | Int(payload[1])
        continuation.finish(throwing: code == 1000 ? nil : ClosedError(code: code))
    }
}

/// A connected TCP socket, whose reads block.
private final class ClientSocket: Sendable {
    private let descriptor: Int32
    /// Keeps frames of several threads apart.
    private let writing = NSLock()

    struct Failure: Error {
        let call: String
        let code: Int32
    }

    init(host: String, port: Int) throws {
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue)
        #endif
        var hints = addrinfo()
        hints.ai_family = AF_INET
        hints.ai_socktype = type
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0, let address = found?.pointee else { throw Failure(call: "getaddrinfo", code: code) }
        defer { freeaddrinfo(found) }
        descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        #if canImport(Darwin)
            // An error instead of a signal for a connection that the server has closed.
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            throw Failure(call: "connect", code: errno)
        }
    }

    deinit {
        _ = close(descriptor)
    }

    func write(_ bytes: [UInt8]) throws {
        writing.lock()
        defer { writing.unlock() }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.sendFlags) }
            guard count > 0 else { throw Failure(call: "send", code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var buffer = [UInt8](repeating: 0, count: count - bytes.count)
            let received = recv(descriptor, &buffer, buffer.count, 0)
            guard received > 0 else { throw Failure(call: "recv", code: errno) }
            bytes += buffer.prefix(received)
        }
        return bytes
    }

    /// Ends both directions, so that a blocked read returns.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    #if canImport(Darwin)
        private static let sendFlags: Int32 = 0
    #else
        /// An error instead of a signal for a connection that the server has closed.
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif
}
