import Foundation

/// The task-local values of the creating task, for code that runs later on its behalf.
///
/// Swift Testing finds the running test by task-local values. An expectation in code that runs in this context
/// therefore belongs to the creating task's test. Operations run in parallel and may block their threads.
package final class TaskContext: Sendable {
    private let operations: AsyncStream<ContextTask>.Continuation
    private let executor = UserCodeExecutor(holdsFirstJob: true)

    /// Captures the task-local values of the current task; none outside a task.
    package init() {
        let (stream, operations) = AsyncStream.makeStream(of: ContextTask.self)
        self.operations = operations
        // This task inherits the current task's values, and the tasks that it creates inherit them too.
        _ = executor.task {
            for await operation in stream { operation.start() }
        }
    }

    /// The task-local values of the current task; nil outside a task, and in a task that belongs to no test.
    ///
    /// A detached task has no such values, so the values of the instance's creation are better.
    static var ofCurrentTask: TaskContext? {
        let isInTask = withUnsafeCurrentTask { $0 != nil }
        guard isInTask, RunningTests.framework?.isInTest ?? true else { return nil }
        return TaskContext()
    }

    deinit {
        operations.finish()
        // Not here, because the task-local values may be the user's.
        let executor = executor
        WorkerThreads.releases.run { executor.startHere() }
    }

    /// Runs an operation, which may block its thread, asynchronously with the values of this context.
    @discardableResult
    package func run(_ operation: @escaping @Sendable () async -> Void) -> ContextTask {
        let task = ContextTask(.waiting(operation))
        operations.yield(task)
        executor.start()
        return task
    }
}

/// An operation that runs in a new task, with the task-local values of a ``TaskContext``.
package final class ContextTask: Sendable {
    fileprivate enum State {
        case waiting(@Sendable () async -> Void)
        case running(Task<Void, Never>)
        case over
    }

    private let state: Locked<State>

    fileprivate init(_ state: State) { self.state = Locked(state) }

    /// Runs an operation, which may block its thread, asynchronously and without task-local values.
    static func runDetached(_ operation: @escaping @Sendable () async -> Void) -> ContextTask {
        ContextTask(.running(UserCodeExecutor.shared.detachedTask(operation)))
    }

    /// Starts the operation in a task that inherits the caller's task-local values.
    fileprivate func start() {
        state.withLock { state in
            guard case .waiting(let operation) = state else { return }
            state = .running(UserCodeExecutor.shared.task(operation))
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
        if let running { WorkerThreads.releases.run { running.cancel() } }
    }
}
