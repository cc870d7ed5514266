import HTTPMock

extension UnmockedPolicy {
    /// Fails the test, whatever the code under test does with the answer, and answers the request with the 404.
    ///
    /// As an argument of `.httpMock` or `makeHTTPMock`, which set this policy by themselves, it fails the test of that
    /// instance. Assigned to `HTTPMock.unmockedPolicy` elsewhere, it fails the test, of Swift Testing or XCTest, in which
    /// this property is read. Read it in the test itself, and not in a constant.
    public static var recordIssue: UnmockedPolicy {
        .recordIssue(FailureReporter.current)
    }

    /// Fails a known test; requests with the same diagnosis fail the test once.
    static func recordIssue(_ reporter: FailureReporter) -> UnmockedPolicy {
        let reported = Locked<Set<String>>([])
        return .report(isForRunningTest: true) { diagnosis in
            let text = "\(diagnosis)"
            guard reported.withLock({ $0.insert(text).inserted }) else { return }
            await reporter.record(text, at: nil)
        }
    }

    /// The policy of an instance that was created for a test, unless another one was given.
    static func strict(_ policy: UnmockedPolicy?, _ reporter: FailureReporter) -> UnmockedPolicy {
        guard let policy, !policy.isForRunningTest else { return recordIssue(reporter) }
        return policy
    }
}
