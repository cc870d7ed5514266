import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Connects to the host of a forwarded request, or to a proxy.
enum HostConnector {
    /// Connects on a thread of its own, because looking up a name blocks.
    ///
    /// - Parameters:
    ///   - host: A name or an address; an IPv6 address may be in brackets.
    ///   - port: The port.
    ///   - done: Called on that thread with a non-blocking socket; nil if the host can't be reached.
    static func connect(to host: String, port: Int, then done: @escaping @Sendable (Int32?) -> Void) {
        BackgroundThread.run { done(connect(to: host, port: port)) }
    }

    private static func connect(to host: String, port: Int) -> Int32? {
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var hints = addrinfo()
        hints.ai_socktype = Socket.streamType
        var addresses: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, String(port), &hints, &addresses) == 0 else { return nil }
        defer { freeaddrinfo(addresses) }
        var next = addresses
        while let address = next?.pointee {
            if let descriptor = Socket.connect(to: address) { return descriptor }
            next = address.ai_next
        }
        return nil
    }
}
