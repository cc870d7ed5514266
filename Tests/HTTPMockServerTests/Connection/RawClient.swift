import Foundation
import HTTPMock

@testable import HTTPMockServer

/// A client that writes and reads plain bytes on one connection to a loopback port.
///
/// Every read ends after two minutes at the latest, so that a server that does not answer fails a test.
final class RawClient {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The end of a connection, as a client sees it.
    enum End: Equatable {
        case closed
        case reset
        /// Still open after the time that the client waited.
        case open
    }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// - Parameters:
    ///   - port: The port to connect to.
    ///   - address: The address to connect to.
    ///   - receiveBuffer: The size of the socket's receive buffer; nil for the system's.
    init(port: Int, address: HTTPMock.Server.Address = .ipv4, receiveBuffer: Int32? = nil) throws {
        #if canImport(Darwin)
            descriptor = socket(address.family, SOCK_STREAM, 0)
        #else
            descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #endif
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        let code = address.withSocketAddress(port: UInt16(port)) { connect(descriptor, $0, $1) }
        guard code == 0 else {
            // All properties are set, so `deinit` runs and closes the descriptor.
            throw Failure(description: "connect: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        Foundation.close(descriptor)
    }

    // MARK: Writing

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            try wait(for: POLLOUT)
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Self.flags)
            }
            guard count >= 0 else { throw Failure(description: "send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    #if canImport(Darwin)
        private static let flags: Int32 = 0
    #else
        private static let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #endif

    func endWriting() {
        #if canImport(Darwin)
            shutdown(descriptor, SHUT_WR)
        #else
            shutdown(descriptor, Int32(SHUT_WR))
        #endif
    }

    /// Resets the connection.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        // The descriptor itself is closed with the client, because another client reuses its number.
        let other = socket(AF_INET, 1, 0)
        dup2(other, descriptor)
        Foundation.close(other)
    }

    // MARK: Reading

    /// Reads one response that is not chunked, with its body.
    func readResponse(hasBody: Bool = true) throws -> RawResponse {
        let head = try read(until: "\r\n\r\n")
        var response = RawResponse(head: head)
        if hasBody, response.status >= 200, response.status != 204, response.status != 304 {
            if response["Transfer-Encoding"] == "chunked" {
                response.body = Array(try read(until: "0\r\n\r\n").utf8)
            } else if let length = response["Content-Length"].flatMap(Int.init) {
                response.body = try read(count: length)
            } else {
                response.body = try readToEnd().bytes
            }
        }
        return response
    }

    func read(until end: String) throws -> String {
        let end = Array(end.utf8)
        var searched = 0
        while true {
            if buffer.count >= end.count {
                for start in max(0, searched - end.count)...(buffer.count - end.count)
                where buffer[start..<(start + end.count)].elementsEqual(end) {
                    return String(decoding: try read(count: start + end.count), as: UTF8.self)
                }
            }
            searched = buffer.count
            guard try fill() else {
                throw Failure(description: "the end came after \(String(decoding: buffer, as: UTF8.self))")
            }
        }
    }

    func read(count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try fill() else { throw Failure(description: "the end came after \(buffer.count) bytes") }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// Reads until the connection ends.
    func readToEnd() throws -> (bytes: [UInt8], end: End) {
        do {
            while try fill() {}
        } catch is ResetFailure {
            defer { buffer = [] }
            return (buffer, .reset)
        }
        defer { buffer = [] }
        return (buffer, .closed)
    }

    /// The state of the connection once it ends, or after some milliseconds; what is read in the meantime is dropped.
    func end(within milliseconds: Int32 = 120_000) throws -> End {
        do {
            while try fill(milliseconds) {}
            return .closed
        } catch is ResetFailure {
            return .reset
        } catch is TimeFailure {
            return .open
        }
    }

    /// Returns whether nothing arrives for some milliseconds; returns at once if something does.
    func isSilent(for milliseconds: Int32) -> Bool {
        buffer.isEmpty && (try? wait(for: POLLIN, milliseconds)) == nil
    }

    private struct ResetFailure: Error {}
    private struct TimeFailure: Error {}

    /// Reads once.
    ///
    /// - Returns: False at the end.
    private func fill(_ milliseconds: Int32 = 120_000) throws -> Bool {
        try wait(for: POLLIN, milliseconds)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw ResetFailure() }
        buffer += bytes[..<count]
        return count > 0
    }

    private func wait<Events: BinaryInteger>(for events: Events, _ milliseconds: Int32 = 120_000) throws {
        var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { throw TimeFailure() }
    }
}
