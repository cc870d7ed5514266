import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// The session that an instance offers as its own, which can't be invalidated.
    ///
    /// Created by ``SessionFrontEnd``. Code under test often invalidates a session that it was given. The next request
    /// through an invalidated session would crash the process (FoundationOnLinux.md, "Invalidated sessions").
    final class OwnSession: URLSession, @unchecked Sendable {
        // Sendable, because `URLSession` is and the added state is protected by a lock.
        private let cancellation = Locked(Cancellation.idle)

        /// The progress of cancelling all tasks.
        ///
        /// One pass at a time, because many passes would fill the queues that requests need.
        private enum Cancellation {
            case idle
            case running
            /// Another pass follows, because another call came when this pass may already have read the tasks.
            case runningAndWanted
        }

        override func finishTasksAndInvalidate() {}

        override func invalidateAndCancel() {
            let isFirst = cancellation.withLock { cancellation in
                defer { cancellation = cancellation == .idle ? .running : .runningAndWanted }
                return cancellation == .idle
            }
            if isFirst { cancelTasks() }
        }

        private func cancelTasks() {
            guard case .success(let layout) = FoundationLayout.current else { return }
            // Not by `getAllTasks`, which reads the tasks on the delegate queue and crashes at times
            // (FoundationOnLinux.md, "Invalidated sessions").
            layout.sessionWorkQueue.read(from: self).async { [self] in
                let tasks = layout.tasks.read(from: layout.taskRegistry.read(from: self))
                delegateQueue.addOperation { [self] in
                    for task in tasks.values { task.cancel() }
                    let isWanted = cancellation.withLock { cancellation in
                        defer { cancellation = cancellation == .runningAndWanted ? .running : .idle }
                        return cancellation == .runningAndWanted
                    }
                    if isWanted { cancelTasks() }
                }
            }
        }
    }
#endif

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
        /// The queue on which awaited Swift tasks are resumed.
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
            if endingThread.withLock({ $0 == pthread_self() }) {
                ends.async(execute: block)
            } else {
                super.addOperation(block)
            }
        }
    #endif
}
