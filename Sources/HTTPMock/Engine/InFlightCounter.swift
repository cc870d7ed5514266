/// Counts the requests in flight of an instance, for ``HTTPMock/waitUntilIdle()``.
///
/// Owned by the instance's engine. A request counts from its start to its entry in the log, with all its redirects.
final class InFlightCounter: Sendable {
    private struct State {
        var count = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextID = 0
    }

    private let state = Locked(State())

    func begin() {
        state.withLock { $0.count += 1 }
    }

    func end() {
        let waiters = state.withLock { state in
            state.count -= 1
            guard state.count == 0, !state.waiters.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        // Not on the transport's queue, because a resumed task may use the session.
        if !waiters.isEmpty { BackgroundThread.run { for waiter in waiters { waiter.resume() } } }
    }

    /// Returns when no request is in flight, or when the task is cancelled.
    func waitUntilZero() async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.count == 0 || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
