import HTTPMock

extension UnmockedPolicy {
    /// Fails the test, and answers the request with the 404.
    ///
    /// The test fails whatever the code under test does with the answer. `.httpMock` and `makeHTTPMock` set this policy
    /// by themselves, and as their argument it fails the test of the instance. Assigned to `HTTPMock.unmockedPolicy`
    /// elsewhere, it fails the test, of Swift Testing or XCTest, in which this property is read. Read it in the test
    /// itself, and not in a constant.
    public static var recordIssue: UnmockedPolicy {
        .recordIssue(FailureReporter.current)
    }

    /// Fails a known test; requests with the same diagnosis fail the test once.
    ///
    /// A request inside `withKnownIssue` is recorded each time, because each call must match an issue of its own.
    static func recordIssue(_ reporter: FailureReporter) -> UnmockedPolicy {
        let failures = Locked<Set<String>>([])
        return .report(isForRunningTest: true) { diagnosis in
            let report = ReservedReport("\(diagnosis)", by: reporter, onceIn: failures)
            return { await report.record() }
        }
    }

    /// The policy of a test's instance, unless another policy was given.
    static func strict(_ policy: UnmockedPolicy?, _ reporter: FailureReporter) -> UnmockedPolicy {
        guard let policy, !policy.isForRunningTest else { return recordIssue(reporter) }
        return policy
    }
}
