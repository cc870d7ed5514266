import Foundation
import HTTPMock
import Testing
import XCTest

/// Reports failures to the framework that runs a test.
enum FailureReporter: Sendable {
    /// A test of Swift Testing; failures may be reported from any thread.
    case issues(IssueReporter)
    /// An XCTest, with the source location at which the instance was created, if known.
    indirect case failures(CallSite?, pending: PendingReports)

    /// Records a problem of the end of a test, and returns when it is recorded.
    func record(_ failure: ScopeSummary.Failure, of test: String) async {
        guard failure.isWarning else { return await record(failure.text, at: failure.location) }
        await warn(failure.text, at: failure.location, of: test)
    }

    /// Fails the test, and returns when the failure is recorded.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - location: The source location, nil for that of the test.
    func record(_ text: String, at location: CallSite?) async {
        switch self {
        case .issues(let reporter): await reporter.record(text, at: location)
        case .failures(let origin, _): Self.fail(text, at: location ?? origin)
        }
    }

    /// Warns of requests that had not ended when their test did.
    func warn(of requests: [RequestInFlight], in test: String) async {
        for request in requests {
            // Without a registration, the request is about to be reported as unmocked.
            guard let registration = request.registration else { continue }
            let text = """
                HTTPMock: a request was in flight when its test ended, so its response is unfinished
                  \(request.request) \(request.wait)
                  its response is registered for \(registration)
                  To fix this, await the request in the test, or cancel it. To end its wait, \(request.fix).
                """
            await warn(text, at: request.location, of: test)
        }
    }

    /// Records a warning, or writes it to standard error with the name of the test.
    ///
    /// XCTest has no warnings, and Swift Testing has none before Swift 6.3.
    private func warn(_ text: String, at location: CallSite?, of test: String) async {
        #if compiler(>=6.3)
            if case .issues(let reporter) = self { return await reporter.warn(text, at: location) }
        #endif
        StandardError.report("\(text)\n  in \(test)")
    }

    /// Fails the test at its own source location, once for each text.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - failures: The texts that have failed the test; the new one is added.
    func record(_ text: String, onceIn failures: Locked<Set<String>>) async {
        switch self {
        case .issues(let reporter): await reporter.record(text, at: nil, onceIn: failures)
        case .failures: recordSoon(text, onceIn: failures)
        }
    }

    /// Fails the test as ``record(_:onceIn:)`` does, without waiting.
    func recordSoon(_ text: String, onceIn failures: Locked<Set<String>>) {
        switch self {
        case .issues(let reporter): reporter.recordSoon(text, at: nil, onceIn: failures)
        case .failures(let origin, _):
            guard failures.withLock({ $0.insert(text).inserted }) else { return }
            Self.fail(text, at: origin)
        }
    }

    /// The reports that are not recorded yet.
    var pending: PendingReports {
        switch self {
        case .issues(let reporter): reporter.pending
        case .failures(_, let pending): pending
        }
    }

    /// Fails the running test at once, or the test of an instance.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - location: The source location; nil for that of the test.
    ///   - mock: The instance that was checked, perhaps outside the task tree of its test.
    static func failNow(_ text: String, at location: CallSite?, for mock: HTTPMock) {
        let owner = owners.withLock { $0[ObjectIdentifier(mock)] }?.reporter
        if let test = Test.current {
            let location = location.map { SourceLocation($0) } ?? test.sourceLocation
            Issue.record(Comment(rawValue: text), sourceLocation: location)
            return
        }
        switch owner {
        case .issues(let reporter): reporter.recordSoon(text, at: location)
        case .failures(let origin, _): fail(text, at: location ?? origin)
        case nil: fail(text, at: location)
        }
    }

    /// Fails the running test, which is not known, in the framework that runs.
    ///
    /// Swift Testing does not know the test of a detached task, and fails the run as a whole.
    static func fail(_ text: String, at location: CallSite?) {
        switch (runsSwiftTesting, location) {
        case (true, let location?):
            Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(location))
        case (true, nil): Issue.record(Comment(rawValue: text))
        case (false, let location?): XCTFail(text, file: location.filePath, line: location.line)
        case (false, nil): XCTFail(text)
        }
    }

    /// Whether Swift Testing runs now; otherwise XCTest does.
    ///
    /// A failure is reported to one framework only, because each of them may forward failures to the other.
    /// `swift test` runs the frameworks in different processes, other runners one after the other.
    static var runsSwiftTesting: Bool {
        if Test.current != nil || CommandLine.arguments.contains(where: { $0.hasSuffix("swift-testing") }) {
            return true
        }
        return hasRunningIssueReporter
    }

    /// Whether an instance belongs to a test of Swift Testing that runs now.
    static var hasRunningIssueReporter: Bool {
        owners.withLock { $0.values.contains { if case .issues = $0.reporter { true } else { false } } }
    }

    /// The tests that are running, by their instances.
    private static let owners = Locked<[ObjectIdentifier: (reporter: FailureReporter, test: String)]>([:])

    /// Makes this reporter responsible for the failures of an instance.
    ///
    /// - Parameters:
    ///   - mock: The instance.
    ///   - test: The name of the test in messages.
    func begin(for mock: HTTPMock, of test: String) {
        Self.owners.withLock { $0[ObjectIdentifier(mock)] = (self, test) }
    }

    /// The test that makes a request in the current task.
    ///
    /// XCTest runs one test at a time, but a request that is made during a test may be another's.
    static var runningTest: TestFramework.RunningTest? {
        if let test = Test.current { return TestFramework.RunningTest(name: test.title, isCertain: true) }
        let running = owners.withLock { owners in
            owners.values.first { if case .failures = $0.reporter { true } else { false } }?.test
        }
        return running.map { TestFramework.RunningTest(name: $0, isCertain: false) }
    }

    /// Ends the responsibility of the instance's reporter.
    static func end(for mock: HTTPMock) {
        owners.withLock { $0[ObjectIdentifier(mock)] = nil }
    }
}
