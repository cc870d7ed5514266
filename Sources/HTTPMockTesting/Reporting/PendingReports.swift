import HTTPMock
import Testing

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

/// The report of an unmocked request, for which the end of the test waits.
///
/// Created by the policy when the request is matched, and owned by the request's plan. A plan that is dropped, because
/// the request was cancelled or suspended, records the report all the same.
final class ReservedReport: Sendable {
    private let text: String
    private let reporter: FailureReporter
    private let failures: Locked<Set<String>>
    private let isCounted: Bool
    private let isRecorded = Locked(false)

    /// Reserves the report of a failure.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - reporter: The reporter of the test.
    ///   - failures: The texts that have failed the test; each text fails the test once.
    init(_ text: String, by reporter: FailureReporter, onceIn failures: Locked<Set<String>>) {
        self.text = text
        self.reporter = reporter
        self.failures = failures
        isCounted = reporter.pending.begin()
    }

    deinit {
        guard claim() else { return }
        reporter.recordSoon(text, onceIn: failures)
        if isCounted { reporter.pending.end() }
    }

    /// Records the report in the current task, and returns when the test framework has it.
    func record() async {
        guard claim() else { return }
        await reporter.record(text, onceIn: failures)
        if isCounted { reporter.pending.end() }
    }

    private func claim() -> Bool {
        isRecorded.withLock { isRecorded in
            defer { isRecorded = true }
            return !isRecorded
        }
    }
}

/// Reports code that uses `HTTPMock.current` without an instance of its own, and names running tests to the core.
enum SharedUse {
    /// Makes `HTTPMock.current` report such code from now on.
    static func install() {
        let framework = TestFramework(
            isInTest: { Test.current != nil }, runningTest: { FailureReporter.runningTest }, reportSharedUse: report)
        TestFramework.current.withLock { $0 = framework }
    }

    private struct Reported {
        var tests: Set<Test.ID> = []
        var isOutsideReported = false
    }

    private static let reported = Locked(Reported())

    private static let report: @Sendable () -> Void = {
        guard let test = Test.current else { return reportOutside() }
        guard reported.withLock({ $0.tests.insert(test.id).inserted }) else { return }
        let location = test.sourceLocation
        StandardError.report(
            "HTTPMock: HTTPMock.current is HTTPMock.shared in the test \"\(test.displayName ?? test.name)\" "
                + "(\(location.fileName):\(location.line)), because the test has no .httpMock trait. The shared instance is "
                + "not strict, and all tests use the same one. To fix this, write @Test(.httpMock), or HTTPMock.shared."
        )
    }

    /// Reports code outside the task tree of any test, once in a process.
    ///
    /// Such code may belong to no test, so there is no report unless a test with an instance runs.
    private static func reportOutside() {
        guard FailureReporter.hasRunningIssueReporter,
            reported.withLock({ reported in
                defer { reported.isOutsideReported = true }
                return !reported.isOutsideReported
            })
        else { return }
        StandardError.report(
            "HTTPMock: HTTPMock.current was read outside the task tree of any test (in a detached task, a dispatch queue or "
                + "a timer), where it is HTTPMock.shared, while tests with .httpMock run. To fix this, read it in the test, "
                + "let mock = HTTPMock.current, and use mock there.")
    }
}
