import Foundation

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

/// The numbers that the Swift runtime gives to tasks, in the order of their creation.
///
/// The runtime has numbered tasks since Swift 5.7, but declares the function in no module.
enum TaskNumber {
    /// The number of the current task; nil outside any task.
    static var current: UInt64? {
        withUnsafeCurrentTask { task in task.flatMap { number?(unsafeBitCast($0, to: UnsafeRawPointer.self)) } }
    }

    /// A number that is greater than those of all tasks so far; 0 if the runtime does not number tasks.
    static var next: UInt64 {
        let task = Task.detached {}
        return withExtendedLifetime(task) { number?(unsafeBitCast(task, to: UnsafeRawPointer.self)) ?? 0 }
    }

    /// Returns the number of the task at an address; nil if the runtime does not have the function.
    private static let number: (@convention(c) (UnsafeRawPointer) -> UInt64)? =
        dlsym(dlopen(nil, RTLD_NOW), "swift_task_getJobTaskId").map {
            unsafeBitCast($0, to: (@convention(c) (UnsafeRawPointer) -> UInt64).self)
        }
}
