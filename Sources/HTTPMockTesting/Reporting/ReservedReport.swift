import HTTPMock

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
