import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Synchronization

    /// A protocol that may answer inside the `resume()` of its task, before `startLoading`.
    ///
    /// The loading system creates the protocol inside `resume()`, on the caller's thread, which blocks the task's work
    /// queue. A response sent there ends an async method of `URLSession` before that method suspends. No thread is
    /// woken, and the Swift task is not resumed on the work queue, where a resumption could deadlock
    /// (FoundationOnLinux.md, "Cancelling an awaited task" and "Answering inside resume").
    class ResumeStartURLProtocol: URLProtocol {
        /// Whether the loading system created the protocol.
        ///
        /// A protocol that another protocol created has to be started.
        private let isOfLoadingSystem: Bool

        private static let count = Atomic<Int>(0)

        required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            isOfLoadingSystem = client == nil
            super.init(request: request, cachedResponse: cachedResponse, client: client)
        }

        /// Called before `startLoading` if a response may be sent at once.
        func startInsideResume() {}

        /// Called on the caller's thread, after ``startInsideResume()`` if that was called.
        func willLeaveResume() {}

        override var task: URLSessionTask? {
            didSet {
                guard oldValue == nil, let task, isOfLoadingSystem else { return }
                task.performInsideResume {
                    // Every 64th request of the process is answered asynchronously, so that a tight loop of requests
                    // still yields its thread.
                    let number = Self.count.add(1, ordering: .relaxed).newValue
                    if !number.isMultiple(of: 64) { startInsideResume() }
                }
                willLeaveResume()
            }
        }

        /// Breaks the reference cycle with the task.
        ///
        /// The loading system does not break the cycle if the end comes before it has stored the protocol.
        func releaseTask() {
            task = nil
        }
    }
#else
    /// A protocol that answers after the loading system has started it.
    class ResumeStartURLProtocol: URLProtocol {
        func releaseTask() {}
    }
#endif
