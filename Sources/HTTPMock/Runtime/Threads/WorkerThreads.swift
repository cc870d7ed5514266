import Dispatch

/// Runs work that may block its thread, in order, on few threads as long as the work does not block.
///
/// Dispatch has about 255 threads, which the work queues of sessions and the timers need as well
/// (FoundationOnLinux.md, "Threads"). More threads start only while none of the work that waits begins. At the limit,
/// the work waits until other work returns.
package final class WorkerThreads: Sendable {
    static let userCode = WorkerThreads(initial: 8, limit: 160, interval: .milliseconds(20))

    static let files = WorkerThreads(initial: 4, limit: 64, interval: .milliseconds(500))

    /// The threads that release values of the user and cancel tasks, even while all other user code is blocked.
    static let releases = WorkerThreads(initial: 2, limit: 64, interval: .milliseconds(20))

    let limit: Int
    /// The number of threads that start without a wait, and the number that each look adds at most.
    private let initial: Int
    /// The time between two looks at whether the work that waits begins.
    private let interval: DispatchTimeInterval
    private let state = Locked(State())
    /// Counts the works that wait; may count a work too many, which ends a thread early.
    private let wakeUps = DispatchSemaphore(value: 0)

    /// The number of looks without progress, at the limit, after which all threads count as blocked.
    private static let blockedLooks = 50

    private struct State {
        /// With the threads that wait for work.
        var runningCount = 0
        /// The work that waits, by its number in the order in which it was added.
        var waiting: [Int: @Sendable () -> Void] = [:]
        var begunCount = 0
        /// The looks since the last work began, while all threads run.
        var blockedLooks = 0
        var isWatched = false
        var hasReported = false
    }

    private init(initial: Int, limit: Int, interval: DispatchTimeInterval) {
        self.initial = initial
        self.limit = limit
        self.interval = interval
    }

    func run(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting[$0.begunCount + $0.waiting.count] = work }
        // Zero if no thread waits for work.
        guard wakeUps.signal() == 0 else { return }
        state.withLock { state in
            if state.runningCount < initial {
                state.runningCount += 1
                startThread()
            } else if !state.isWatched {
                state.isWatched = true
                look(after: state.begunCount)
            }
        }
    }

    private func startThread() {
        BackgroundThread.run { [self] in while let next = nextWork() { next() } }
    }

    /// Returns the work that has waited longest, perhaps after a wait; nil after a second without work.
    private func nextWork() -> (@Sendable () -> Void)? {
        // The thread waits for more work, because for a new queue Dispatch often starts another thread.
        _ = wakeUps.wait(timeout: .now() + 1)
        return state.withLock { state in
            let next = state.waiting.removeValue(forKey: state.begunCount)
            if next == nil { state.runningCount -= 1 } else { state.begunCount += 1 }
            return next
        }
    }

    /// Looks later whether more works have begun, and starts more threads if none has.
    private func look(after begunCount: Int) {
        DispatchQueue(label: "HTTPMock.threads").asyncAfter(deadline: .now() + interval) { [self] in
            let isReportDue = state.withLock { state in
                state.isWatched = !state.waiting.isEmpty
                guard state.isWatched else { return false }
                look(after: state.begunCount)
                let isBlocked = state.begunCount == begunCount
                let added = isBlocked ? min(initial, limit - state.runningCount, state.waiting.count) : 0
                state.runningCount += added
                for _ in 0..<added { startThread() }
                state.blockedLooks = isBlocked && added == 0 ? state.blockedLooks + 1 : 0
                // The text names user code.
                let isDue = state.blockedLooks >= Self.blockedLooks && !state.hasReported && self === Self.userCode
                state.hasReported = state.hasReported || isDue
                return isDue
            }
            guard isReportDue else { return }
            StandardError.report(
                "HTTPMock: \(limit) handlers, predicates or sequences block a thread each, so others wait until one "
                    + "of them returns. To fix this, let them wait with await, which blocks no thread.")
        }
    }
}
