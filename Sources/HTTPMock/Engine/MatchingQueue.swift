import Dispatch

/// Matches requests one by one, in the order of their arrival, off the transports' queues.
///
/// Created and owned by an instance's ``MockEngine``. A predicate that blocks delays later requests by ``stallLimit``
/// at most; then they are matched at the same time.
final class MatchingQueue: Sendable {
    /// Work that calls `done` at its end.
    typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

    private struct State {
        var waiting: [Work] = []
        /// The number of the work that the next work waits for.
        var current: Int?
        var lastNumber = 0
        var hasTimer = false
    }

    /// The longest time that a request waits for the predicates of an earlier request.
    ///
    /// A busy machine must run a predicate within that time, because otherwise requests are matched out of order.
    private static let stallLimit = DispatchTimeInterval.milliseconds(250)

    private let state = Locked(State())
    private let timers = DispatchQueue(label: "HTTPMock.matching")

    /// Runs work once all earlier work is done, or has run for ``stallLimit``.
    func add(_ work: @escaping Work) {
        let stalled: Int? = state.withLock { state in
            state.waiting.append(work)
            guard let current = state.current, !state.hasTimer else { return nil }
            state.hasTimer = true
            return current
        }
        if let stalled { startTimer(for: stalled) }
        startNext()
    }

    private func startNext() {
        let next: (number: Int, work: Work, hasTimer: Bool)? = state.withLock { state in
            guard state.current == nil, !state.waiting.isEmpty else { return nil }
            state.lastNumber += 1
            state.current = state.lastNumber
            let work = state.waiting.removeFirst()
            state.hasTimer = !state.waiting.isEmpty
            return (state.lastNumber, work, state.hasTimer)
        }
        guard let next else { return }
        if next.hasTimer { startTimer(for: next.number) }
        next.work { [weak self] in self?.end(next.number) }
    }

    private func startTimer(for number: Int) {
        timers.asyncAfter(deadline: .now() + Self.stallLimit) { [weak self] in self?.end(number) }
    }

    /// Starts the next work, unless that has happened already.
    private func end(_ number: Int) {
        let isCurrent = state.withLock { state in
            guard state.current == number else { return false }
            state.current = nil
            state.hasTimer = false
            return true
        }
        if isCurrent { startNext() }
    }
}
