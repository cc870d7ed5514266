import Foundation

/// A value protected by a lock, of which every access is one whole transition.
///
/// The closure runs under the lock, so it must not run user code or wait. `Mutex` is not used
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

/// The waiting tasks: whether a wait is over, and the stream with which it ends.
package typealias Waits<State> = [UUID: (isOver: @Sendable (State) -> Bool, end: AsyncStream<Void>.Continuation)]

extension Locked where State: AwaitedState {
    /// Waits until the state has a property; false at a real deadline, or if cancelled.
    @discardableResult
    package func wait(
        until isOver: @escaping @Sendable (State) -> Bool, before deadline: ContinuousClock.Instant? = nil
    ) async -> Bool {
        let id = UUID()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let isWaiting = withLock { state in
            if !isOver(state) { state.waits[id] = (isOver, end) }
            return state.waits[id] != nil
        }
        guard isWaiting else { return true }
        let cancelTimer = deadline.map { ElapsedTime.wait(until: $0) { BackgroundThread.run { end.finish() } } }
        defer {
            cancelTimer?()
            _ = withLock { $0.waits.removeValue(forKey: id) }
        }
        for await _ in ends { return true }
        return false
    }
}
