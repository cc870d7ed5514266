/// One operation that runs in a task of its own, with the task-local values of a ``TaskContext``.
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

    /// Runs an operation soon, with no task-local values.
    ///
    /// - Parameter operation: The operation; it may block its thread.
    static func runDetached(_ operation: @escaping @Sendable () async -> Void) -> ContextTask {
        let task = ContextTask(operation)
        #if canImport(FoundationNetworking)
            Task.detached(executorPreference: BlockingTaskExecutor.shared) { task.start() }
        #else
            Task.detached { task.start() }
        #endif
        return task
    }

    /// Begins the operation in a task that gets the caller's task-local values.
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

    /// Cancels the operation, or keeps it from beginning.
    ///
    /// Returns at once: cancellation handlers are the user's, so they run on a thread of their own.
    package func cancel() {
        let running: Task<Void, Never>? = state.withLock { state in
            defer { state = .over }
            guard case .running(let task) = state else { return nil }
            return task
        }
        if let running { BackgroundThread.run { running.cancel() } }
    }
}
