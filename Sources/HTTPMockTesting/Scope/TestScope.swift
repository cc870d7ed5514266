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

    /// Runs a test with an instance that another module prepares, perhaps with an extension.
    package static func run(
        for test: Test, testCase: Test.Case?, _ function: @Sendable () async throws -> Void,
        preparing prepare: @escaping @Sendable (HTTPMock) -> Void
    ) async throws {
        try await run(Settings(prepare: prepare), for: test, testCase: testCase, function)
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
            try await RunningTest.run(title, reporter: reporter) {
                try await HTTPMock.$scoped.withValue(mock) {
                    try await TestScope.$current.withValue(self) {
                        try await intercept(settings, function)
                    }
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
        settings.prepare?(mock)
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
        await mock.settleExtensions(testHasFailed: hasFailed.withLock { $0 })
        var summary = ScopeSummary(
            mock, in: .swiftTesting, allowsUnused: allowsUnused.withLock { $0 },
            allowsUnplayed: hasFailed.withLock { $0 }, thrown: thrown)
        summary.addCauses(of: mock, hasFailed: hasFailed.withLock { $0 }, thrown: thrown)
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

extension TestScope {
    /// The arguments of one `.httpMock` trait.
    final class Settings: Sendable {
        let isSuite: Bool
        let host: String?
        let clock: (any Clock<Duration>)?
        let allowsUnused: Bool
        let unmocked: UnmockedPolicy?
        let interceptsSharedSession: Bool
        let content: (@Sendable () -> [MockElement])?
        let location: CallSite?
        let prepare: (@Sendable (HTTPMock) -> Void)?

        init(
            isSuite: Bool = false, host: String? = nil, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
            unmocked: UnmockedPolicy? = nil, interceptsSharedSession: Bool = false,
            content: (@Sendable () -> [MockElement])? = nil, location: CallSite? = nil,
            prepare: (@Sendable (HTTPMock) -> Void)? = nil
        ) {
            self.isSuite = isSuite
            self.host = host
            self.clock = clock
            self.allowsUnused = allowsUnused
            self.unmocked = unmocked
            self.interceptsSharedSession = interceptsSharedSession
            self.content = content
            self.location = location
            self.prepare = prepare
            SharedUse.install()
            // Traits are created when tests are discovered, before any request is in flight.
            if interceptsSharedSession { SharedSession.prepare() }
        }
    }
}

extension [MockElement] {
    /// Returns the elements of one host as an element of its own.
    static func host(_ host: String, at location: CallSite, _ content: () -> [HostElement]) -> [MockElement] {
        [
            HTTPMock.Host(
                host, fileID: location.fileID, filePath: location.filePath, line: location.line,
                column: location.column, content: content)
        ]
    }
}
