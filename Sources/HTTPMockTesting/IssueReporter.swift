import HTTPMock
import Testing

/// Records issues, from any thread, as those of the test that created the reporter.
///
/// Swift Testing knows a test by its task's context, which requests and handlers often lack. Owned by the test's scope,
/// or by the policy that reports to the test.
final class IssueReporter: Sendable {
    private struct State {
        var pendingCount = 0
        var isFinished = false
        /// Resumed once nothing is pending.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let context = TaskContext()
    private let test: Test
    private let state = Locked(State())

    /// - Parameter test: The running test; issues without a location of their own get the test's.
    init(_ test: Test) {
        self.test = test
    }

    /// Records an issue, and returns once Swift Testing has it.
    ///
    /// In a task of the test the issue is recorded in that task, so that `withKnownIssue` around the request matches.
    func record(_ text: String, at location: CallSite?) async {
        if Test.current?.id == test.id {
            guard begin(text) else { return }
            Self.record(text, at: sourceLocation(location))
            return end()
        }
        await withCheckedContinuation { recorded in
            recordSoon(text, at: location) { recorded.resume() }
        }
    }

    /// Records an issue without waiting.
    func recordSoon(_ text: String, at location: CallSite?, then done: @escaping @Sendable () -> Void = {}) {
        guard begin(text) else { return done() }
        let location = sourceLocation(location)
        context.run { [self] in
            Self.record(text, at: location)
            end()
            done()
        }
    }

    /// Waits until every issue is recorded; later ones go to standard error, because the test has ended.
    func finish() async {
        await withCheckedContinuation { finished in
            let isIdle = state.withLock { state in
                state.isFinished = true
                if state.pendingCount > 0 { state.waiters.append(finished) }
                return state.pendingCount == 0
            }
            if isIdle { finished.resume() }
        }
    }

    /// - Returns: Whether the test is still running.
    private func begin(_ text: String) -> Bool {
        let isFinished = state.withLock { state in
            if !state.isFinished { state.pendingCount += 1 }
            return state.isFinished
        }
        if isFinished { StandardError.report(text) }
        return !isFinished
    }

    private func end() {
        let waiters = state.withLock { state in
            state.pendingCount -= 1
            guard state.pendingCount == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func sourceLocation(_ location: CallSite?) -> SourceLocation {
        location.map { SourceLocation($0) } ?? test.sourceLocation
    }

    private static func record(_ text: String, at location: SourceLocation) {
        Issue.record(Comment(rawValue: text), sourceLocation: location)
    }
}

extension SourceLocation {
    init(_ location: CallSite) {
        self.init(
            fileID: location.fileID.description, filePath: location.filePath.description, line: Int(location.line),
            column: Int(location.column))
    }
}
