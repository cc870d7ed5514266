import Foundation

/// Marks a host as one that a passed-through request may reach, for as long as the permit exists.
///
/// Owned by the ``PassthroughLoad`` of the request. A guard of the process reads the hosts, because sessions look
/// the same from their connections.
package final class PassthroughPermit: Sendable {
    private let address: Address

    private struct Address: Hashable, Sendable {
        let host: String
        let port: Int?

        init(_ url: URL) {
            let target = RequestTarget(url: url)
            host = target.host
            port = target.port
        }
    }

    private static let counts = Locked<[Address: Int]>([:])

    init(_ url: URL) {
        let address = Address(url)
        self.address = address
        Self.counts.withLock { $0[address, default: 0] += 1 }
    }

    deinit {
        Self.counts.withLock { counts in
            let count = counts[address, default: 1] - 1
            counts[address] = count > 0 ? count : nil
        }
    }

    /// Returns whether a passed-through request to the host and port of a URL is under way.
    package static func exists(for url: URL) -> Bool {
        let address = Address(url)
        return counts.withLock { $0[address] != nil }
    }
}
