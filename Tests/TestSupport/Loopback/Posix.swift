import Foundation

/// The calls that Glibc and Darwin spell differently, and the socket calls built on them.
enum Posix {
    #if canImport(Darwin)
        private typealias ThreadID = pthread_t?
        // Safe, because nil is no pointer that could be shared.
        nonisolated(unsafe) private static let noThread: ThreadID = nil
        private static let stream = SOCK_STREAM
        private static let sendFlags = Int32(MSG_DONTWAIT)

        private static func silencePipeSignal(_ descriptor: Int32) {
            setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        }

        private static func isCurrent(_ thread: ThreadID) -> Bool {
            thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        }

        private static func join(_ thread: ThreadID) {
            _ = thread.map { pthread_join($0, nil) }
        }
    #else
        private typealias ThreadID = pthread_t
        private static let noThread: ThreadID = 0
        private static let stream = Int32(SOCK_STREAM.rawValue)
        private static let sendFlags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)

        private static func silencePipeSignal(_ descriptor: Int32) {}

        private static func isCurrent(_ thread: ThreadID) -> Bool {
            pthread_equal(thread, pthread_self()) != 0
        }

        private static func join(_ thread: ThreadID) {
            pthread_join(thread, nil)
        }
    #endif
}

// MARK: - Threads

extension Posix {
    /// A thread whose end can be waited for.
    struct Thread: @unchecked Sendable {
        // Sendable, because the number of a thread may be used on any thread, and is constant after the start.
        private var id: ThreadID = Posix.noThread

        /// Starts a thread.
        init(_ body: @escaping @Sendable () -> Void) {
            let entry = Unmanaged.passRetained(Entry(body))
            let code = pthread_create(&id, nil, { Entry.run($0) }, entry.toOpaque())
            precondition(code == 0, "pthread_create: \(String(cString: strerror(code)))")
        }

        /// Whether the caller runs on this thread.
        var isCurrent: Bool { Posix.isCurrent(id) }

        /// Waits until the thread has ended; called once per thread.
        func join() {
            Posix.join(id)
        }
    }

    private final class Entry {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }

        static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let context else { return nil }
            Unmanaged<Entry>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }
    }
}

// MARK: - Sockets

extension Posix {
    /// The result of a wait.
    enum Readiness {
        /// The descriptor is ready, or closed by the other side.
        case ready
        /// The wake descriptor became readable.
        case woken
        /// The timeout has passed.
        case timedOut
    }

    /// Creates a pipe; a byte written to it wakes every wait.
    static func makePipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        check(pipe(&ends), "pipe")
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }

    /// Creates a socket that listens on a free port of 127.0.0.1.
    static func makeListener() -> (descriptor: Int32, port: UInt16) {
        let descriptor = makeSocket()
        withAddress(port: 0) { check(bind(descriptor, $0, $1), "bind") }
        check(listen(descriptor, SOMAXCONN), "listen")
        // A connection that is closed before it is accepted must not block the accepting thread.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return (descriptor, localPort(of: descriptor))
    }

    /// Creates a socket that reserves a free port of 127.0.0.1 without listening.
    static func makeClosedPort() -> (descriptor: Int32, port: UInt16) {
        let descriptor = makeSocket()
        withAddress(port: 0) { check(bind(descriptor, $0, $1), "bind") }
        return (descriptor, localPort(of: descriptor))
    }

    /// Connects to a port of 127.0.0.1; returns nil if no socket listens.
    ///
    /// - Parameters:
    ///   - port: The port to connect to.
    ///   - willConnect: Called with the client port before the connection is made.
    static func connect(toPort port: UInt16, willConnect: (UInt16) -> Void = { _ in }) -> Int32? {
        let descriptor = makeSocket()
        withAddress(port: 0) { check(bind(descriptor, $0, $1), "bind") }
        willConnect(localPort(of: descriptor))
        if withAddress(port: port, { Foundation.connect(descriptor, $0, $1) }) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    /// Accepts a waiting connection and its client port; returns nil if there is none.
    static func acceptConnection(on listener: Int32) -> (descriptor: Int32, peerPort: UInt16)? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(listener, $0, &size) }
        }
        guard descriptor >= 0 else { return nil }
        prepare(descriptor)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Waits until a descriptor is ready or another is readable.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to wait for; -1 for none.
    ///   - events: `POLLIN` or `POLLOUT`.
    ///   - wake: The descriptor that ends the wait early, even if both are ready.
    ///   - timeout: The longest wait; nil for no limit.
    static func wait(for descriptor: Int32, events: Int32, wake: Int32, timeout: Duration? = nil) -> Readiness {
        let end = timeout.map { ContinuousClock.now.advanced(by: $0) }
        while true {
            var entries = [
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
            ]
            let count = poll(&entries, 2, end.map { milliseconds(until: $0) } ?? -1)
            if entries[0].revents != 0 { return .woken }
            if count > 0 { return .ready }
            if let end, ContinuousClock.now >= end { return .timedOut }
        }
    }

    /// Reads available bytes into a buffer; returns 0 at the end of the stream, -1 on an error.
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        recv(descriptor, buffer.baseAddress, buffer.count, 0)
    }

    /// Sends as many bytes as possible; returns nil on an error.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int? {
        let count = Foundation.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    private static func makeSocket() -> Int32 {
        let descriptor = socket(AF_INET, stream, 0)
        check(descriptor, "socket")
        prepare(descriptor)
        return descriptor
    }

    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        silencePipeSignal(descriptor)
        // Each chunk of a body is sent at once.
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
    }

    private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32) {
        var isOn: Int32 = 1
        setsockopt(descriptor, level, name, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    @discardableResult
    private static func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    private static func localPort(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        check(code, "getsockname")
        return UInt16(bigEndian: address.sin_port)
    }

    private static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        // Rounded up, so that the wait does not spin during the last millisecond.
        return Int32(clamping: Int(left / .milliseconds(1)) + 1)
    }

    @discardableResult
    private static func check(_ code: Int32, _ call: String) -> Int32 {
        precondition(code >= 0, "\(call): \(String(cString: strerror(errno)))")
        return code
    }
}
