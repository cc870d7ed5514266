import Foundation
import HTTPMock
import TestSupport

@testable import HTTPMockServer

/// A host on a loopback port that keeps the bytes of each connection, and answers with bytes that a test gives.
final class RawHost: Sendable {
    let port: Int
    private let descriptor: Int32
    private let answer: @Sendable (_ received: [UInt8]) -> Answer
    /// The bytes of each connection, in the order of the connections.
    private let connections = Observed<[[UInt8]]>([])

    /// The reaction to the bytes of a connection so far.
    enum Answer {
        /// Nothing yet.
        case wait
        /// Some bytes; the connection stays open.
        case send([UInt8])
        /// Some bytes, and then the end.
        case end([UInt8])
        /// Some bytes, and then a reset.
        case reset([UInt8])
    }

    /// Listens on a free port.
    ///
    /// - Parameter answer: Called after each arrival with all bytes of the connection that were not answered.
    init(_ answer: @escaping @Sendable (_ received: [UInt8]) -> Answer) throws {
        (descriptor, port) = try Socket.listen(on: .ipv4, port: 0)
        self.answer = answer
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        Thread.detachNewThread { [descriptor, answer, connections] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else {
                    // Closed here, so that no other socket gets the number before.
                    close(descriptor)
                    return
                }
                Thread.detachNewThread { Self.serve(connection, answer, connections) }
            }
        }
    }

    /// A host that answers once it has got some bytes.
    convenience init(expecting count: Int, answer: String) throws {
        try self.init { $0.count < count ? .wait : .send(Array(answer.utf8)) }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// The bytes of each connection.
    var received: [[UInt8]] { connections.value }

    private static func serve(
        _ connection: Int32, _ answer: (_ received: [UInt8]) -> Answer, _ connections: Observed<[[UInt8]]>
    ) {
        defer { close(connection) }
        let number = Locked(0)
        connections.change { all in
            number.withLock { $0 = all.count }
            all.append([])
        }
        let index = number.withLock { $0 }
        var waiting: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            waiting += buffer[..<count]
            let bytes = buffer[..<count]
            connections.change { $0[index] += bytes }
            switch answer(waiting) {
            case .wait: continue
            case .send(let bytes):
                waiting = []
                send(bytes, to: connection)
            case .end(let bytes): return send(bytes, to: connection)
            case .reset(let bytes):
                send(bytes, to: connection)
                var option = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
                return
            }
        }
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, noSignal) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    #if canImport(Darwin)
        private static let noSignal: Int32 = 0
    #else
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}
