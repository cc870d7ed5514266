import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// The delegate queue of an instance's own session, by which the session keeps what it needs to go on answering.
    final class SessionQueue: OperationQueue, @unchecked Sendable {
        // Sendable: `OperationQueue` is, and what is added is constant or behind a lock.
        private let engine: MockEngine
        /// Where awaited tasks are ended: over the default queue, which the thread that answered takes up as its next.
        private let ends = DispatchQueue(label: "HTTPMock.ends")
        private let endingThread = Locked<pthread_t?>(nil)

        init(keeping engine: MockEngine) {
            self.engine = engine
            super.init()
            maxConcurrentOperationCount = 1
        }

        /// Whether this is the queue of an instance's own session.
        func belongs(to engine: MockEngine) -> Bool { self.engine === engine }

        /// Has the loading system end a task that an async method waits for.
        ///
        /// What it adds to this queue while it does is the resumption of the waiting Swift task. That must not happen on
        /// the work queue (see `URLSessionTask.isAwaited`), but needs no operation either, which costs as much as all the
        /// rest of a request: nobody can see it, and like the native loader it does not wait for a suspended queue.
        func endDirectly(_ end: () -> Void) {
            endingThread.withLock { $0 = pthread_self() }
            end()
            endingThread.withLock { $0 = nil }
        }

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            if endingThread.withLock({ $0 == pthread_self() }) {
                ends.async(execute: block)
            } else {
                super.addOperation(block)
            }
        }
    }
#else
    /// The delegate queue of an instance's own session, by which the session keeps what it needs to go on answering.
    final class SessionQueue: OperationQueue, @unchecked Sendable {
        // Sendable: `OperationQueue` is, and nothing changes here.
        private let engine: MockEngine

        init(keeping engine: MockEngine) {
            self.engine = engine
            super.init()
            maxConcurrentOperationCount = 1
        }

        /// Whether this is the queue of an instance's own session.
        func belongs(to engine: MockEngine) -> Bool { self.engine === engine }
    }
#endif
