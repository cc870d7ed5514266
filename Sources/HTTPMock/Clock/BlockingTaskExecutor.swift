#if canImport(FoundationNetworking)
    /// A task executor for blocking code: each job runs on one of the ``UserCodeThreads``.
    ///
    /// Tasks on the default executor would wait for the cooperative pool, whose threads synchronous tests may block
    /// (FoundationOnLinux.md, "Threads"). One executor serves the whole process.
    package final class BlockingTaskExecutor: TaskExecutor {
        package static let shared = BlockingTaskExecutor()

        package func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            UserCodeThreads.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    /// A task executor that keeps the first job until ``start()``, then works like ``BlockingTaskExecutor``.
    ///
    /// Created and owned by one ``TaskContext``. A context that is never used therefore costs no thread.
    final class HeldTaskExecutor: TaskExecutor {
        private enum State {
            case holding(UnownedJob?)
            case running
        }

        private let state = Locked(State.holding(nil))

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let isHeld = state.withLock { state in
                guard case .holding = state else { return false }
                state = .holding(job)
                return true
            }
            if !isHeld { runSoon(job) }
        }

        /// Runs the first job and every later one, each on a thread of its own.
        func start() {
            if let job = takeJob() { runSoon(job) }
        }

        /// Runs the first job on the caller's thread.
        ///
        /// Only for a job that does not wait.
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
#endif
