import Foundation

/// Marks a host and port that a passed-through request may reach, while the permit exists.
///
/// A guard of the process's connections asks for the host and port, because a connection does not show its session.
package final class PassthroughPermit: Sendable {
    private let address: String
    private static let addresses = Locked<[String]>([])

    private static func address(of url: URL) -> String {
        let target = RequestTarget(url: url)
        return "\(target.host):\(target.port ?? -1)"
    }

    init(_ url: URL) {
        address = Self.address(of: url)
        Self.addresses.withLock { $0.append(address) }
    }

    deinit {
        Self.addresses.withLock { addresses in
            if let index = addresses.firstIndex(of: address) { addresses.remove(at: index) }
        }
    }

    /// Returns whether a passed-through request to the host and port of a URL is under way.
    package static func exists(for url: URL) -> Bool {
        let address = address(of: url)
        return addresses.withLock { $0.contains(address) }
    }
}
