import Foundation

/// A value protected by a lock, of which every access is one whole transition.
///
/// The closure runs under the lock, so it must not run user code, call `URLSession` or wait. `Mutex` is not used
/// because it needs macOS 15 and iOS 18.
package final class Locked<State>: @unchecked Sendable {
    // Sendable although `state` is mutable, because only `withLock` accesses `state`, under `lock`.
    // Its accesses need no check of their own, because the lock excludes others.
    @exclusivity(unchecked) private var state: State
    private let lock = NSLock()

    package init(_ state: sending State) { self.state = state }

    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
