import Foundation
import HTTPMock
import Testing
import XCTest

/// Reports the problems of one test to its framework, from any thread.
///
/// Swift Testing knows a test by its task's context, which requests often lack. Owned by the scope, the policy, the
/// run of a sweep, or the trait `.guarded`.
final class TestReporter: Sendable {
    /// The number of the test, which all reporters of the test share inside `.guarded`.
    let id = currentID ?? nextID()
    /// The name of a method of XCTest; nil for another test, and if the method is not known.
    private let method: String?
    /// The test of Swift Testing; nil for XCTest.
    let test: Test?
    /// The context of the task that created the reporter of a test of Swift Testing.
    let context: TaskContext?
    /// The source location of XCTest's problems without one.
    private let origin: CallSite?
    private let state = Locked(State())
    /// The reports of the test's requests through sessions of other tests.
    let foreignRequests = Locked<Set<String>>([])
    /// The waits of the test that were cancelled, with the moments of the cancellations.
    let cancelledWaits = Locked<[CancelledWait]>([])
    /// The mistakes of instances that the test has made with `HTTPMock()`, by their numbers.
    let ownInstances = Locked<[Int: @Sendable () -> InstanceMistakes?]>([:])
    /// The source locations of the test's traits, which may be those of declarations.
    let traits = Locked<[CallSite]>([])

    /// A wait of the test that was cancelled.
    struct CancelledWait {
        let text: String
        let moment: ContinuousClock.Instant
    }

    private struct State: AwaitedState {
        /// The number of reports that are not recorded yet.
        var pendingCount = 0
        var isFinished = false
        var waits = Waits<State>()
    }

    private static let lastID = Locked(0)

    /// Returns a number that no other run of a test has.
    static func nextID() -> Int {
        lastID.withLock { id in
            id += 1
            return id
        }
    }

    /// Creates the reporter of the running test, whose location is that of issues without one.
    init(_ test: Test) {
        method = nil
        self.test = test
        context = TaskContext()
        origin = nil
    }

    /// Creates the reporter of a test of XCTest, whose instance was created at `origin`.
    init(xctest method: String?, at origin: CallSite?) {
        self.method = method
        self.origin = origin
        test = nil
        context = nil
    }

    var title: String {
        if let test { return test.title }
        guard let method else { return "the test" }
        return "the test \(method)"
    }

    /// The name of the test inside its network log.
    var nameInLog: String {
        guard let test else { return method ?? title }
        return (test.suites + [test.name]).joined(separator: "/")
    }

    /// The file name of the test's network log.
    var logName: String {
        "network-log-\(nameInFile).har"
    }

    /// The name of the function with only characters that every file system accepts; XCTest's name as it is.
    private var nameInFile: String {
        guard let test else { return method ?? title }
        let characters = test.functionName.map { character in
            let isAccepted = character.isLetter || character.isNumber || "-_".contains(character)
            return isAccepted ? character : "-"
        }
        return String(characters)
    }

    // MARK: Recording

    /// Records a problem, and returns when the test framework has it.
    ///
    /// In a task of the test the issue is recorded in that task, so that `withKnownIssue` around the request matches.
    /// After the end of a test of Swift Testing, the problem is only printed on standard error.
    ///
    /// - Parameter failures: The texts that have failed the test, if each text fails the test only once.
    func record(_ problem: Problem, onceIn failures: Locked<Set<String>>? = nil) async {
        guard let test, Test.current?.id == test.id else {
            return await withCheckedContinuation { done in recordSoon(problem, onceIn: failures) { done.resume() } }
        }
        guard beginReport() else { return StandardError.report(problem.text) }
        await record(problem, in: test, onceIn: failures)
        endReport()
    }

    /// Records a problem as ``record(_:onceIn:)`` does, without waiting.
    func recordSoon(
        _ problem: Problem, onceIn failures: Locked<Set<String>>? = nil, then done: @escaping @Sendable () -> Void = {}
    ) {
        if let test, let context, beginReport() {
            context.run { [self] in
                await record(problem, in: test, onceIn: failures)
                endReport()
                done()
            }
            return
        }
        if isOfSwiftTesting {
            // The test has ended.
            StandardError.report(problem.text)
        } else if problem.isWarning {
            StandardError.report("\(problem.text)\n  in \(title)")
        } else if failures?.withLock({ $0.insert(problem.text).inserted }) ?? true {
            Self.fail(problem.text, at: problem.location ?? origin)
        }
        done()
    }

    /// Records a problem in the current task if `withKnownIssue` around the task's request matches it.
    ///
    /// - Returns: Whether it does.
    @Sendable func recordIfKnown(_ problem: Problem) async -> Bool {
        guard let test, Test.current?.id == test.id, beginReport() else { return false }
        let isKnown = Locked(false)
        // Throws only what its operation throws.
        try? await test.handleIssues { issue in
            guard issue.isKnownError else { return nil }
            isKnown.withLock { $0 = true }
            return issue
        } during: {
            Issue.record(comment(of: problem), sourceLocation: location(of: problem, in: test))
        }
        endReport()
        return isKnown.withLock { $0 }
    }

    /// Returns the location of a problem, or that of the test.
    private func location(of problem: Problem, in test: Test) -> SourceLocation {
        problem.location.map { SourceLocation($0) } ?? test.sourceLocation
    }

    /// Returns the text of a problem, with a hint if it names a trait at the line of the declaration.
    private func comment(of problem: Problem) -> Comment {
        var text = problem.text
        // The compiler gives the arguments of an attribute no other line than that of the declaration.
        for trait in traits.withLock({ $0 }) where problem.text.names(trait) && trait.isOfDeclarationBelow {
            text += "\n  The compiler gives all arguments of @Test or @Suite the line of the declaration, \(trait)."
        }
        return Comment(rawValue: text)
    }

    /// Records a problem in the current task.
    private func record(_ problem: Problem, in test: Test, onceIn failures: Locked<Set<String>>?) async {
        let location = location(of: problem, in: test)
        let comment = comment(of: problem)
        if problem.isWarning {
            #if compiler(>=6.3)
                Issue.record(comment, severity: .warning, sourceLocation: location)
            #else
                StandardError.report("\(problem.text)\n  in \(title)")
            #endif
            return
        }
        // Throws only what its operation throws.
        try? await test.handleIssues { issue in
            // Only the issue itself has the information whether `withKnownIssue` matches it.
            guard issue.failsTest, let failures else { return issue }
            let isNew = failures.withLock { $0.insert(problem.text).inserted }
            return isNew ? issue : nil
        } during: {
            Issue.record(comment, sourceLocation: location)
        }
    }

    /// Adds a report for which the end of the test waits.
    ///
    /// - Returns: False if the test has ended, and waits for no other report.
    func beginReport() -> Bool {
        state.withLock { state in
            if state.isFinished, state.pendingCount == 0 { return false }
            state.pendingCount += 1
            return true
        }
    }

    /// Ends a report that was added by ``beginReport()``.
    func endReport() {
        state.withLock { state in
            state.pendingCount -= 1
            state.endWaits()
        }
    }

    /// Ends the test: waits until every report is recorded, and refuses later ones.
    ///
    /// Reports that are added while others are pending are recorded too.
    func finish() async {
        Self.registry.withLock { entries in entries.removeAll { $0.reporter === self } }
        let isIdle = state.withLock { state in
            state.isFinished = true
            return state.pendingCount == 0
        }
        if isIdle { return }
        // In a task of its own, because the end of a cancelled test waits as well.
        _ = await Task { [state] in await state.wait { $0.pendingCount == 0 } }.value
    }

    // MARK: Running tests

    /// The number of the current task's test, which `.guarded` sets.
    @TaskLocal static var currentID: Int?

    /// The reporter of a running test, with the test's instance if there is one.
    private struct Registered {
        let reporter: TestReporter
        let mock: ObjectIdentifier?
    }

    /// The reporters of the running tests.
    ///
    /// The innermost reporter of a test is the last one, and its issues pass the scopes of all others.
    private static let registry = Locked<[Registered]>([])

    /// Makes this reporter the one of a running test, and of its instance.
    func begin(for mock: HTTPMock?) {
        let entry = Registered(reporter: self, mock: mock.map { ObjectIdentifier($0) })
        Self.registry.withLock { $0.append(entry) }
    }

    /// Whether a test of Swift Testing with an instance runs.
    static var hasInstanceOfSwiftTesting: Bool {
        registry.withLock { entries in entries.contains { $0.mock != nil && $0.reporter.isOfSwiftTesting } }
    }

    var isOfSwiftTesting: Bool { test != nil }

    /// The reporter of the running test of XCTest.
    static var ofXCTest: TestReporter? {
        registry.withLock { entries in entries.first { !$0.reporter.isOfSwiftTesting }?.reporter }
    }

    /// The running tests, each argument of a test by itself.
    static var known: [KnownTest] {
        let reporters = registry.withLock { $0.map(\.reporter) }
        // Inner reporters of a test share its number.
        let titles = Dictionary(reporters.map { ($0.id, $0.title) }) { _, last in last }
        return titles.map { KnownTest(id: $0.key, name: $0.value, isCertain: false) }
    }

    /// Fails a test; returns false if the test has ended.
    static func record(_ text: String, in test: KnownTest) -> Bool {
        let reporter = registry.withLock { entries in entries.last { $0.reporter.id == test.id }?.reporter }
        // The test can't end before `recordSoon` has added the report itself.
        guard let reporter, reporter.beginReport() else { return false }
        reporter.recordSoon(Problem(text: text))
        reporter.endReport()
        return true
    }

    /// The test to which a request is attributed that is made while the test runs.
    ///
    /// XCTest runs one test at a time, but a request that is made during a test may be another's, so it is uncertain.
    var requestingTest: RequestingTest {
        test?.requestingTest ?? RequestingTest(name: title, id: title, isCertain: false)
    }

    /// Fails the running test; outside any task tree, the test of the instance, or else the run.
    static func failNow(_ text: String, at location: CallSite?, for mock: HTTPMock) {
        let owner = registry.withLock { entries in entries.first { $0.mock == ObjectIdentifier(mock) }?.reporter }
        guard Test.current == nil, let owner else { return fail(text, at: location) }
        owner.recordSoon(Problem(text: text, location: location))
    }

    /// Whether Swift Testing runs now; otherwise XCTest does.
    ///
    /// A failure is reported to one framework only, because each of them may forward failures to the other. The
    /// frameworks run in different processes under `swift test`, and one after the other in other runners.
    static var runsSwiftTesting: Bool {
        if Test.current != nil { return true }
        // `swift test` names the framework of the process by `--testing-library`.
        let isNamed = CommandLine.arguments.contains { $0.hasSuffix("swift-testing") }
        return isNamed || registry.withLock { entries in entries.contains { $0.reporter.isOfSwiftTesting } }
    }

    /// Fails the running test in the framework that runs.
    ///
    /// Swift Testing does not know the test of a detached task, and fails the run as a whole.
    static func fail(_ text: String, at location: CallSite?) {
        guard runsSwiftTesting
        else { return XCTFail(text, file: location?.filePath ?? #filePath, line: location?.line ?? #line) }
        let location = location.map { SourceLocation($0) } ?? Test.current?.sourceLocation ?? #_sourceLocation
        Issue.record(Comment(rawValue: text), sourceLocation: location)
    }
}

extension String {
    /// Returns whether the text names a source location, and not one that only contains its name.
    fileprivate func names(_ location: CallSite) -> Bool {
        // Before the location is a space, a parenthesis or nothing, and after it no digit.
        let name = NSRegularExpression.escapedPattern(for: "\(location)")
        return range(of: "(?<![^ (])\(name)(?!\\d)", options: .regularExpression) != nil
    }
}
