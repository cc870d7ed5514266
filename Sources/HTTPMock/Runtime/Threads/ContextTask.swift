import Dispatch

/// An operation that runs in a new task, with the task-local values of a ``TaskContext``.
package final class ContextTask: Sendable {
    /// The operation until its start, then its task; neither once it is cancelled.
    private let state: Locked<(operation: (@Sendable () async -> Void)?, task: Task<Void, Never>?)>

    init(_ operation: @escaping @Sendable () async -> Void) {
        state = Locked((operation, nil))
    }

    /// Starts the operation in a task that inherits the caller's task-local values.
    func start() {
        state.withLock { state in
            if let operation = state.operation { state = (nil, UserCodeExecutor.shared.task(operation)) }
        }
    }

    /// Cancels the operation, or prevents its start.
    ///
    /// Returns at once. Cancellation handlers run on a thread of their own, because they are the user's code.
    package func cancel() {
        guard let task = state.withLock({ exchange(&$0, with: (nil, nil)).task }) else { return }
        WorkerThreads.releases.run { task.cancel() }
    }
}
