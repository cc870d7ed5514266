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
        let isSuite: Bool
        let allowsUnused: Bool
        let unmocked: UnmockedPolicy?
        let interceptsSharedSession: Bool
        let content: (@Sendable () -> [MockElement])?
        let location: CallSite?

        init(
            isSuite: Bool = false, allowsUnused: Bool = false, unmocked: UnmockedPolicy? = nil,
            interceptsSharedSession: Bool = false, content: (@Sendable () -> [MockElement])? = nil,
            location: CallSite? = nil
        ) {
            self.isSuite = isSuite
            self.allowsUnused = allowsUnused
            self.unmocked = unmocked
            self.interceptsSharedSession = interceptsSharedSession
            self.content = content
            self.location = location
            // Traits are made when tests are discovered: no request is under way yet.
            if interceptsSharedSession { SharedSession.prepare() }
        }
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
        reporter.begin(for: mock)
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
        if settings.unmocked != nil || TestScope.current == nil {
            mock.unmockedPolicy = .strict(settings.unmocked, reporter)
        }
        guard let content = settings.content, let location = settings.location else { return }
        mock.register(content(), isDefault: settings.isSuite, location: location)
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
        let report = ScopeSummary(mock, allowsUnused: allowsUnused.withLock { $0 } || hasThrown)
        for failure in report.failures {
            await reporter.record(failure.text, at: failure.location)
        }
        if !report.failures.isEmpty { hasFailed.withLock { $0 = true } }
        if hasFailed.withLock({ $0 }), !mock.requests.isEmpty {
            Attachment.record([UInt8](mock.networkLogHAR()), named: "network-log.har")
        }
        FailureReporter.end(for: mock)
        await reporter.finish()
    }
}
