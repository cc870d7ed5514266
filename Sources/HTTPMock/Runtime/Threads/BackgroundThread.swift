import Dispatch

/// Runs work that may block, on threads of Dispatch that are neither the global queues' nor the cooperative pool's.
package enum BackgroundThread {
    /// Runs work asynchronously, even if many threads are blocked.
    ///
    /// A serial queue gets a thread from Dispatch's overcommit pool, which grows when threads block. The global queues
    /// and Swift's cooperative pool have only one thread per core, and tests may block all of them
    /// (FoundationOnLinux.md, "Threads").
    package static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "HTTPMock.background").async(execute: work)
    }
}
