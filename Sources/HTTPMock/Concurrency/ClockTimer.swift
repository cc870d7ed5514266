import Dispatch

/// A timer on the mock's clock.
///
/// Created and owned by an ``ExchangeWait``; may be used on any thread.
final class ClockTimer: Sendable {
    private struct State {
        /// Cancels the wait on the clock.
        var cancel: (@Sendable () -> Void)?
        var isOver = false
    }

    private let state = Locked(State())

    /// Starts a timer.
    ///
    /// - Parameters:
    ///   - offset: The deadline, counted from the start of `timeline`; a deadline in the past expires at once.
    ///   - timeline: The elapsed time of a request, on the mock's clock.
    ///   - isTimeout: Whether the timer only limits another wait.
    ///   - expire: Called once at the deadline, on any thread, with the error if the clock can't wait; not called after
    ///     ``cancel()``.
    init(
        until offset: Duration, on timeline: ElapsedTime, isTimeout: Bool = false,
        expire: @escaping ElapsedTime.End
    ) {
        let cancel = timeline.wait(until: offset, isTimeout: isTimeout) { [weak self] failure in
            guard let self, self.end() else { return }
            expire(failure)
        }
        state.withLock { state in
            if !state.isOver { state.cancel = cancel }
        }
    }

    /// Stops the timer; a call of `expire` that has begun goes on.
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
