import Dispatch

/// One wait on the mock's clock, which may be a test's own.
final class ClockWait: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var timer: (any DispatchSourceTimer)?
        var isOver = false
    }

    private let state = Locked(State())

    /// Begins to wait.
    ///
    /// - Parameters:
    ///   - duration: How long, on the clock.
    ///   - clock: The clock. The system's own is waited for by Dispatch, which costs less than a task and needs no
    ///     thread of Swift concurrency, all of which a test may block.
    ///   - expire: Called once the time is up, on any thread; not after ``cancel()``.
    init(_ duration: Duration, on clock: any Clock<Duration>, expire: @escaping @Sendable (ClockWait) -> Void) {
        if clock is ContinuousClock {
            let timer = DispatchSource.makeTimerSource()
            timer.setEventHandler { [weak self] in
                guard let self, self.end() else { return }
                expire(self)
            }
            timer.schedule(deadline: .now() + duration.dispatchInterval)
            state.withLock { $0.timer = timer }
            timer.activate()
        } else {
            let task = Task { [weak self] in
                guard (try? await clock.sleep(for: duration)) != nil, let self, self.end() else { return }
                expire(self)
            }
            state.withLock { state in
                if !state.isOver { state.task = task }
            }
        }
    }

    /// Gives up waiting; nothing is called after it but what has begun.
    func cancel() {
        let (task, timer) = state.withLock { state in
            defer { state = State(isOver: true) }
            return (state.task, state.timer)
        }
        timer?.cancel()
        // A test clock's own cancellation code runs in `cancel()`, which must not be on a work queue.
        if let task { DispatchQueue.global().async { task.cancel() } }
    }

    private func end() -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.timer?.cancel()
            state = State(isOver: true)
            return true
        }
    }
}

extension Duration {
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        let (nanoseconds, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .never : .nanoseconds(nanoseconds + Int(attoseconds / 1_000_000_000))
    }
}
