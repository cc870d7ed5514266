import HTTPMock

extension UnmockedPolicy {
    /// The test fails, whatever the code under test does with the answer, and the request gets the 404.
    ///
    /// Given to `.httpMock` or `makeHTTPMock`, which set it by themselves, it is the test's that gets the instance.
    /// Set elsewhere as `HTTPMock.unmockedPolicy` it fails the test, of Swift Testing or XCTest, in which it is
    /// made: use it where the test sets it, and not in a constant.
    public static var recordIssue: UnmockedPolicy {
        .recordIssue(FailureReporter.current)
    }

    /// The same for a test that is known.
    static func recordIssue(_ reporter: FailureReporter) -> UnmockedPolicy {
        .report(isForRunningTest: true) { await reporter.record("\($0)", at: nil) }
    }

    /// The policy for a test that gets its instance, unless it asks for another.
    static func strict(_ policy: UnmockedPolicy?, _ reporter: FailureReporter) -> UnmockedPolicy {
        guard let policy, !policy.isForRunningTest else { return recordIssue(reporter) }
        return policy
    }
}
