import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import CEpoll
    import Glibc
#endif

/// The socket calls that Glibc and Darwin spell differently, and functions built on them.
///
/// Every socket that is returned from here is non-blocking, closed on exec, and raises no `SIGPIPE`.
enum Socket {
    #if canImport(Darwin)
        /// The type of a listening socket, which `prepare` makes non-blocking.
        private static let stream = SOCK_STREAM
        /// The type of socket to look up addresses for.
        static let streamType = SOCK_STREAM
        private static let blockingStream = SOCK_STREAM
        private static let systemConnect = Darwin.connect
        private static let sendFlags: Int32 = 0
    #else
        /// The type of a listening socket.
        private static let stream = Int32(SOCK_STREAM.rawValue) | nonBlocking | closeOnExec
        /// The type of socket to look up addresses for.
        static let streamType = Int32(SOCK_STREAM.rawValue)
        private static let blockingStream = streamType | closeOnExec
        private static let systemConnect = Glibc.connect
        private static let nonBlocking = Int32(SOCK_NONBLOCK.rawValue)
        private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// The outcome of a call that transfers bytes.
    enum Transfer: Equatable {
        case bytes(Int)
        /// Nothing can be transferred now.
        case wouldBlock
        /// The other side has ended its direction; only for reading.
        case end
        case failed
    }

    /// The outcome of an accept.
    enum Acceptance: Equatable {
        case connection(Int32)
        /// No connection waits, or the waiting one can't be accepted.
        case none
        /// A connection waits, but there is no descriptor or no memory for the connection.
        case exhausted
    }

    // MARK: Listening

    /// Makes a socket that listens on an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - port: The port; 0 for any free one.
    /// - Returns: The socket and its port.
    static func listen(
        on address: HTTPMock.Server.Address, port: Int
    ) throws(SocketError) -> (descriptor: Int32, port: Int) {
        // The error that the system has for an address that it can't bind.
        guard let port = UInt16(exactly: port) else { throw SocketError(call: "bind", code: EADDRNOTAVAIL) }
        let descriptor = socket(address.family, stream, 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket", code: errno) }
        do throws(SocketError) {
            prepare(descriptor)
            setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
            guard address.withSocketAddress(port: port, { bind(descriptor, $0, $1) }) == 0 else {
                throw SocketError(call: "bind", code: errno)
            }
            #if canImport(Darwin)
                let code = Darwin.listen(descriptor, SOMAXCONN)
            #else
                let code = Glibc.listen(descriptor, SOMAXCONN)
            #endif
            guard code == 0 else { throw SocketError(call: "listen", code: errno) }
            return (descriptor, localPort(of: descriptor))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Accepts a connection that waits.
    static func acceptConnection(of listener: Int32) -> Acceptance {
        while true {
            #if canImport(Darwin)
                let descriptor = accept(listener, nil, nil)
            #else
                let descriptor = accept4(listener, nil, nil, nonBlocking | closeOnExec)
            #endif
            if descriptor >= 0 {
                prepare(descriptor)
                setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
                return .connection(descriptor)
            }
            switch errno {
            // A connection that was reset while it waited is no reason to stop.
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .none
            }
        }
    }

    /// Connects to an address; blocks until the other side answers or the attempt fails.
    ///
    /// - Returns: A non-blocking socket; nil if the other side can't be reached.
    static func connect(to address: addrinfo) -> Int32? {
        let descriptor = socket(address.ai_family, blockingStream, 0)
        guard descriptor >= 0 else { return nil }
        prepareBlocking(descriptor)
        guard systemConnect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            closeDescriptor(descriptor)
            return nil
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        return descriptor
    }

    /// Sets on Darwin what Linux sets by the type of the socket and by the flags of `send`.
    private static func prepareBlocking(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    /// Makes a socket non-blocking and sets the options of `prepareBlocking`, on Darwin only; Linux has flags for both.
    private static func prepare(_ descriptor: Int32) {
        #if canImport(Darwin)
            prepareBlocking(descriptor)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #endif
    }

    private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32) {
        var isOn: Int32 = 1
        setsockopt(descriptor, level, name, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func localPort(of descriptor: Int32) -> Int {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
            // The port has the same offset in both families.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    // MARK: Transferring

    /// Reads as much as there is, up to the size of the buffer.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count == 0 ? .end : .bytes(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .wouldBlock : .failed
        }
    }

    /// Writes as much as fits.
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
        while true {
            let count = send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
            if count >= 0 { return .bytes(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .wouldBlock : .failed
        }
    }

    /// The number of bytes that the other side has not acknowledged yet.
    static func unacknowledgedByteCount(_ descriptor: Int32) -> Int {
        var count: Int32 = 0
        #if canImport(Darwin)
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size)
        #else
            // `TIOCOUTQ` has the number of `SIOCOUTQ`, the name of this request for sockets.
            _ = ioctl(descriptor, UInt(TIOCOUTQ), &count)
        #endif
        return Int(count)
    }

    // MARK: Ending

    /// Ends the writing direction; written bytes are still sent.
    static func shutDownWriting(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    static func closeDescriptor(_ descriptor: Int32) {
        _ = close(descriptor)
    }

    /// Closes a connection by a reset.
    static func reset(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }
}
