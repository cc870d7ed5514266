import HTTPMock
import Testing

/// The running tests of the process; HTTPMock finds this type by its name.
final class TestProcess: TestFramework {
    private struct State {
        /// Whether a trait with an instance or `makeHTTPMock` was used, before which no shared use is reported.
        var isUsed = false
        /// The tests that have been reported for their use of the shared instance; nil is code outside any test.
        var reported: Set<Test.ID?> = []
    }

    private static let state = Locked(State())

    static func use() {
        state.withLock { $0.isUsed = true }
    }

    static var isInTest: Bool {
        // Before the first use, nothing is known of tests, so the current task may belong to one.
        Test.current != nil || !state.withLock(\.isUsed)
    }

    static var requestingEngine: ObjectIdentifier? {
        TestScope.current.map { ObjectIdentifier($0.mock.engine) }
    }

    static var requestingTest: RequestingTest? {
        Test.current?.requestingTest ?? TestReporter.ofXCTest?.requestingTest
    }

    static func failRequestingTest(_ text: String) {
        guard let test = Test.current else { return }
        guard let reporter = TestScope.current?.reporter else {
            Issue.record(Comment(rawValue: text), sourceLocation: test.sourceLocation)
            return
        }
        guard reporter.foreignRequests.withLock({ $0.insert(text).inserted }) else { return }
        // The request's test has ended: the request fails, and `foreignError` notes it while the instance's test runs.
        guard reporter.beginReport() else { return }
        Issue.record(Comment(rawValue: text), sourceLocation: test.sourceLocation)
        reporter.endReport()
    }

    static func noteCancelledWait(_ text: String) {
        let wait = TestReporter.CancelledWait(text: text, moment: .now)
        TestScope.current?.reporter.cancelledWaits.withLock { $0.append(wait) }
    }

    static func noteInstanceMadeByHand(
        _ mistakes: @escaping @Sendable () -> InstanceMistakes?
    ) -> (@Sendable (InstanceMistakes?) -> Void)? {
        var reporter = TestScope.current?.reporter
        if reporter == nil, Test.current == nil { reporter = TestReporter.ofXCTest }
        guard let reporter else { return nil }
        let id = TestReporter.nextID()
        reporter.ownInstances.withLock { $0[id] = mistakes }
        return { [weak reporter] mistakes in
            // Without mistakes, nothing is kept of the released instance.
            guard let mistakes else {
                reporter?.ownInstances.withLock { $0[id] = nil }
                return
            }
            reporter?.ownInstances.withLock { $0[id] = { mistakes } }
        }
    }

    static func begin() {
        if !TestReporter.runsSwiftTesting { _ = RunningMethod.observation }
    }

    static var runningTests: [KnownTest] {
        TestReporter.runsSwiftTesting ? TestReporter.known : RunningMethod.known
    }

    static func record(_ text: String, in test: KnownTest?) {
        if let test, TestReporter.record(text, in: test) { return }
        // XCTest fails nothing between two methods.
        if test == nil, !TestReporter.runsSwiftTesting { return StandardError.report(text) }
        TestReporter.fail(text, at: nil)
    }

    static func reportSharedUse() {
        let test = Test.current
        guard state.withLock(\.isUsed) else { return }
        // Code outside the task tree of any test is reported only while a test with an instance runs.
        if test == nil, !TestReporter.hasInstanceOfSwiftTesting { return }
        guard state.withLock({ $0.reported.insert(test?.id).inserted }) else { return }
        guard let test else {
            return StandardError.report(
                "HTTPMock: HTTPMock.current was read outside the task tree of any test (in a detached task, a dispatch queue or "
                    + "a timer), where it is HTTPMock.shared, while tests with .httpMock run. To fix this, read it in the test, "
                    + "let mock = HTTPMock.current, and use mock there.")
        }
        let location = test.sourceLocation
        StandardError.report(
            "HTTPMock: HTTPMock.current is HTTPMock.shared in \(test.title) (\(location.fileName):\(location.line)), "
                + "because the test has no .httpMock trait. The shared instance is not strict, and all tests use the same "
                + "one. To fix this, write @Test(.httpMock), or HTTPMock.shared.")
    }
}
