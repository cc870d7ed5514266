import Foundation

/// Locked state that tasks can wait for.
///
/// Every change is one critical section. Tasks whose condition has become true are resumed after the lock is released.
/// Nothing polls. May be used from any thread.
public final class Observed<State: Sendable>: @unchecked Sendable {
    // Sendable although its state is mutable, because all of it is touched under the lock only.
    private struct Waiter {
        let isSatisfied: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let lock = NSLock()
    private var state: State
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0

    /// Creates the state.
    public init(_ state: State) {
        self.state = state
    }

    /// The current state.
    public var value: State { lock.withLock { state } }

    /// Changes the state, then resumes the tasks whose condition is true.
    ///
    /// - Parameter body: The change, which must not call other code because it runs under the lock.
    /// - Returns: The result of the change.
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

    /// Waits until a condition is true; returns at once if it is true already.
    ///
    /// - Parameter condition: The condition, evaluated under the lock at every change.
    /// - Returns: False if the waiting task was cancelled first.
    @discardableResult
    public func wait(until condition: @escaping @Sendable (State) -> Bool) async -> Bool {
        let id = lock.withLock {
            lastWaiter += 1
            return lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Read under the lock of `onCancel`, so that a cancellation is seen here or finds the waiter.
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
