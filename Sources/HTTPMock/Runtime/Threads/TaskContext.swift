import Dispatch

/// The task-local values of the creating task, for code that runs later on its behalf.
///
/// Swift Testing finds the running test by task-local values. An expectation in code that runs in this context
/// therefore belongs to the creating task's test. Operations run in parallel and may block their threads.
package final class TaskContext: Sendable {
    /// The operations that wait for their start, under a lock, because the thread sanitizer does not see that a
    /// stream's element arrives after it was made.
    private let waiting = Locked<[ContextTask]>([])
    private let wakeUps: AsyncStream<Void>.Continuation
    private let executor = UserCodeExecutor(holdsFirstJob: true)

    static let detached = TaskContext(isDetached: true)

    /// Captures the task-local values that a new task would inherit here; none for a detached context.
    package init(isDetached: Bool = false) {
        let (stream, wakeUps) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wakeUps = wakeUps
        // This task may inherit the current task's values, and the tasks that it creates inherit them too. On Linux,
        // the executor holds the task's first job until the first operation.
        let makeTask = isDetached ? executor.detachedTask : executor.task
        _ = makeTask { [waiting] in
            for await _ in stream {
                for task in waiting.withLock({ exchange(&$0, with: []) }) { task.start() }
            }
        }
    }

    /// The task-local values of the current task; nil outside a task, and in a task that is surely of no test.
    ///
    /// A detached task has no such values. If the result is nil, the engine uses the context in which its mock was
    /// created, if it has one.
    static var ofCurrentTask: TaskContext? {
        let isInTask = withUnsafeCurrentTask { $0 != nil }
        guard isInTask, RunningTests.framework?.isInTest ?? true else { return nil }
        return TaskContext()
    }

    deinit {
        wakeUps.finish()
        // The first job is run elsewhere, because its end releases the task-local values, which may be the user's.
        let executor = executor
        WorkerThreads.releases.run { executor.runFirstJobHere() }
    }

    /// Runs an operation, which may block its thread, asynchronously with the values of this context.
    @discardableResult
    package func run(_ operation: @escaping @Sendable () async -> Void) -> ContextTask {
        let task = ContextTask(operation)
        waiting.withLock { $0.append(task) }
        wakeUps.yield()
        // Does nothing after the first operation.
        executor.releaseFirstJob()
        return task
    }
}
