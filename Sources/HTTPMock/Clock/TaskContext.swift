/// The task-local values of the creating task, for code that runs later on its behalf.
///
/// Swift Testing finds the running test by task-local values. An expectation in code that runs in this context
/// therefore belongs to the creating task's test. Operations run in parallel and may block their threads.
package final class TaskContext: Sendable {
    private let operations: AsyncStream<ContextTask>.Continuation
    #if canImport(FoundationNetworking)
        private let executor = HeldTaskExecutor()
    #endif

    /// Captures the task-local values of the current task; none outside a task.
    package init() {
        let (stream, operations) = AsyncStream.makeStream(of: ContextTask.self)
        self.operations = operations
        // This task inherits the current task's values, and the tasks that it creates inherit them too.
        #if canImport(FoundationNetworking)
            _ = Task(executorPreference: executor) {
                for await operation in stream { operation.start() }
            }
        #else
            _ = Task {
                for await operation in stream { operation.start() }
            }
        #endif
    }

    /// The task-local values of the current task; nil outside a task, and in a task that belongs to no test.
    ///
    /// A detached task has no such values, so the values of the instance's creation are better.
    static var ofCurrentTask: TaskContext? {
        let isInTask = withUnsafeCurrentTask { $0 != nil }
        guard isInTask, TestFramework.current.withLock({ $0 })?.isInTest() ?? true else { return nil }
        return TaskContext()
    }

    deinit {
        operations.finish()
        #if canImport(FoundationNetworking)
            // Not here, because the task-local values may be the user's.
            let executor = executor
            ReleaseDoor.run { executor.startHere() }
        #endif
    }

    /// Runs an operation asynchronously, with the values of this context.
    ///
    /// - Parameter operation: The operation, which may block its thread.
    /// - Returns: The operation, which the caller may cancel.
    @discardableResult
    package func run(_ operation: @escaping @Sendable () async -> Void) -> ContextTask {
        let task = ContextTask(operation)
        operations.yield(task)
        #if canImport(FoundationNetworking)
            executor.start()
        #endif
        return task
    }
}
