import HTTPMock
import Testing

/// The scope of one running test, or of one argument of it, with its instance.
///
/// Created by the outermost `.httpMock` trait of the test; inner traits add their settings.
package final class TestScope: Sendable {
    /// The scope of the running test.
    @TaskLocal static var current: TestScope?

    let mock: HTTPMock
    let reporter: FailureReporter
    private let test: Test
    private let allowsUnused = Locked(false)
    /// The number of suites whose registrations were made, from the outermost inwards.
    private let suiteCount = Locked(0)
    private let hasFailed: Locked<Bool>
    private let parts = Locked<[any TestScopePart]>([])

    /// Runs a test with a part of another module.
    package static func run(
        with part: any TestScopePart, for test: Test, testCase: Test.Case?,
        _ function: @Sendable () async throws -> Void
    ) async throws {
        try await run(Settings(part: part), for: test, testCase: testCase, function)
    }

    /// Runs a test with the settings of a trait.
    ///
    /// Inside the scope of another trait, the test runs with that trait's instance.
    static func run(
        _ settings: Settings, for test: Test, testCase: Test.Case?, _ function: @Sendable () async throws -> Void
    ) async throws {
        if let outer = current {
            outer.add(settings)
            return try await outer.intercept(settings, function)
        }
        let hasFailed = Locked(false)
        // All issues of the test pass this trait, those of its own expectations too. Issues without a test reach the
        // trait of every running test, and must neither be copied nor count as this test's.
        let watch = IssueHandlingTrait.compactMapIssues { issue in
            guard Test.current?.id == test.id else { return nil }
            if issue.failsTest { hasFailed.withLock { $0 = true } }
            return issue
        }
        try await watch.provideScope(for: test, testCase: testCase) {
            let scope = TestScope(test, clock: test.mockClock ?? settings.clock, hasFailed: hasFailed)
            scope.add(settings)
            try await scope.run(settings, function)
        }
    }

    private init(_ test: Test, clock: (any Clock<Duration>)?, hasFailed: Locked<Bool>) {
        self.test = test
        self.hasFailed = hasFailed
        mock = HTTPMock(forTestWith: clock)
        reporter = .issues(IssueReporter(test))
    }

    private func run(_ settings: Settings, _ function: @Sendable () async throws -> Void) async throws {
        reporter.begin(for: mock, of: title)
        var thrown: (any Error)?
        do {
            try await HTTPMock.$scoped.withValue(mock) {
                try await TestScope.$current.withValue(self) {
                    try await intercept(settings, function)
                }
            }
        } catch {
            thrown = error
        }
        let isSkipped = thrown.map { String(reflecting: type(of: $0)) == "Testing.SkipInfo" } ?? false
        // A test whose time limit is exceeded is cancelled, and its issue does not pass this trait.
        if thrown != nil || Task.isCancelled, !isSkipped { hasFailed.withLock { $0 = true } }
        await end(thrown: thrown)
        if let thrown { throw thrown }
    }

    private func add(_ settings: Settings) {
        if let host = settings.host { mock.setInitialDefaultDomain(host) }
        if settings.allowsUnused { allowsUnused.withLock { $0 = true } }
        if settings.unmocked != nil || TestScope.current == nil {
            mock.setInitialPolicy(.strict(settings.unmocked, reporter))
        }
        if let part = settings.part {
            part.begin(in: mock)
            parts.withLock { $0.append(part) }
        }
        guard let content = settings.content, let location = settings.location else { return }
        let depth = suiteCount.withLock { count in
            defer { if settings.isSuite { count += 1 } }
            return settings.isSuite ? count : nil
        }
        mock.register(content(), depth: depth, location: location)
    }

    private func intercept(_ settings: Settings, _ function: @Sendable () async throws -> Void) async throws {
        guard settings.interceptsSharedSession else { return try await function() }
        try await SharedSession.intercept(with: mock, isInOtherTest: { Test.current != nil }, function)
    }

    private func end(thrown: (any Error)?) async {
        let list = RequestList(of: mock, in: title, of: .swiftTesting, log: logName)
        await reporter.warn(of: mock.requestsInFlight, in: title)
        mock.end(because: .testHasEnded(title), of: title)
        let parts = parts.withLock { $0 }
        if !hasFailed.withLock({ $0 }) {
            for part in parts { await part.settle() }
        }
        let problems = parts.flatMap { $0.end(hasFailed: hasFailed.withLock { $0 }) }
        var summary = ScopeSummary(
            mock, in: .swiftTesting, allowsUnused: allowsUnused.withLock { $0 },
            allowsUnplayed: hasFailed.withLock { $0 }, thrown: thrown)
        summary.addCauses(of: mock, hasFailed: hasFailed.withLock { $0 }, thrown: thrown)
        // The notes of a part, such as where a cassette was written, are no mistakes.
        for problem in problems where problem.isWarning { StandardError.report(problem.text) }
        summary.add(problems.filter { !$0.isWarning })
        for failure in summary.failures { await reporter.record(failure, of: title) }
        if summary.failsTest { hasFailed.withLock { $0 = true } }
        if hasFailed.withLock({ $0 }) { report(list) }
        FailureReporter.end(for: mock)
        await reporter.pending.finish()
    }

    /// Prints the requests of a failed test, and attaches its network log.
    private func report(_ list: RequestList) {
        if let text = list.text() { StandardError.report(text) }
        guard !mock.requests.isEmpty || !mock.refusals.isEmpty else { return }
        let logged = LoggedTest(name: test.path, hasFailed: true, unused: mock.unusedResponses)
        Attachment.record([UInt8](mock.networkLogHAR(of: logged)), named: logName)
    }

    private var title: String { test.title }

    private var logName: String { "network-log-\(test.fileName).har" }
}

extension FailureReporter {
    /// The reporter of the running test.
    static var current: FailureReporter {
        if let scope = TestScope.current { return scope.reporter }
        if let test = Test.current { return .issues(IssueReporter(test)) }
        return .failures(nil, pending: PendingReports())
    }
}

extension String {
    /// The error text of a request whose test has ended.
    static func testHasEnded(_ test: String) -> String {
        "HTTPMock: \(test) has ended, so its requests are refused, and no response was used. To fix this, wait in the "
            + "test for the requests that the code under test still makes, or cancel them there."
    }
}

extension Test {
    /// The test in messages.
    var title: String { "the test \"\(displayName ?? name)\"" }

    /// The clock of the innermost trait that has one.
    fileprivate var mockClock: (any Clock<Duration>)? {
        let settings = traits.compactMap { trait in
            (trait as? HTTPMockTrait)?.settings ?? (trait as? HTTPMockSuiteTrait)?.settings
        }
        return settings.compactMap(\.clock).last
    }

    /// The name of the function without its argument labels; a raw identifier keeps its backticks.
    package var functionName: String {
        guard name.hasPrefix("`"), let end = name.dropFirst().firstIndex(of: "`") else {
            return String(name.prefix { $0 != "(" })
        }
        return String(name[...end])
    }

    /// The suites from outside in and the function, as in `CartTests/paysByCard()`.
    fileprivate var path: String {
        // The identifier is the module, the suites, the function and the source location.
        let identifier = "\(id)"
        let rest = identifier.dropFirst(identifier.prefix { $0 != "." }.count + 1)
        return rest.firstRange(of: name).map { String(rest[..<$0.upperBound]) } ?? name
    }

    /// The name without its argument labels, with only characters that every file system accepts.
    fileprivate var fileName: String {
        String(functionName.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" })
    }
}
