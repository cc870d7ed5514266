import HTTPMock

extension UnmockedPolicy {
    /// Fails the test, and answers the request with the 404.
    ///
    /// The test fails whatever the code under test does with the answer. `.httpMock` and `makeHTTPMock` use this policy
    /// unless another policy is given, and the policy then fails the test of their instance. A policy that is assigned
    /// to `HTTPMock.unmockedPolicy` fails the test, of Swift Testing or XCTest, in which this property was read. Read
    /// the property in the test itself, and not in a constant.
    public static var recordIssue: UnmockedPolicy {
        .recordIssue(.current)
    }

    /// Fails a test once for each diagnosis.
    ///
    /// A request inside `withKnownIssue` is recorded each time, because each call must match an issue of its own.
    static func recordIssue(_ reporter: TestReporter) -> UnmockedPolicy {
        let failures = Locked<Set<String>>([])
        return .report(isForRunningTest: true) { diagnosis in
            let report = ReservedReport("\(diagnosis)", by: reporter, onceIn: failures)
            return { await report.record() }
        }
    }
}

/// The report of an unmocked request, for which the end of the test waits.
///
/// Created by the policy when the request is matched, and owned by the request's plan. A plan that is dropped with a
/// cancelled or suspended request records the report all the same.
final class ReservedReport: Sendable {
    /// Nil once the problem is recorded.
    private let problem: Locked<Problem?>
    private let reporter: TestReporter
    private let failures: Locked<Set<String>>
    /// Whether the end of the test waits; false if the test had ended before.
    private let isCounted: Bool

    /// Reserves the report of a failure, which is dropped if its text has failed the test by then.
    init(_ text: String, by reporter: TestReporter, onceIn failures: Locked<Set<String>>) {
        problem = Locked(Problem(text: text))
        self.reporter = reporter
        self.failures = failures
        isCounted = reporter.beginReport()
    }

    deinit {
        guard let problem = problem.withLock({ $0.take() }) else { return }
        reporter.recordSoon(problem, onceIn: failures)
        if isCounted { reporter.endReport() }
    }

    /// Records the problem, unless that was done.
    func record() async {
        guard let problem = problem.withLock({ $0.take() }) else { return }
        await reporter.record(problem, onceIn: failures)
        if isCounted { reporter.endReport() }
    }
}
