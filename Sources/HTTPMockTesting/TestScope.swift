import HTTPMock
import Testing

/// One running test, or one argument of it, with its instance.
final class TestScope: Sendable {
    /// The scope of the running test.
    @TaskLocal static var current: TestScope?

    let mock = HTTPMock()
    let reporter: FailureReporter
    private let test: Test
    private let allowsUnused = Locked(false)
    private let hasFailed: Locked<Bool>

    /// What a trait asks for.
    struct Settings: Sendable {
        var isSuite = false
        var allowsUnused = false
        var unmocked: UnmockedPolicy?
        var interceptsSharedSession = false
        var content: (@Sendable () -> [MockElement])?
        var place: SourcePlace?
    }

    /// Runs a test as a trait asks for; inside another trait's scope, with that one's instance.
    static func run(
        _ settings: Settings, for test: Test, testCase: Test.Case?, _ function: @Sendable () async throws -> Void
    ) async throws {
        if let outer = current {
            outer.add(settings)
            return try await outer.intercept(settings, function)
        }
        let hasFailed = Locked(false)
        // Issues pass here on their way, those of the test's own expectations too.
        let watch = IssueHandlingTrait.compactMapIssues { issue in
            if issue.isFailure { hasFailed.withLock { $0 = true } }
            return issue
        }
        try await watch.provideScope(for: test, testCase: testCase) {
            let scope = TestScope(test, hasFailed: hasFailed)
            scope.add(settings)
            try await scope.run(settings, function)
        }
    }

    private init(_ test: Test, hasFailed: Locked<Bool>) {
        self.test = test
        self.hasFailed = hasFailed
        self.reporter = .issues(IssueReporter(fallback: test.sourceLocation))
    }

    private func run(_ settings: Settings, _ function: @Sendable () async throws -> Void) async throws {
        var thrown: (any Error)?
        do {
            try await HTTPMock.$scoped.withValue(mock) {
                try await TestScope.$current.withValue(self) {
                    try await intercept(settings, function)
                }
            }
        } catch {
            thrown = error
            hasFailed.withLock { $0 = true }
        }
        await end(hasThrown: thrown != nil)
        if let thrown { throw thrown }
    }

    private func add(_ settings: Settings) {
        if settings.allowsUnused { allowsUnused.withLock { $0 = true } }
        if let policy = settings.unmocked {
            mock.unmockedPolicy = policy
        } else if TestScope.current == nil {
            let reporter = reporter
            mock.unmockedPolicy = .report { await reporter.record("\($0)", at: nil) }
        }
        guard let content = settings.content, let place = settings.place else { return }
        mock.register(content(), isOptional: settings.isSuite, place: place)
    }

    private func intercept(_ settings: Settings, _ function: @Sendable () async throws -> Void) async throws {
        guard settings.interceptsSharedSession else { return try await function() }
        try await SharedSession.intercept(with: mock, isInOtherTest: { Test.current != nil }, function)
    }

    private func end(hasThrown: Bool) async {
        let name = test.displayName ?? test.name
        mock.end(
            because:
                "HTTPMock: the test \"\(name)\" has ended, so its requests are refused, and no response was taken. "
                + "To fix this, wait in the test for what the code under test still does, or cancel it there.")
        let report = EndReport(mock, allowsUnused: allowsUnused.withLock { $0 } || hasThrown)
        for failure in report.failures {
            await reporter.record(failure.text, at: failure.place)
        }
        if !report.failures.isEmpty { hasFailed.withLock { $0 = true } }
        if hasFailed.withLock({ $0 }), !mock.requests.isEmpty {
            Attachment.record([UInt8](mock.networkLogHAR()), named: "network-log.har")
        }
        await reporter.finish()
    }
}
