/// The task-local values of the task that creates the context, for work done later on behalf of that task.
///
/// Swift Testing knows the running test by such values, so an expectation in code that runs here belongs to that test.
/// Operations run in parallel, each on threads that may be blocked.
package final class TaskContext: Sendable {
    private let operations: AsyncStream<ContextTask>.Continuation
    #if canImport(FoundationNetworking)
        private let executor = HeldTaskExecutor()
    #endif

    /// Keeps the values of the current task; none outside a task.
    package init() {
        let (stream, operations) = AsyncStream.makeStream(of: ContextTask.self)
        self.operations = operations
        // Tasks made in this task get its values, as it gets those of the current one.
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

    deinit {
        operations.finish()
        #if canImport(FoundationNetworking)
            executor.startHere()
        #endif
    }

    /// Runs an operation soon, with the values of this context.
    ///
    /// - Parameter operation: The operation; it may block its thread.
    /// - Returns: The running operation, to cancel it.
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
