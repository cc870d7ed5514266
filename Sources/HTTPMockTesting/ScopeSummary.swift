import HTTPMock

/// What is to be said of an instance when its test has ended.
struct ScopeSummary {
    struct Failure {
        let text: String
        /// Where it stands, nil for the test itself.
        let location: CallSite?
    }

    private(set) var failures: [Failure] = []

    init(_ mock: HTTPMock, allowsUnused: Bool) {
        for problem in mock.registrationProblems {
            failures.append(Failure(text: "HTTPMock: \(problem)", location: problem.location))
        }
        let unused = mock.unusedResponses
        guard !allowsUnused, !unused.isEmpty else { return }
        if mock.requests.isEmpty {
            failures.append(Failure(text: Self.nothingArrived(unused), location: nil))
        } else {
            failures += unused.map { Failure(text: Self.text(of: $0), location: $0.location) }
        }
    }

    private static func text(of unused: UnusedResponse) -> String {
        """
        HTTPMock: a response was never asked for
          \(unused)
          To fix this, have the code under test ask for it, remove it, or mark it .optional().
        """
    }

    private static func nothingArrived(_ unused: [UnusedResponse]) -> String {
        let limit = 10
        let list = unused.prefix(limit).map { "  \($0)" }.joined(separator: "\n")
        let rest = unused.count > limit ? "\n  and \(unused.count - limit) more" : ""
        return """
            HTTPMock: no request reached the mock of this test, so no response was asked for
            \(list)\(rest)
              To fix this, inject its urlSession (in a test with the trait that is HTTPMock.current.urlSession) into \
            the code under test, or give the session it makes for itself its protocolClass. Code that uses \
            URLSession.shared needs interceptingSharedSession: true, and a request must not begin after the test.
            """
    }
}
