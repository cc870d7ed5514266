import Foundation
import HTTPMock

/// The exchanges that a cassette records and that have not ended.
///
/// Owned by a cassette. An exchange is pending until the engine releases its token, with all its redirects.
final class PendingExchanges: Sendable {
    /// The mark of a pending exchange, retained by the recorder that the engine has.
    final class Token: Sendable {
        fileprivate let exchanges: PendingExchanges

        fileprivate init(_ exchanges: PendingExchanges) {
            self.exchanges = exchanges
        }

        deinit {
            exchanges.end(ObjectIdentifier(self))
        }
    }

    private let condition = NSCondition()
    // Safe, because it is accessed only while the condition is locked.
    nonisolated(unsafe) private var requests: [ObjectIdentifier: String] = [:]
    nonisolated(unsafe) private var wasUsed = false

    /// True once an exchange with the network has begun.
    var hasBegun: Bool { condition.withLock { wasUsed } }

    /// Begins an exchange.
    ///
    /// - Parameter request: The method and the URL, without secrets.
    func begin(_ request: String) -> Token {
        let token = Token(self)
        condition.withLock {
            requests[ObjectIdentifier(token)] = request
            wasUsed = true
        }
        return token
    }

    private func end(_ id: ObjectIdentifier) {
        condition.withLock {
            requests[id] = nil
            if requests.isEmpty { condition.broadcast() }
        }
    }

    /// Waits until no exchange is pending.
    ///
    /// - Parameter limit: The longest wait, in real time.
    /// - Returns: The requests that are still pending, sorted.
    func wait(atMost limit: Duration) -> [String] {
        let end = Date(timeIntervalSinceNow: limit / .seconds(1))
        return condition.withLock {
            while !requests.isEmpty, condition.wait(until: end) {}
            return requests.values.sorted()
        }
    }
}
