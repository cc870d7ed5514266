import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// The delegate queue of an instance's own session, through which the session retains the front end.
    final class SessionQueue: OperationQueue, @unchecked Sendable {
        // Sendable: `OperationQueue` is, and the added state is constant or behind a lock.
        private let frontEnd: SessionFrontEnd
        /// Where awaited tasks are ended.
        private let ends = DispatchQueue(label: "HTTPMock.ends")
        private let endingThread = Locked<pthread_t?>(nil)

        init(keeping frontEnd: SessionFrontEnd) {
            self.frontEnd = frontEnd
            super.init()
            maxConcurrentOperationCount = 1
        }

        /// Makes the loading system end a task that an async method waits for.
        ///
        /// Meanwhile the loading system adds the resumption of the waiting Swift task to this queue. The work queue must
        /// not run it (see `URLSessionTask.isAwaited`). An operation costs as much as the rest of a request and would wait
        /// for a suspended queue, which the native loader does not, so a dispatch queue runs the resumption.
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
    /// The delegate queue of an instance's own session, through which the session retains the front end.
    final class SessionQueue: OperationQueue, @unchecked Sendable {
        // Sendable: `OperationQueue` is, and nothing changes here.
        private let frontEnd: SessionFrontEnd

        init(keeping frontEnd: SessionFrontEnd) {
            self.frontEnd = frontEnd
            super.init()
            maxConcurrentOperationCount = 1
        }
    }
#endif
