import Dispatch

/// One wait on the mock's clock, which may be a test's own.
final class ClockTimer: Sendable {
    private struct State {
        /// What ends the wait before its time.
        var cancel: (@Sendable () -> Void)?
        var isOver = false
    }

    private let state = Locked(State())

    /// Begins to wait.
    ///
    /// - Parameters:
    ///   - offset: Until when, counted from the timeline's beginning; what has passed is over at once.
    ///   - timeline: A request's time on the mock's clock.
    ///   - isTimeout: Whether what is waited for is only that something else takes too long.
    ///   - expire: Called once the time is up, on any thread; not after ``cancel()``.
    init(
        until offset: Duration, on timeline: ElapsedTime, isTimeout: Bool = false,
        expire: @escaping @Sendable (ClockTimer) -> Void
    ) {
        let cancel = timeline.wait(until: offset, isTimeout: isTimeout) { [weak self] in
            guard let self, self.end() else { return }
            expire(self)
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
}
