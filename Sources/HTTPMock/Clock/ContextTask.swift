/// An operation that runs in a new task, with the task-local values of a ``TaskContext``.
package final class ContextTask: Sendable {
    private enum State {
        case waiting(@Sendable () async -> Void)
        case running(Task<Void, Never>)
        case over
    }

    private let state: Locked<State>

    init(_ operation: @escaping @Sendable () async -> Void) {
        state = Locked(.waiting(operation))
    }

    /// Runs an operation asynchronously, without task-local values.
    ///
    /// - Parameter operation: The operation, which may block its thread.
    static func runDetached(_ operation: @escaping @Sendable () async -> Void) -> ContextTask {
        let task = ContextTask(operation)
        #if canImport(FoundationNetworking)
            Task.detached(executorPreference: BlockingTaskExecutor.shared) { task.start() }
        #else
            Task.detached { task.start() }
        #endif
        return task
    }

    /// Starts the operation in a task that inherits the caller's task-local values.
    func start() {
        state.withLock { state in
            guard case .waiting(let operation) = state else { return }
            #if canImport(FoundationNetworking)
                state = .running(Task(executorPreference: BlockingTaskExecutor.shared) { await operation() })
            #else
                state = .running(Task { await operation() })
            #endif
        }
    }

    /// Cancels the operation, or prevents its start.
    ///
    /// Returns at once. Cancellation handlers run on a thread of their own, because they are the user's code.
    package func cancel() {
        let running: Task<Void, Never>? = state.withLock { state in
            defer { state = .over }
            guard case .running(let task) = state else { return nil }
            return task
        }
        if let running { BackgroundThread.run { running.cancel() } }
    }
}
