import HTTPMock

/// Counts the reports that are not recorded yet.
///
/// Owned by a reporter. The end of the test waits for these reports.
final class PendingReports: Sendable {
    private struct State {
        var count = 0
        var isFinished = false
        /// Resumed when nothing is pending.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// Adds a report.
    ///
    /// - Returns: Whether the test waits for the report; otherwise the test has ended, and the report is not counted.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isFinished || state.count > 0 else { return false }
            state.count += 1
            return true
        }
    }

    /// Removes a report that has been recorded.
    func end() {
        let waiters = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until every report is recorded, and refuses later ones.
    ///
    /// Reports that are added while others are pending are recorded too.
    func finish() async {
        await withCheckedContinuation { finished in
            let isIdle = state.withLock { state in
                state.isFinished = true
                if state.count > 0 { state.waiters.append(finished) }
                return state.count == 0
            }
            if isIdle { finished.resume() }
        }
    }
}
