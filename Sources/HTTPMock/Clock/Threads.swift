import Dispatch

/// Runs work that may block, on threads that no other work needs.
package enum BackgroundThread {
    /// Runs work asynchronously, even if many threads of the process are blocked.
    ///
    /// A serial queue gets a thread from Dispatch's overcommit pool, which grows when threads block. The global queues
    /// and Swift's cooperative pool have only one thread per core, and tests may block all of them
    /// (FoundationOnLinux.md, "Threads").
    ///
    /// - Parameter work: The work, which may block its thread.
    package static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "HTTPMock.background").async(execute: work)
    }
}

/// Runs user code that may block its thread, on a limited number of threads.
///
/// Dispatch has about 255 threads, which the work queues of sessions and the timers need as well
/// (FoundationOnLinux.md, "Threads"). Beyond the limit, user code waits until other user code returns.
enum UserCodeThreads {
    /// The largest number of threads.
    static let limit = 160

    private struct State {
        var runningCount = 0
        /// The work that waits, the latest first.
        var waiting: [@Sendable () -> Void] = []
        /// The waiting work in order, the next last.
        var next: [@Sendable () -> Void] = []
        var hasReported = false

        mutating func popNext() -> (@Sendable () -> Void)? {
            if next.isEmpty {
                next = waiting.reversed()
                waiting = []
            }
            return next.popLast()
        }
    }

    private static let state = Locked(State())

    /// Runs work asynchronously; the work may block its thread.
    static func run(_ work: @escaping @Sendable () -> Void) {
        let (starts, reports) = state.withLock { state in
            guard state.runningCount >= limit else {
                state.runningCount += 1
                return (true, false)
            }
            state.waiting.append(work)
            defer { state.hasReported = true }
            return (false, !state.hasReported)
        }
        if starts {
            BackgroundThread.run {
                work()
                while let next = nextWork() { next() }
            }
        }
        if reports { StandardError.report(text) }
    }

    /// Returns the work that has waited longest; nil if the thread is no longer needed.
    private static func nextWork() -> (@Sendable () -> Void)? {
        state.withLock { state in
            let next = state.popNext()
            if next == nil { state.runningCount -= 1 }
            return next
        }
    }

    private static let text =
        "HTTPMock: \(limit) handlers, predicates or sequences block a thread each, so others wait until one of them "
        + "returns. To fix this, let them wait with await, which blocks no thread."
}

#if canImport(FoundationNetworking)
    /// A task executor for user code: each job runs on one of the ``UserCodeThreads``.
    ///
    /// Tasks on the default executor would wait for the cooperative pool, whose threads synchronous tests may block
    /// (FoundationOnLinux.md, "Threads").
    final class UserCodeExecutor: TaskExecutor {
        /// The executor of all user code.
        static let shared = UserCodeExecutor(holdsFirstJob: false)

        private enum State {
            case holding(UnownedJob?)
            case running
        }

        private let state: Locked<State>

        /// Creates an executor.
        ///
        /// - Parameter holdsFirstJob: Whether the first job waits for ``start()``, so that a ``TaskContext`` that is
        ///   never used costs no thread.
        init(holdsFirstJob: Bool) {
            state = Locked(holdsFirstJob ? .holding(nil) : .running)
        }

        /// Creates a task that inherits the caller's task-local values.
        func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task(executorPreference: self) { await operation() }
        }

        /// Creates a task without task-local values.
        func detachedTask(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task.detached(executorPreference: self) { await operation() }
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let isHeld = state.withLock { state in
                guard case .holding = state else { return false }
                state = .holding(job)
                return true
            }
            if !isHeld { runSoon(job) }
        }

        /// Runs the first job and every later one.
        func start() {
            if let job = takeJob() { runSoon(job) }
        }

        /// Runs the first job, which does not wait, on the caller's thread.
        func startHere() {
            takeJob()?.runSynchronously(on: asUnownedTaskExecutor())
        }

        private func takeJob() -> UnownedJob? {
            state.withLock { state in
                guard case .holding(let job) = state else { return nil }
                state = .running
                return job
            }
        }

        private func runSoon(_ job: UnownedJob) {
            UserCodeThreads.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
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
