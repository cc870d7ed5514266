import Foundation

/// Proves that a piece of code made no connection: addresses that would be seen if it did.
///
/// ``url(_:)`` leads to a listener that counts whoever connects, ``unresolvable(_:)`` to a host that cannot exist. A
/// mock that answers both, the count being 0 at the end, has let nothing through. A name under `.localhost` leads to the
/// listener as well, so that a host of any number of segments can be watched.
///
/// - SeeAlso: [RFC 6761 §6.3, §6.4](https://www.rfc-editor.org/rfc/rfc6761.html#section-6.3)
public final class NetworkWatch: Sendable {
    private let server = LoopbackServer { _ in .text("escaped to the network", status: 599) }

    /// The ports this object's own connections come from.
    private let markerPorts = Observed<Set<UInt16>>([])

    /// Starts to listen.
    public init() {}

    /// An address that leads to the listener.
    ///
    /// - Parameters:
    ///   - path: The path, with the query if there is one, percent-encoded.
    ///   - host: A name for this machine, such as `api.example.localhost`.
    public func url(_ path: String = "/", host: String = "127.0.0.1") -> URL {
        server.url(path, host: host)
    }

    /// An address whose host name cannot be resolved.
    public func unresolvable(_ path: String = "/") -> URL {
        guard let url = URL(string: "http://escape-\(server.port).invalid\(path)") else {
            preconditionFailure("not a path: \(path)")
        }
        return url
    }

    /// The number of connections that were attempted before the call.
    ///
    /// It connects itself and waits to be accepted: connections are accepted in order, so that every earlier one has
    /// been counted then.
    public func connectionCount() async -> Int {
        var markerPort: UInt16 = 0
        let marker = Posix.connect(toPort: server.port) { port in
            markerPort = port
            markerPorts.change { _ = $0.insert(port) }
        }
        guard let marker else { preconditionFailure("the listener is gone") }
        let awaited = markerPort
        await server.state.wait { $0.peerPorts.contains(awaited) }
        close(marker)
        // In this order: a marker is known before it connects.
        let ports = server.state.value.peerPorts
        let markers = markerPorts.value
        return ports.count { !markers.contains($0) }
    }
}
