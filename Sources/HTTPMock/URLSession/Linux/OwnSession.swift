#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// The session that an instance offers as its own, which can't be invalidated.
    ///
    /// Created by ``SessionFrontEnd``. Code under test often invalidates a session that it was given. The next request
    /// through an invalidated session would crash the process (FoundationOnLinux.md, "Invalidated sessions").
    final class OwnSession: URLSession, @unchecked Sendable {
        // Sendable, because `URLSession` is and this class adds no state.

        override func finishTasksAndInvalidate() {}

        override func invalidateAndCancel() {
            getAllTasks { tasks in
                for task in tasks { task.cancel() }
            }
        }
    }
#endif
