import Dispatch

/// Runs work that may block, on threads that no other work needs.
package enum BackgroundThread {
    /// Runs work that may block its thread, even if many threads are blocked.
    ///
    /// A serial queue gets a thread from Dispatch's overcommit pool, which grows when threads block. The global queues
    /// and Swift's cooperative pool have only one thread per core, and tests may block all of them
    /// (FoundationOnLinux.md, "Threads").
    package static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "HTTPMock.background").async(execute: work)
    }
}

/// Runs work that may block its thread, in order, on few threads as long as the work does not block.
///
/// Dispatch has about 255 threads, which the work queues of sessions and the timers need as well
/// (FoundationOnLinux.md, "Threads"). More threads start only while none of the work that waits begins. At the limit,
/// the work waits until other work returns.
package final class WorkerThreads: Sendable {
    static let userCode = WorkerThreads(initial: 8, limit: 160, interval: .milliseconds(20))

    static let files = WorkerThreads(initial: 4, limit: 64, interval: .milliseconds(500))

    /// The threads that release values of the user and cancel tasks, even while all other user code is blocked.
    static let releases = WorkerThreads(initial: 2, limit: 64, interval: .milliseconds(20))

    let limit: Int
    /// The number of threads that start without a wait, and the number that each look adds at most.
    private let initial: Int
    /// The time between two looks at whether the work that waits begins.
    private let interval: DispatchTimeInterval
    private let state = Locked(State())
    /// Counts the works that wait; may count a work too many, which ends a thread early.
    private let wakeUps = DispatchSemaphore(value: 0)

    /// The number of looks without progress, at the limit, after which all threads count as blocked.
    private static let blockedLooks = 50

    private struct State {
        /// With the threads that wait for work.
        var runningCount = 0
        /// The work that waits, by its number in the order in which it was added.
        var waiting: [Int: @Sendable () -> Void] = [:]
        var begunCount = 0
        /// The looks since the last work began, while all threads run.
        var blockedLooks = 0
        var isWatched = false
        var hasReported = false
    }

    private init(initial: Int, limit: Int, interval: DispatchTimeInterval) {
        self.initial = initial
        self.limit = limit
        self.interval = interval
    }

    func run(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting[$0.begunCount + $0.waiting.count] = work }
        // Zero if no thread waits for work.
        guard wakeUps.signal() == 0 else { return }
        state.withLock { state in
            if state.runningCount < initial {
                state.runningCount += 1
                startThread()
            } else if !state.isWatched {
                state.isWatched = true
                look(after: state.begunCount)
            }
        }
    }

    private func startThread() { BackgroundThread.run { [self] in while let next = nextWork() { next() } } }

    /// Returns the work that has waited longest, perhaps after a wait; nil after a second without work.
    private func nextWork() -> (@Sendable () -> Void)? {
        // The thread waits for more work, because for a new queue Dispatch often starts another thread.
        _ = wakeUps.wait(timeout: .now() + 1)
        return state.withLock { state in
            let next = state.waiting.removeValue(forKey: state.begunCount)
            if next == nil { state.runningCount -= 1 } else { state.begunCount += 1 }
            return next
        }
    }

    /// Looks later whether more works have begun, and starts more threads if none has.
    private func look(after begunCount: Int) {
        DispatchQueue(label: "HTTPMock.threads").asyncAfter(deadline: .now() + interval) { [self] in
            let isReportDue = state.withLock { state in
                state.isWatched = !state.waiting.isEmpty
                guard state.isWatched else { return false }
                look(after: state.begunCount)
                let isBlocked = state.begunCount == begunCount
                let added = isBlocked ? min(initial, limit - state.runningCount, state.waiting.count) : 0
                state.runningCount += added
                for _ in 0..<added { startThread() }
                state.blockedLooks = isBlocked && added == 0 ? state.blockedLooks + 1 : 0
                // The text names user code.
                let isDue = state.blockedLooks >= Self.blockedLooks && !state.hasReported && self === Self.userCode
                state.hasReported = state.hasReported || isDue
                return isDue
            }
            guard isReportDue else { return }
            StandardError.report(
                "HTTPMock: \(limit) handlers, predicates or sequences block a thread each, so others wait until one "
                    + "of them returns. To fix this, let them wait with await, which blocks no thread.")
        }
    }
}

#if canImport(FoundationNetworking)
    /// A task executor for user code: each job runs on one of the ``WorkerThreads``.
    ///
    /// Tasks on the default executor would wait for the cooperative pool, whose threads synchronous tests may block
    /// (FoundationOnLinux.md, "Threads").
    final class UserCodeExecutor: TaskExecutor {
        static let shared = UserCodeExecutor(holdsFirstJob: false)

        private let state: Locked<(isHolding: Bool, job: UnownedJob?)>

        /// Creates an executor, whose first job may wait, because it may never be needed.
        init(holdsFirstJob: Bool) { state = Locked((holdsFirstJob, nil)) }

        /// Creates a task that inherits the caller's task-local values.
        func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task(executorPreference: self) { await operation() }
        }

        func detachedTask(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task.detached(executorPreference: self) { await operation() }
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let isHeld = state.withLock { state in
                if state.isHolding { state.job = job }
                return state.isHolding
            }
            if !isHeld { runSoon(job) }
        }

        func start() { if let job = takeJob() { runSoon(job) } }

        /// Runs the first job, which does not wait, on the caller's thread.
        func startHere() { takeJob()?.runSynchronously(on: asUnownedTaskExecutor()) }

        private func takeJob() -> UnownedJob? { state.withLock { exchange(&$0, with: (false, nil)).job } }

        private func runSoon(_ job: UnownedJob) {
            WorkerThreads.userCode.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#else
    /// Runs user code on the cooperative pool, because task executors need macOS 15 and iOS 18.
    final class UserCodeExecutor: Sendable {
        static let shared = UserCodeExecutor(holdsFirstJob: false)

        init(holdsFirstJob: Bool) {}

        func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> { Task(operation: operation) }

        func detachedTask(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task.detached(operation: operation)
        }

        func start() {}

        func startHere() {}
    }
#endif

/// Owns a value of the user, such as a handler or a clock, and releases it where its deinitializer may do anything.
///
/// The deinitializer of what a handler captures may use a `URLSession`, which a work queue must not do
/// (FoundationOnLinux.md, "Blocking the work queue"). So the engine retains such a value only through this object. Any
/// thread may drop the last reference; the value is released on one of the ``WorkerThreads``. The engine reads `value`
/// only while it retains this object.
package final class UserOwned<Value: Sendable>: Sendable {
    private let storage: Storage

    private final class Storage: @unchecked Sendable {
        // Sendable although `value` is mutable, because it is only changed after the owner is gone, by one thread.
        var value: Value?

        init(_ value: Value) { self.value = value }
    }

    package init(_ value: Value) { storage = Storage(value) }

    package var value: Value {
        guard let value = storage.value else { preconditionFailure("a released value was read") }
        return value
    }

    deinit {
        let storage = storage
        // The value is removed there, so it does not matter which thread releases the storage.
        WorkerThreads.releases.run { storage.value = nil }
    }
}

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

    /// Captures the task-local values of the current task; none outside a task.
    package init(isDetached: Bool = false) {
        let (stream, wakeUps) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wakeUps = wakeUps
        // This task may inherit the current task's values, and the tasks that it creates inherit them too.
        let start = isDetached ? executor.detachedTask : executor.task
        _ = start { [waiting] in
            for await _ in stream {
                for task in waiting.withLock({ exchange(&$0, with: []) }) { task.start() }
            }
        }
    }

    /// The task-local values of the current task; nil outside a task, and in a task that belongs to no test.
    ///
    /// A detached task has no such values, so the values of the instance's creation are better.
    static var ofCurrentTask: TaskContext? {
        let isInTask = withUnsafeCurrentTask { $0 != nil }
        return isInTask && (RunningTests.framework?.isInTest ?? true) ? TaskContext() : nil
    }

    deinit {
        wakeUps.finish()
        // Not here, because the task-local values may be the user's.
        let executor = executor
        WorkerThreads.releases.run { executor.startHere() }
    }

    /// Runs an operation, which may block its thread, asynchronously with the values of this context.
    @discardableResult
    package func run(_ operation: @escaping @Sendable () async -> Void) -> ContextTask {
        let task = ContextTask(operation)
        waiting.withLock { $0.append(task) }
        wakeUps.yield()
        executor.start()
        return task
    }
}

/// An operation that runs in a new task, with the task-local values of a ``TaskContext``.
package final class ContextTask: Sendable {
    /// The operation until its start, then its task; neither once it is cancelled.
    private let state: Locked<(operation: (@Sendable () async -> Void)?, task: Task<Void, Never>?)>

    fileprivate init(_ operation: @escaping @Sendable () async -> Void) { state = Locked((operation, nil)) }

    /// Starts the operation in a task that inherits the caller's task-local values.
    fileprivate func start() {
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
