import Dispatch

#if canImport(FoundationNetworking)
    /// A task executor for user code: each job runs on one of the ``WorkerThreads``.
    ///
    /// Tasks on the default executor would wait for the cooperative pool, whose threads synchronous tests may block
    /// (FoundationOnLinux.md, "Threads").
    final class UserCodeExecutor: TaskExecutor {
        static let shared = UserCodeExecutor(holdsFirstJob: false)

        private let state: Locked<State>

        private struct State {
            var isHolding: Bool
            var heldJob: UnownedJob?
        }

        /// Creates an executor; its first job may wait for ``releaseFirstJob()``, because the job may never be needed.
        init(holdsFirstJob: Bool) {
            state = Locked(State(isHolding: holdsFirstJob))
        }

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
                if state.isHolding { state.heldJob = job }
                return state.isHolding
            }
            if !isHeld { runSoon(job) }
        }

        /// Runs the held job if there is one; later jobs are not held.
        func releaseFirstJob() {
            if let job = takeJob() { runSoon(job) }
        }

        /// Runs the first job, which must not block, on the caller's thread if it is held.
        func runFirstJobHere() {
            takeJob()?.runSynchronously(on: asUnownedTaskExecutor())
        }

        /// Ends the holding, and returns the held job; nil if there is none.
        private func takeJob() -> UnownedJob? {
            state.withLock { exchange(&$0, with: State(isHolding: false)).heldJob }
        }

        private func runSoon(_ job: UnownedJob) {
            WorkerThreads.userCode.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#else
    /// Runs user code on the cooperative pool, because task executors need macOS 15 and iOS 18.
    final class UserCodeExecutor: Sendable {
        static let shared = UserCodeExecutor(holdsFirstJob: false)

        init(holdsFirstJob: Bool) {}

        func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task(operation: operation)
        }

        func detachedTask(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task.detached(operation: operation)
        }

        // No job is held, so none is left to release.

        func releaseFirstJob() {}

        func runFirstJobHere() {}
    }
#endif
