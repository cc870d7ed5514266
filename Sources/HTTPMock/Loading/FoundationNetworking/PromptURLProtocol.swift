import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Synchronization

    /// A protocol that may answer within the call that resumes its task, before the loading system tells it to start.
    ///
    /// The loading system makes it inside `resume()`, on the caller's thread, which has the task's work queue meanwhile.
    /// An answer given there ends an async method of `URLSession` before that begins to wait, so no thread has to be
    /// woken, and its Swift task is not resumed on a work queue, where that could deadlock (see
    /// `URLSessionTask.isAwaited`): it never stopped.
    class PromptURLProtocol: URLProtocol {
        /// Whether the loading system made it, and not another protocol that wants to be told first.
        private let isOfLoadingSystem: Bool

        private static let count = Atomic<Int>(0)

        /// How often one was asked for a prompt answer, in the whole process.
        static var answerCount: Int { count.load(ordering: .relaxed) }

        required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            isOfLoadingSystem = client == nil
            super.init(request: request, cachedResponse: cachedResponse, client: client)
        }

        /// Called in place of `startLoading` where an answer may be given at once.
        func startPromptly() {}

        override var task: URLSessionTask? {
            didSet {
                guard oldValue == nil, let task, isOfLoadingSystem else { return }
                task.performWhileResumed {
                    // Some requests go the long way, so that tasks that make one after the other without a pause let
                    // others have their threads now and then, as they do where they wait for a network. Counted in the
                    // whole process: whatever they use, one of them comes to it.
                    let number = Self.count.add(1, ordering: .relaxed).newValue
                    if !number.isMultiple(of: 64) { startPromptly() }
                }
            }
        }

        /// Breaks the cycle with the task, which the loading system leaves to be broken where the end comes before its
        /// protocol is stored.
        func forgetTask() {
            task = nil
        }
    }
#else
    /// A protocol that begins when it is told to start.
    class PromptURLProtocol: URLProtocol {
        /// Called in place of `startLoading` where an answer may be given at once.
        func startPromptly() {}

        func forgetTask() {}
    }
#endif
