import Foundation

/// A reserved port of 127.0.0.1 that refuses connections.
///
/// The port stays reserved until the object is released. The port of a stopped server would be free, so another test's
/// server might get it.
public final class ClosedPort: Sendable {
    private let descriptor: Int32
    /// The port.
    public let port: UInt16

    /// Reserves a free port.
    public init() {
        (descriptor, port) = Posix.makeClosedPort()
    }

    deinit {
        close(descriptor)
    }

    /// Returns a URL on the port.
    ///
    /// - Parameter path: The path, with the query if there is one, percent-encoded.
    public func url(_ path: String = "/") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("not a path: \(path)")
        }
        return url
    }
}
