import Dispatch
import Foundation
import HTTPMock

/// The exchanges that a cassette records and that have not ended.
///
/// Owned by a cassette. An exchange, with all its redirects, is pending until the engine releases its token.
final class PendingExchanges: Sendable {
    /// The mark of a pending exchange, retained by the engine.
    final class Token: Sendable {
        let exchanges: PendingExchanges

        fileprivate init(_ exchanges: PendingExchanges) {
            self.exchanges = exchanges
        }

        deinit {
            exchanges.end(ObjectIdentifier(self))
        }
    }

    /// A serial queue, which has a thread even if tests block all global queues.
    private static let timers = DispatchQueue(label: "HTTPMock.pending-exchanges")

    private let condition = NSCondition()
    // The next four variables are safe, because they are accessed only while the condition is locked.
    /// The pending requests, by the identity of their tokens.
    nonisolated(unsafe) private var requests: [ObjectIdentifier: String] = [:]
    nonisolated(unsafe) private var wasUsed = false
    nonisolated(unsafe) private var blockedThreads = 0
    nonisolated(unsafe) private var continuations: [UUID: CheckedContinuation<Void, Never>] = [:]

    /// True once an exchange with the network has begun.
    var hasBegun: Bool { condition.withLock { wasUsed } }

    /// True while a thread or a task waits for the end of the exchanges.
    var isWaited: Bool { condition.withLock { blockedThreads > 0 || !continuations.isEmpty } }

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
        let waiting = condition.withLock {
            requests[id] = nil
            guard requests.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            condition.broadcast()
            return Array(exchange(&continuations, with: [:]).values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The requests that are pending, sorted.
    var pendingRequests: [String] { condition.withLock { requests.values.sorted() } }

    /// Blocks the calling thread until no exchange is pending, or the limit is reached.
    ///
    /// - Parameter limit: The longest wait, in real time.
    func block(atMost limit: Duration) {
        let deadline = Date(timeIntervalSinceNow: limit / .seconds(1))
        condition.withLock {
            blockedThreads += 1
            var isInTime = true
            while isInTime, !requests.isEmpty { isInTime = condition.wait(until: deadline) }
            blockedThreads -= 1
        }
    }

    /// Suspends the calling task until no exchange is pending, or the limit is reached.
    ///
    /// A cancelled task waits as well.
    ///
    /// - Parameter limit: The longest wait, in real time.
    func wait(atMost limit: Duration) async {
        let id = UUID()
        await withCheckedContinuation { continuation in
            let isPending = condition.withLock {
                if !requests.isEmpty { continuations[id] = continuation }
                return !requests.isEmpty
            }
            guard isPending else { return continuation.resume() }
            Self.timers.asyncAfter(deadline: .now() + limit / .seconds(1)) { [weak self] in
                // Nil only if the wait has ended, because the waiting caller retains the exchanges.
                guard let self else { return }
                condition.withLock { continuations.removeValue(forKey: id) }?.resume()
            }
        }
    }
}
