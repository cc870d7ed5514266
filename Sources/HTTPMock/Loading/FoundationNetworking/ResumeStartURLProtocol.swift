import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Synchronization

    /// A protocol that may answer inside the `resume()` of its task, before the loading system starts the protocol.
    ///
    /// The loading system makes the protocol inside `resume()`, on the caller's thread, which holds the task's work
    /// queue meanwhile. An answer given there ends an async method of `URLSession` before that method suspends: no
    /// thread is woken, and the Swift task is not resumed on a work queue, where that could deadlock (Foundation.md,
    /// "Cancelling an awaited task").
    class ResumeStartURLProtocol: URLProtocol {
        /// Whether the loading system made the protocol, and not another protocol, which has to be started.
        private let isOfLoadingSystem: Bool

        private static let count = Atomic<Int>(0)

        required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            isOfLoadingSystem = client == nil
            super.init(request: request, cachedResponse: cachedResponse, client: client)
        }

        /// Called before `startLoading` where an answer may be given at once.
        func startInsideResume() {}

        override var task: URLSessionTask? {
            didSet {
                guard oldValue == nil, let task, isOfLoadingSystem else { return }
                task.performInsideResume {
                    // Every 64th request of the process is answered asynchronously, so that a tight loop of requests
                    // still yields its thread.
                    let number = Self.count.add(1, ordering: .relaxed).newValue
                    if !number.isMultiple(of: 64) { startInsideResume() }
                }
            }
        }

        /// Breaks the cycle with the task, which the loading system keeps where the end comes before it has stored the
        /// protocol.
        func releaseTask() {
            task = nil
        }
    }
#else
    /// A protocol that answers once the loading system has started it.
    class ResumeStartURLProtocol: URLProtocol {
        /// Never called on Apple's systems.
        func startInsideResume() {}

        func releaseTask() {}
    }
#endif
