import HTTPMock

extension UnmockedPolicy {
    /// The test fails, whatever the code under test does with the answer, and the request gets the 404.
    ///
    /// Fails the test, of Swift Testing or XCTest, in which the policy is made: use it where the test sets
    /// ``HTTPMock/HTTPMock/unmockedPolicy``, and not in a constant. The trait `.httpMock` sets it by itself.
    public static var recordIssue: UnmockedPolicy {
        let reporter = FailureReporter.current
        return .report { await reporter.record("\($0)", at: nil) }
    }
}
