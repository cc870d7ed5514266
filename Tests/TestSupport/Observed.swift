import Foundation

/// State behind a lock that tasks can wait for.
///
/// Every change is one critical section; whoever waits for what the change made true is resumed after the lock is
/// released. Nothing polls. May be used from any thread.
public final class Observed<State: Sendable>: @unchecked Sendable {
    private struct Waiter {
        let isSatisfied: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let lock = NSLock()
    private var state: State
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0

    /// Starts with a state nobody waits for yet.
    public init(_ state: State) {
        self.state = state
    }

    /// The state at this moment.
    public var value: State { lock.withLock { state } }

    /// Changes the state as a whole, then resumes those it satisfies.
    ///
    /// - Parameter body: The change; it must not call out, since it runs under the lock.
    /// - Returns: What the change returns.
    @discardableResult
    public func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, ready) = lock.withLock {
            let result = body(&state)
            let satisfied = waiters.filter { $0.value.isSatisfied(state) }
            for id in satisfied.keys {
                waiters[id] = nil
            }
            return (result, satisfied.sorted { $0.key < $1.key }.map(\.value))
        }
        for waiter in ready {
            waiter.continuation.resume(returning: true)
        }
        return result
    }

    /// Waits until the state is as wanted; returns at once where it is already.
    ///
    /// - Parameter condition: What to wait for; asked under the lock at every change.
    /// - Returns: False if the waiting task was cancelled first.
    @discardableResult
    public func wait(until condition: @escaping @Sendable (State) -> Bool) async -> Bool {
        let id = lock.withLock {
            lastWaiter += 1
            return lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The flag is read under the lock that `onCancel` takes: a cancellation is seen here or finds the waiter.
                let answer: Bool? = lock.withLock {
                    if condition(state) { return true }
                    if Task.isCancelled { return false }
                    waiters[id] = Waiter(isSatisfied: condition, continuation: continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = lock.withLock { waiters.removeValue(forKey: id) }
            waiter?.continuation.resume(returning: false)
        }
    }
}
