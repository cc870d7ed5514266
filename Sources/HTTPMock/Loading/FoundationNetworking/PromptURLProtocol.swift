import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// A protocol that may answer within the call that resumes its task, before the loading system tells it to start.
    ///
    /// The loading system makes it inside `resume()`, on the caller's thread, which has the task's work queue meanwhile.
    /// An answer given there ends an async method of `URLSession` before that begins to wait, so no thread has to be
    /// woken, and its Swift task is not resumed on a work queue, where that could deadlock (see
    /// `URLSessionTask.isAwaited`): it never stopped.
    class PromptURLProtocol: URLProtocol {
        /// Called in place of `startLoading` where an answer may be given at once.
        func startPromptly() {}

        override var task: URLSessionTask? {
            didSet {
                guard oldValue == nil, let task else { return }
                task.performWhileResumed { startPromptly() }
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
