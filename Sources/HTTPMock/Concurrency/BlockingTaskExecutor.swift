#if canImport(FoundationNetworking)
    /// Runs Swift tasks whose code may block: each job gets a thread of its own.
    ///
    /// Tasks on the default executor would wait for the cooperative pool, all of whose threads a synchronous test may
    /// block.
    package final class BlockingTaskExecutor: TaskExecutor {
        package static let shared = BlockingTaskExecutor()

        package func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            BackgroundThread.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    /// Keeps a task's first job until the job is wanted, then runs jobs as ``BlockingTaskExecutor`` does.
    ///
    /// Created by ``TaskContext``. A context that is never used costs no thread.
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

        /// Runs the job that is held, and every later one, on threads of their own.
        func start() {
            if let job = takeJob() { runSoon(job) }
        }

        /// Runs the job that is held at once, on the caller's thread; only for a job that ends without waiting.
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
            BackgroundThread.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
