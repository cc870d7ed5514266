#if canImport(FoundationNetworking)
    /// A task executor for blocking code: each job runs on a thread of its own.
    ///
    /// Tasks on the default executor would wait for the cooperative pool, whose threads synchronous tests may block
    /// (FoundationOnLinux.md, "Threads"). One executor serves the whole process.
    package final class BlockingTaskExecutor: TaskExecutor {
        package static let shared = BlockingTaskExecutor()

        package func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            BackgroundThread.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
