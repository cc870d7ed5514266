import Foundation

/// A port of 127.0.0.1 that refuses connections, and is nobody else's for as long as this lives.
///
/// The port of a server that was stopped is free, so another test's server may get it.
public final class ClosedPort: Sendable {
    private let descriptor: Int32
    /// The port.
    public let port: UInt16

    /// Takes a free port.
    public init() {
        (descriptor, port) = Posix.makeClosedPort()
    }

    deinit {
        close(descriptor)
    }

    /// An address on the port.
    ///
    /// - Parameter path: The path, with the query if there is one, percent-encoded.
    public func url(_ path: String = "/") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("not a path: \(path)")
        }
        return url
    }
}
