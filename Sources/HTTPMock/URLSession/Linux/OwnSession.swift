#if canImport(FoundationNetworking)
    import Foundation
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
            /// Another pass follows, because a call came after this pass may have read the tasks.
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
            getAllTasks { [self] tasks in
                for task in tasks { task.cancel() }
                let isWanted = cancellation.withLock { cancellation in
                    defer { cancellation = cancellation == .runningAndWanted ? .running : .idle }
                    return cancellation == .runningAndWanted
                }
                if isWanted { cancelTasks() }
            }
        }
    }
#endif
