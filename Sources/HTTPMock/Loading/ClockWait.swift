import Dispatch

/// One wait on the mock's clock, which may be a test's own.
final class ClockWait: Sendable {
    private struct State {
        /// What ends the wait before its time.
        var cancel: (@Sendable () -> Void)?
        var isOver = false
    }

    private let state = Locked(State())

    /// Begins to wait.
    ///
    /// - Parameters:
    ///   - duration: How long, on the clock.
    ///   - clock: The clock. The system's own is waited for by Dispatch, which costs less than a task and needs no
    ///     thread of Swift concurrency, all of which a test may block. A ``ManualClock`` calls back by itself, because
    ///     tasks that it woke in order would run in any.
    ///   - expire: Called once the time is up, on any thread; not after ``cancel()``.
    init(_ duration: Duration, on clock: any Clock<Duration>, expire: @escaping @Sendable (ClockWait) -> Void) {
        let end: @Sendable () -> Void = { [weak self] in
            guard let self, self.end() else { return }
            expire(self)
        }
        let cancel: @Sendable () -> Void
        switch clock {
        case is ContinuousClock:
            cancel = Self.wait(duration, then: end)
        case let clock as ManualClock:
            let id = clock.call(after: duration, end)
            cancel = { clock.cancel(id) }
        default:
            let task = Task {
                guard (try? await clock.sleep(for: duration)) != nil else { return }
                end()
            }
            // A test clock's own cancellation code runs in `cancel()`, which must not be on a work queue.
            cancel = { DispatchQueue.global().async { task.cancel() } }
        }
        state.withLock { state in
            if !state.isOver { state.cancel = cancel }
        }
    }

    /// Gives up waiting; nothing is called after it but what has begun.
    func cancel() {
        let cancel = state.withLock { state in
            defer { state = State(isOver: true) }
            return state.cancel
        }
        cancel?()
    }

    private func end() -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state = State(isOver: true)
            return true
        }
    }

    private static func wait(
        _ duration: Duration, then end: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        // Dispatch objects may be used from any thread; the protocol does not say so on Linux.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler {
            timer.cancel()
            end()
        }
        timer.schedule(deadline: .now() + duration.dispatchInterval)
        timer.activate()
        return { timer.cancel() }
    }
}

extension Duration {
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        let (nanoseconds, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .never : .nanoseconds(nanoseconds + Int(attoseconds / 1_000_000_000))
    }
}
