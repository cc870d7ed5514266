import Foundation

/// An accepted connection, which reads one request and sends one response.
///
/// Used only by the connection's thread.
struct LoopbackConnection {
    /// The reason why a connection ended early.
    enum Failure: Error {
        case stopped
        case disconnected
        case malformed(String)
    }

    private let descriptor: Int32
    private let wake: Int32
    private var input: [UInt8] = []
    /// The index in `input` of the next byte to read.
    private var position = 0

    init(descriptor: Int32, wake: Int32) {
        self.descriptor = descriptor
        self.wake = wake
    }

    // MARK: Reading

    /// Reads the request with its body, after a `100 Continue` if the client expects one.
    mutating func readRequest() throws(Failure) -> LoopbackRequest {
        let start = try readLine().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard start.count == 3, start[2].hasPrefix("HTTP/1.") else { throw .malformed("request line") }
        let headers = try readHeaders()
        if headers["Expect"]?.lowercased() == "100-continue" {
            try send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        var body = Data()
        if headers["Transfer-Encoding"]?.lowercased() == "chunked" {
            while true {
                let size = try readLine().prefix { $0 != ";" }
                guard let count = Int(size, radix: 16) else { throw .malformed("chunk size") }
                if count == 0 { break }
                body += try read(count)
                _ = try readLine()
            }
            _ = try readHeaders()
        } else if let length = headers["Content-Length"] {
            guard let count = Int(length), count >= 0 else { throw .malformed("Content-Length") }
            body = try read(count)
        }
        return LoopbackRequest(method: start[0], target: start[1], headers: headers, body: body)
    }

    private mutating func readHeaders() throws(Failure) -> HeaderList {
        var headers: HeaderList = [:]
        while true {
            let line = try readLine()
            if line.isEmpty { return headers }
            guard let colon = line.firstIndex(of: ":") else { throw .malformed("header line") }
            let value = line[line.index(after: colon)...]
            headers.append(String(line[..<colon]), value.trimmingCharacters(in: .whitespaces))
        }
    }

    private mutating func readLine() throws(Failure) -> String {
        while true {
            if let end = input[position...].firstIndex(of: UInt8(ascii: "\n")) {
                var line = input[position..<end]
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                position = end + 1
                return String(decoding: line, as: UTF8.self)
            }
            try receive()
        }
    }

    private mutating func read(_ count: Int) throws(Failure) -> Data {
        while input.count - position < count {
            try receive()
        }
        defer { position += count }
        return Data(input[position..<position + count])
    }

    private mutating func receive() throws(Failure) {
        guard Posix.wait(for: descriptor, events: POLLIN, wake: wake) == .ready else { throw .stopped }
        if position == input.count {
            input.removeAll(keepingCapacity: true)
            position = 0
        }
        let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            let count = Posix.receive(descriptor, into: buffer)
            if count > 0 { input.append(contentsOf: buffer[..<count]) }
            return count
        }
        guard count > 0 else { throw .disconnected }
    }

    // MARK: Answering

    /// Sends a response with its delays and its ending.
    func send(_ response: LoopbackResponse, inAnswerTo method: String) throws(Failure) {
        switch response.ending {
        case .closeAtOnce: return
        case .hangAtOnce: throw hang()
        case .complete, .close, .hang: break
        }
        try pause(response.delay)
        try send(response.head)
        guard response.hasBody(inAnswerTo: method) else { return }
        var left = response.ending.bytesToSend ?? .max
        for chunk in response.chunks {
            // A chunk without bytes would mark the end of the body.
            guard left > 0, !chunk.isEmpty else { continue }
            try pause(response.pause)
            let sent = chunk.prefix(left)
            left -= sent.count
            try send(response.framing == .chunked ? Self.chunk(sent, announcing: chunk.count) : sent)
        }
        switch response.ending {
        case .hang: throw hang()
        case .complete where response.framing == .chunked: try send(Data("0\r\n\r\n".utf8))
        default: return
        }
    }

    /// Returns bytes in the chunked coding, without the end of the chunk if more bytes are announced.
    private static func chunk(_ bytes: Data, announcing count: Int) -> Data {
        let start = Data("\(String(count, radix: 16))\r\n".utf8) + bytes
        return bytes.count == count ? start + Data("\r\n".utf8) : start
    }

    /// Waits for a duration.
    private func pause(_ duration: Duration) throws(Failure) {
        guard duration > .zero else { return }
        guard Posix.wait(for: -1, events: 0, wake: wake, timeout: duration) == .timedOut else { throw .stopped }
    }

    /// Waits until the client disconnects or the server stops.
    private func hang() -> Failure {
        var byte: UInt8 = 0
        while Posix.wait(for: descriptor, events: POLLIN, wake: wake) == .ready {
            // Further bytes from the client are ignored.
            let count = withUnsafeMutableBytes(of: &byte) { Posix.receive(descriptor, into: $0) }
            if count <= 0 { return .disconnected }
        }
        return .stopped
    }

    private func send(_ data: Data) throws(Failure) {
        var sent = 0
        while sent < data.count {
            guard Posix.wait(for: descriptor, events: POLLOUT, wake: wake) == .ready else { throw .stopped }
            let count = data.withUnsafeBytes { Posix.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            guard let count else { throw .disconnected }
            sent += count
        }
    }
}

extension LoopbackResponse.Ending {
    /// The number of bytes of the body that are sent; nil for all.
    fileprivate var bytesToSend: Int? {
        switch self {
        case .complete: nil
        case .closeAtOnce, .hangAtOnce: 0
        case .close(let count), .hang(let count): count
        }
    }
}
