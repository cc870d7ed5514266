#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// The session that an instance offers as its own; nobody can invalidate it.
    ///
    /// A client often invalidates the session that it was given. The next request of another client, or of the test,
    /// would stop the process (`URLSession` traps at a task of an invalidated session).
    final class OwnSession: URLSession, @unchecked Sendable {
        // Sendable: `URLSession` is, and nothing is added to it.

        override func finishTasksAndInvalidate() {}

        override func invalidateAndCancel() {
            getAllTasks { tasks in
                for task in tasks { task.cancel() }
            }
        }
    }
#endif
