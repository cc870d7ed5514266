/// Runs user code that may block its thread, on a limited number of threads.
///
/// Dispatch has about 255 threads, which the work queues of sessions and the timers need as well
/// (FoundationOnLinux.md, "Threads"). Beyond the limit, user code waits until other user code returns.
enum UserCodeThreads {
    /// The largest number of threads.
    static let limit = 160

    private struct State {
        var runningCount = 0
        /// The work that waits, the latest first.
        var waiting: [@Sendable () -> Void] = []
        /// The waiting work in order, the next last.
        var next: [@Sendable () -> Void] = []
        var hasReported = false

        mutating func popNext() -> (@Sendable () -> Void)? {
            if next.isEmpty {
                next = waiting.reversed()
                waiting = []
            }
            return next.popLast()
        }
    }

    private static let state = Locked(State())

    /// Runs work asynchronously; the work may block its thread.
    static func run(_ work: @escaping @Sendable () -> Void) {
        let (starts, reports) = state.withLock { state in
            guard state.runningCount >= limit else {
                state.runningCount += 1
                return (true, false)
            }
            state.waiting.append(work)
            defer { state.hasReported = true }
            return (false, !state.hasReported)
        }
        if starts {
            BackgroundThread.run {
                work()
                while let next = nextWork() { next() }
            }
        }
        if reports { StandardError.report(text) }
    }

    /// Returns the work that has waited longest; nil if the thread is no longer needed.
    private static func nextWork() -> (@Sendable () -> Void)? {
        state.withLock { state in
            let next = state.popNext()
            if next == nil { state.runningCount -= 1 }
            return next
        }
    }

    private static let text =
        "HTTPMock: \(limit) handlers, predicates or sequences block a thread each, so others wait until one of them "
        + "returns. To fix this, let them wait with await, which blocks no thread."
}
