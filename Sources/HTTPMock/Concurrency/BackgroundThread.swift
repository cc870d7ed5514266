import Dispatch

/// Runs work that may block on threads that nobody else waits for.
package enum BackgroundThread {
    /// Runs work soon, however many threads of the process are blocked.
    ///
    /// A serial queue gets a thread from Dispatch's overcommit pool, which grows when threads block. The global queues
    /// have one thread for each core, and Swift concurrency's pool has as many: tests may block all of them.
    ///
    /// - Parameter work: The work; it may block its thread.
    package static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "HTTPMock.background").async(execute: work)
    }
}
