import Foundation

/// A value behind one lock: every access is a whole transition.
///
/// The closure runs with the lock held, so it must not call out: no user code, no `URLSession`, no waiting.
/// `Mutex` would serve, but it needs macOS 15 and iOS 18.
package final class Locked<State>: @unchecked Sendable {
    // Sendable although `state` is mutable: it is reached through `withLock` alone, which holds `lock`.
    private var state: State
    private let lock = NSLock()

    package init(_ state: sending State) {
        self.state = state
    }

    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
