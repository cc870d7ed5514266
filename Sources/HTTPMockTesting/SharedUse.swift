import HTTPMock
import Testing

/// Reports tests that use `HTTPMock.current` without an instance of their own, once for each test.
enum SharedUse {
    /// Makes `HTTPMock.current` report such tests from now on.
    static func install() {
        HTTPMock.sharedUseReporter.withLock { $0 = $0 ?? report }
    }

    private static let reported = Locked<Set<Test.ID>>([])

    private static let report: @Sendable () -> Void = {
        guard let test = Test.current, reported.withLock({ $0.insert(test.id).inserted }) else { return }
        let location = test.sourceLocation
        StandardError.report(
            "HTTPMock: HTTPMock.current is HTTPMock.shared in the test \"\(test.displayName ?? test.name)\" "
                + "(\(location.fileName):\(location.line)), because the test has no .httpMock trait. The shared instance is "
                + "not strict, and all tests use the same one. To fix this, write @Test(.httpMock), or HTTPMock.shared."
        )
    }
}
