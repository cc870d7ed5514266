import Dispatch

/// Resumes Swift tasks that wait for something a request does.
enum Waking {
    /// Resumes them on a thread of their own, soon.
    ///
    /// Not where the request is answered, which may be on a work queue: resuming a task waits for whoever is cancelling
    /// it, who runs its cancellation handlers meanwhile, and one of those that uses a `URLSession` waits for the work
    /// queue.
    static func elsewhere(_ resume: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async(execute: resume)
    }
}
