import Foundation

/// A value protected by a lock, of which every access is one whole transition.
///
/// The closure of ``withLock(_:)`` runs under the lock, so it must not run user code or wait. `Mutex` is not used,
/// because it needs macOS 15 and iOS 18.
package final class Locked<State>: @unchecked Sendable {
    // Sendable although `state` is mutable, because only `withLock` accesses `state`, under `lock`.
    // Its accesses need no check of their own, because the lock excludes others.
    @exclusivity(unchecked) private var state: State
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

extension Locked {
    /// Adds a wait to the state, and waits until the wait is ended; false at a real deadline, or if cancelled.
    ///
    /// The owner of the state ends a wait by a `yield` to its continuation. A `finish` means that the deadline has
    /// passed. True at once if there is nothing to wait for.
    ///
    /// - Parameters:
    ///   - deadline: The deadline; nil to wait for ever.
    ///   - add: Adds the wait to the state, and returns the wait's number; nil if there is nothing to wait for.
    ///   - remove: Removes the wait with a number, and returns it, so that it is released after unlocking.
    package func wait(
        before deadline: ContinuousClock.Instant?,
        adding add: (inout State, AsyncStream<Void>.Continuation) -> Int?,
        removing remove: (inout State, Int) -> (any Sendable)?
    ) async -> Bool {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        guard let wait = withLock({ add(&$0, end) }) else { return true }
        let cancelTimer = deadline.map { ElapsedTime.wait(until: $0) { BackgroundThread.run { end.finish() } } }
        defer {
            cancelTimer?()
            _ = withLock { remove(&$0, wait) }
        }
        for await _ in ends { return true }
        return false
    }
}

extension Locked where State: AwaitedState {
    /// Waits until the state has a property; false at a real deadline, or if cancelled.
    @discardableResult
    package func wait(
        until isOver: @escaping @Sendable (State) -> Bool, before deadline: ContinuousClock.Instant? = nil
    ) async -> Bool {
        await wait(before: deadline) { state, end in
            isOver(state) ? nil : state.waits.add(isOver, end)
        } removing: { state, wait in
            state.waits.remove(wait)
        }
    }
}
