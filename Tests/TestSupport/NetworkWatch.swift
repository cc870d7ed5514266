import Foundation

/// Proves that code made no connection, by URLs whose use is detected.
///
/// ``url(_:)`` leads to a listener that counts connections, and ``unresolvable(_:)`` to a host that can't exist. If a
/// mock answers both and the count is 0, no request has reached the network. Names below `.localhost` lead to the
/// listener too, so that hosts of any number of segments can be watched.
///
/// - SeeAlso: [RFC 6761 §6.3, §6.4](https://www.rfc-editor.org/rfc/rfc6761.html#section-6.3)
public final class NetworkWatch: Sendable {
    private let server = LoopbackServer { _ in .text("escaped to the network", status: 599) }

    /// The client ports of this object's own connections.
    private let markerPorts = Observed<Set<UInt16>>([])

    /// Starts the listener.
    public init() {}

    /// Returns a URL that leads to the listener.
    ///
    /// - Parameters:
    ///   - path: The path, with the query if there is one, percent-encoded.
    ///   - host: A name for this machine, such as `api.example.localhost`.
    public func url(_ path: String = "/", host: String = "127.0.0.1") -> URL {
        server.url(path, host: host)
    }

    /// Returns a URL whose host can't be resolved.
    public func unresolvable(_ path: String = "/") -> URL {
        guard let url = URL(string: "http://escape-\(server.port).invalid\(path)") else {
            preconditionFailure("not a path: \(path)")
        }
        return url
    }

    /// The number of connections that were attempted before the call.
    ///
    /// Opens a connection and waits until it is accepted. Connections are accepted in order, so every earlier
    /// connection has been counted then.
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
        // The ports are read first, so that each marker among them is known.
        let ports = server.state.value.peerPorts
        let markers = markerPorts.value
        return ports.count { !markers.contains($0) }
    }
}
