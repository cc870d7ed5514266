import Dispatch

/// An operation that runs in a new task, with the task-local values of a ``TaskContext``.
package final class ContextTask: Sendable {
    private let state: Locked<State>

    private enum State {
        case waiting(@Sendable () async -> Void)
        case started(Task<Void, Never>)
        case cancelled
    }

    init(_ operation: @escaping @Sendable () async -> Void) {
        state = Locked(.waiting(operation))
    }

    /// Starts the operation in a task that inherits the caller's task-local values.
    func start() {
        state.withLock { state in
            if case .waiting(let operation) = state { state = .started(UserCodeExecutor.shared.task(operation)) }
        }
    }

    /// Cancels the operation, or prevents its start.
    ///
    /// Returns at once. Cancellation handlers run on one of the ``WorkerThreads``, because they are the user's code.
    package func cancel() {
        // Returned from the closure, so that an operation that never starts is released after unlocking.
        guard case .started(let task) = state.withLock({ exchange(&$0, with: .cancelled) }) else { return }
        WorkerThreads.releases.run { task.cancel() }
    }
}
