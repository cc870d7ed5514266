import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A connection to a host that an escaping request may reach.
enum Upstream {
    /// The outcome of a connection.
    enum Result: Sendable {
        case connected(Int32)
        case failed

        /// Closes a connection that nobody wants any more.
        func close() {
            if case .connected(let descriptor) = self { Socket.closeDescriptor(descriptor) }
        }
    }

    /// Connects on a thread of its own, because looking up a name blocks.
    ///
    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: The port.
    ///   - done: Called on that thread; the socket is non-blocking.
    static func connect(to host: String, port: Int, then done: @escaping @Sendable (Result) -> Void) {
        BackgroundThread.run { done(connect(to: host, port: port)) }
    }

    private static func connect(to host: String, port: Int) -> Result {
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var hints = addrinfo()
        hints.ai_socktype = Socket.streamType
        var addresses: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, String(port), &hints, &addresses) == 0 else { return .failed }
        defer { freeaddrinfo(addresses) }
        var next = addresses
        while let address = next?.pointee {
            if let descriptor = Socket.connect(to: address) { return .connected(descriptor) }
            next = address.ai_next
        }
        return .failed
    }
}
