import Foundation

/// The delegate queue of an instance's own session, which retains the front end.
///
/// Created by ``SessionFrontEnd`` and owned by the session.
final class SessionQueue: OperationQueue, @unchecked Sendable {
    // Sendable, because `OperationQueue` is and the added state is constant or protected by a lock.
    private let frontEnd: SessionFrontEnd

    init(keeping frontEnd: SessionFrontEnd) {
        self.frontEnd = frontEnd
        super.init()
        maxConcurrentOperationCount = 1
    }

    #if canImport(FoundationNetworking)
        private let ends = DispatchQueue(label: "HTTPMock.ends")
        private let endingThread = Locked<pthread_t?>(nil)

        /// Ends an awaited task, and resumes its Swift task on a dispatch queue.
        ///
        /// While `end` runs, the loading system adds the resumption of the waiting Swift task to this queue. The work
        /// queue must not run the resumption (FoundationOnLinux.md, "Cancelling an awaited task"). An operation would
        /// cost as much as the rest of a request. It would also wait for a suspended delegate queue, and the native
        /// loader does not.
        func endDirectly(_ end: () -> Void) {
            endingThread.withLock { $0 = pthread_self() }
            end()
            endingThread.withLock { $0 = nil }
        }

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            let isEnding = endingThread.withLock { $0 == pthread_self() }
            if isEnding { ends.async(execute: block) } else { super.addOperation(block) }
        }
    #endif
}
