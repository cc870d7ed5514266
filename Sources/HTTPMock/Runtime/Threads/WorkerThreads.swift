import Dispatch

/// Runs work that may block its thread, on few threads as long as the work does not block.
///
/// Works begin in the order in which they were added. Dispatch has about 255 threads, which the work queues of sessions
/// and the timers need as well (FoundationOnLinux.md, "Threads"). So only the initial threads start at once. Others
/// start if work waits and none has begun between two looks. At the limit, the work waits until other work returns.
package final class WorkerThreads: Sendable {
    /// The threads that run user code; the limit leaves some threads of Dispatch for all else.
    static let userCode = WorkerThreads(initial: 8, limit: 160, interval: .milliseconds(20))

    /// The threads that read and write files; the looks are rare, because a slow file is no reason for more threads.
    static let files = WorkerThreads(initial: 4, limit: 64, interval: .milliseconds(500))

    /// The threads that release values of the user and cancel tasks, even while all other user code is blocked.
    static let releases = WorkerThreads(initial: 2, limit: 64, interval: .milliseconds(20))

    /// The maximum number of threads.
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
        var works = WorkQueue()
        /// All threads, with those that wait for work.
        var threadCount = 0
        /// The threads that wait for work, without those that were signalled.
        var idleCount = 0
        /// Whether ``WorkerThreads/nextStep(_:)`` has provided a thread, and no thread has begun to look since.
        ///
        /// The next thread that looks wakes another if more work waits, so that a burst of small works wakes few
        /// threads.
        var isWaking = false
        var watch = Watch.off
        var hasReported = false

        /// Removes the work that has waited longest; without one, counts the caller's thread as idle.
        mutating func takeWorkOrRest() -> (@Sendable () -> Void)? {
            guard let work = works.popFirst() else {
                idleCount += 1
                return nil
            }
            if case .blocked = watch { watch = .moving }
            return work
        }
    }

    /// The works that wait, first in, first out.
    private struct WorkQueue {
        /// Reversed, so that popping the first work is O(1).
        private var front: [@Sendable () -> Void] = []
        /// In the order in which the works were added, after those of `front`.
        private var back: [@Sendable () -> Void] = []

        var count: Int { front.count + back.count }

        mutating func append(_ work: @escaping @Sendable () -> Void) {
            back.append(work)
        }

        mutating func popFirst() -> (@Sendable () -> Void)? {
            if front.isEmpty {
                front.append(contentsOf: back.reversed())
                back.removeAll(keepingCapacity: true)
            }
            return front.popLast()
        }
    }

    /// The progress of the work between two looks.
    private enum Watch {
        /// No look is due.
        case off
        /// Work has begun since the last look.
        case moving
        /// No work has begun since the last look; the value counts the looks in a row that could add no thread.
        case blocked(looks: Int)
    }

    private init(initial: Int, limit: Int, interval: DispatchTimeInterval) {
        self.initial = initial
        self.limit = limit
        self.interval = interval
    }

    func run(_ work: @escaping @Sendable () -> Void) {
        let step = state.withLock { state in
            state.works.append(work)
            return nextStep(&state)
        }
        perform(step)
    }

    // MARK: Providing threads

    /// The step that provides a thread for work, which the caller performs after unlocking.
    private enum Step {
        case none
        /// Signals a thread that waits for work.
        case signal
        case startThread
        /// Looks later, and then perhaps starts threads.
        case look
    }

    /// Decides how work that waits gets a thread, unless one is on its way.
    private func nextStep(_ state: inout State) -> Step {
        guard state.works.count > 0, !state.isWaking else { return .none }
        if state.idleCount > 0 {
            state.idleCount -= 1
            state.isWaking = true
            return .signal
        }
        if state.threadCount < initial {
            state.threadCount += 1
            state.isWaking = true
            return .startThread
        }
        guard case .off = state.watch else { return .none }
        state.watch = .blocked(looks: 0)
        return .look
    }

    private func perform(_ step: Step) {
        switch step {
        case .none: break
        case .signal: wakeUps.signal()
        case .startThread: startThread()
        case .look: lookLater()
        }
    }

    /// Starts a thread, which the caller has counted.
    private func startThread() {
        BackgroundThread.run { [self] in
            repeat { runWorks() } while waitForWork()
        }
    }

    /// Runs works until none waits; the thread was started or signalled before.
    private func runWorks() {
        let (first, step) = state.withLock { state in
            state.isWaking = false
            return (state.takeWorkOrRest(), nextStep(&state))
        }
        perform(step)
        guard var work = first else { return }
        while true {
            work()
            guard let next = state.withLock({ $0.takeWorkOrRest() }) else { return }
            work = next
        }
    }

    /// Waits for a signal; false after a second without work, when the thread ends.
    private func waitForWork() -> Bool {
        // The thread does not end at once, because Dispatch often starts another thread for the next work.
        guard wakeUps.wait(timeout: .now() + 1) == .timedOut else { return true }
        let isSignalled = state.withLock { state in
            guard state.idleCount > 0 else { return true }
            state.idleCount -= 1
            state.threadCount -= 1
            return false
        }
        // All idle threads were signalled meanwhile, this one too.
        if isSignalled { wakeUps.wait() }
        return isSignalled
    }

    // MARK: Looking

    /// The result of a look.
    private enum Look {
        /// No work waits, so the looks end.
        case idle
        /// Work has begun since the last look.
        case moving
        /// No work has begun, so the caller starts threads, which are counted already.
        case blocked(addedCount: Int)
        /// No work has begun in a number of looks, and the limit allows no more threads.
        case exhausted(looks: Int)
    }

    /// Looks after the interval whether work has begun, and starts more threads if none has.
    private func lookLater() {
        DispatchQueue(label: "HTTPMock.threads").asyncAfter(deadline: .now() + interval) { [self] in look() }
    }

    /// Starts the threads that a look adds, and looks again while work waits.
    private func look() {
        switch state.withLock({ state in nextLook(&state) }) {
        case .idle: return
        case .moving: break
        case .blocked(let addedCount):
            for _ in 0..<addedCount { startThread() }
        case .exhausted(let looks):
            if looks == Self.blockedLooks { reportBlockedThreads() }
        }
        lookLater()
    }

    private func nextLook(_ state: inout State) -> Look {
        guard state.works.count > 0 else {
            state.watch = .off
            return .idle
        }
        guard case .blocked(let earlierLooks) = state.watch else {
            state.watch = .blocked(looks: 0)
            return .moving
        }
        let addedCount = min(initial, limit - state.threadCount, state.works.count)
        if addedCount > 0 {
            state.threadCount += addedCount
            state.watch = .blocked(looks: 0)
            return .blocked(addedCount: addedCount)
        }
        state.watch = .blocked(looks: earlierLooks + 1)
        return .exhausted(looks: earlierLooks + 1)
    }

    /// Reports once that user code blocks all threads; the text names user code, so other threads report nothing.
    private func reportBlockedThreads() {
        guard self === Self.userCode, !state.withLock({ exchange(&$0.hasReported, with: true) }) else { return }
        StandardError.report(
            "HTTPMock: \(limit) handlers, predicates or sequences block a thread each, so others wait until one "
                + "of them returns. To fix this, let them wait with await, which blocks no thread.")
    }
}
