import HTTPMock
import Testing

/// Records issues, from any thread, as those of the test that created the reporter.
///
/// Swift Testing knows a test by its task's context, which requests and handlers often lack. Owned by the test's scope,
/// or by the policy that reports to the test.
final class IssueReporter: Sendable {
    private let context = TaskContext()
    private let test: Test
    let pending = PendingReports()

    /// Creates the reporter of a test.
    ///
    /// - Parameter test: The running test, whose location is that of issues without one.
    init(_ test: Test) {
        self.test = test
    }

    /// Records an issue, and returns once Swift Testing has it.
    ///
    /// In a task of the test the issue is recorded in that task, so that `withKnownIssue` around the request matches.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - location: The source location, nil for that of the test.
    ///   - failures: The texts that have failed the test, if each text fails the test only once.
    func record(_ text: String, at location: CallSite?, onceIn failures: Locked<Set<String>>? = nil) async {
        if Test.current?.id == test.id {
            guard begin(text) else { return }
            await record(text, at: sourceLocation(location), onceIn: failures)
            return pending.end()
        }
        await withCheckedContinuation { recorded in
            recordSoon(text, at: location, onceIn: failures) { recorded.resume() }
        }
    }

    #if compiler(>=6.3)
        /// Records an issue that does not fail the test, and returns once Swift Testing has it.
        func warn(_ text: String, at location: CallSite?) async {
            guard begin(text) else { return }
            let location = sourceLocation(location)
            await withCheckedContinuation { recorded in
                context.run { [self] in
                    Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
                    pending.end()
                    recorded.resume()
                }
            }
        }
    #endif

    /// Records an issue without waiting.
    func recordSoon(
        _ text: String, at location: CallSite?, onceIn failures: Locked<Set<String>>? = nil,
        then done: @escaping @Sendable () -> Void = {}
    ) {
        guard begin(text) else { return done() }
        let location = sourceLocation(location)
        context.run { [self] in
            await record(text, at: location, onceIn: failures)
            pending.end()
            done()
        }
    }

    /// Returns whether the test is still running; otherwise writes the message to standard error.
    private func begin(_ text: String) -> Bool {
        if pending.begin() { return true }
        StandardError.report(text)
        return false
    }

    private func sourceLocation(_ location: CallSite?) -> SourceLocation {
        location.map { SourceLocation($0) } ?? test.sourceLocation
    }

    private func record(
        _ text: String, at location: SourceLocation, onceIn failures: Locked<Set<String>>?
    ) async {
        let record: @Sendable () -> Void = { Issue.record(Comment(rawValue: text), sourceLocation: location) }
        guard let failures else { return record() }
        // Only the issue itself has the information whether `withKnownIssue` matches it.
        let filter = IssueHandlingTrait.compactMapIssues { issue in
            guard issue.failsTest else { return issue }
            return failures.withLock { $0.insert(text).inserted } ? issue : nil
        }
        // Throws only what its operation throws, which is nothing.
        try? await filter.provideScope(for: test, testCase: Test.Case.current, performing: record)
    }
}

extension SourceLocation {
    init(_ location: CallSite) {
        self.init(
            fileID: location.fileID.description, filePath: location.filePath.description, line: Int(location.line),
            column: Int(location.column))
    }
}

extension Issue {
    /// Whether the issue fails its test; false for warnings and for issues that `withKnownIssue` matches.
    ///
    /// Before Swift 6.3 such issues look like failures.
    package var failsTest: Bool {
        #if compiler(>=6.3)
            isFailure
        #else
            true
        #endif
    }

    /// Whether the issue is an error that `withKnownIssue` matches.
    var isKnownError: Bool {
        #if compiler(>=6.3)
            severity == .error && !isFailure
        #else
            false
        #endif
    }
}

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
