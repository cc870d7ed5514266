import HTTPMock
import Testing

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
