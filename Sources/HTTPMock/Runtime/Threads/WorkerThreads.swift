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
    /// Wakes the threads that wait for work, each by a signal of its own.
    private let wakeUps = DispatchSemaphore(value: 0)

    /// The number of looks without progress, at the limit, after which all threads count as blocked.
    private static let blockedLooks = 50

    private struct State {
        /// With the threads that wait for work.
        var runningCount = 0
        /// The threads that wait for work, without those that were signalled.
        var idleCount = 0
        /// Whether a thread was signalled or started, and has not looked for work yet.
        ///
        /// That thread wakes the next one if more work waits, so that a burst of small works wakes few threads.
        var isWaking = false
        /// The work that waits, by its number in the order in which it was added.
        var waiting: [Int: @Sendable () -> Void] = [:]
        var begunCount = 0
        /// The looks since the last work began, while all threads run.
        var blockedLooks = 0
        var isWatched = false
        var hasReported = false

        mutating func append(_ work: @escaping @Sendable () -> Void) {
            waiting[begunCount + waiting.count] = work
        }

        /// Removes the work that has waited longest; without one, counts the caller's thread as resting.
        mutating func takeWorkOrRest() -> (@Sendable () -> Void)? {
            guard let work = waiting.removeValue(forKey: begunCount) else {
                idleCount += 1
                return nil
            }
            begunCount += 1
            return work
        }
    }

    private init(initial: Int, limit: Int, interval: DispatchTimeInterval) {
        self.initial = initial
        self.limit = limit
        self.interval = interval
    }

    func run(_ work: @escaping @Sendable () -> Void) {
        let wakes = state.withLock { state in
            state.append(work)
            return wakeNext(&state)
        }
        if wakes { wakeUps.signal() }
    }

    /// Provides a thread for work that waits, unless one is on its way.
    ///
    /// - Returns: Whether the caller has to signal a thread, after unlocking.
    private func wakeNext(_ state: inout State) -> Bool {
        guard !state.waiting.isEmpty, !state.isWaking else { return false }
        if state.idleCount > 0 {
            state.idleCount -= 1
            state.isWaking = true
            return true
        }
        if state.runningCount < initial {
            state.isWaking = true
            startThread(&state)
        } else if !state.isWatched {
            state.isWatched = true
            look(after: state.begunCount)
        }
        return false
    }

    private func startThread(_ state: inout State) {
        state.runningCount += 1
        BackgroundThread.run { [self] in
            repeat { runWorks() } while waitForWork()
        }
    }

    /// Runs works until none waits; the thread was started or signalled before.
    private func runWorks() {
        let (first, wakes) = state.withLock { state in
            state.isWaking = false
            return (state.takeWorkOrRest(), wakeNext(&state))
        }
        if wakes { wakeUps.signal() }
        guard var work = first else { return }
        while true {
            work()
            guard let next = state.withLock({ $0.takeWorkOrRest() }) else { return }
            work = next
        }
    }

    /// Waits for a signal; false after a second without work, when the thread ends.
    private func waitForWork() -> Bool {
        // The thread waits for more work, because for a new queue Dispatch often starts another thread.
        guard wakeUps.wait(timeout: .now() + 1) == .timedOut else { return true }
        let isSignalled = state.withLock { state in
            guard state.idleCount > 0 else { return true }
            state.idleCount -= 1
            state.runningCount -= 1
            return false
        }
        // All threads that rest were signalled meanwhile, this one too.
        if isSignalled { wakeUps.wait() }
        return isSignalled
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
                for _ in 0..<added { startThread(&state) }
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
