import Foundation
import HTTPMock
import Testing
import XCTest

/// Reports the problems of one test to its framework, from any thread.
///
/// Swift Testing knows a test by its task's context, which requests often lack. Owned by the scope or the policy.
final class TestReporter: Sendable {
    /// The number of the test, which its inner reporters share.
    let id = currentID ?? nextID()
    /// The name of a method of XCTest; nil for another test.
    private let method: String?
    /// The test of Swift Testing, with the context of the task that created the reporter.
    let test: (test: Test, context: TaskContext)?
    /// The source location of XCTest's problems without one.
    private let origin: CallSite?
    private let state = Locked(State())
    /// The reports of the test's requests through sessions of other tests.
    let foreignRequests = Locked<Set<String>>([])
    /// The waits of the test that were cancelled, with the moments of the cancellations.
    let cancelledWaits = Locked<[(text: String, moment: ContinuousClock.Instant)]>([])
    /// The mistakes of instances that the test has made with `HTTPMock()`, by their numbers.
    let ownInstances = Locked<[Int: @Sendable () -> InstanceMistakes?]>([:])
    /// The source locations of the test's traits, which may be those of declarations.
    let traits = Locked<[CallSite]>([])

    private struct State: AwaitedState {
        /// The number of reports that are not recorded yet.
        var pendingCount = 0
        var isFinished = false
        var waits: Waits<State> = [:]
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
        self.test = (test, TaskContext())
        origin = nil
    }

    /// Creates the reporter of a test of XCTest, whose instance was created at `origin`.
    init(xctest method: String?, at origin: CallSite?) {
        self.method = method
        self.origin = origin
        test = nil
    }

    var title: String { test?.test.title ?? method.map { "the test \($0)" } ?? "the test" }

    /// The name of the test inside its network log, and in the log's file name.
    var namesInLog: (path: String, file: String) {
        guard let (test, _) = test else { return (method ?? title, method ?? title) }
        // The name without its argument labels, with only characters that every file system accepts.
        let file = test.functionName.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" }
        return ((test.suites + [test.name]).joined(separator: "/"), String(file))
    }

    // MARK: Recording

    /// Records a problem, and returns when the test framework has it.
    ///
    /// In a task of the test the issue is recorded in that task, so that `withKnownIssue` around the request matches.
    ///
    /// - Parameter failures: The texts that have failed the test, if each text fails the test only once.
    func record(_ problem: Problem, onceIn failures: Locked<Set<String>>? = nil) async {
        guard let (test, _) = test, Test.current?.id == test.id else {
            return await withCheckedContinuation { done in recordSoon(problem, onceIn: failures) { done.resume() } }
        }
        guard begin() else { return StandardError.report(problem.text) }
        await record(problem, in: test, onceIn: failures)
        end()
    }

    /// Records a problem as ``record(_:onceIn:)`` does, without waiting.
    func recordSoon(
        _ problem: Problem, onceIn failures: Locked<Set<String>>? = nil, then done: @escaping @Sendable () -> Void = {}
    ) {
        if let (test, context) = test, begin() {
            context.run { [self] in
                await record(problem, in: test, onceIn: failures)
                end()
                done()
            }
            return
        }
        if isOfSwiftTesting {
            StandardError.report(problem.text)
        } else if problem.isWarning {
            StandardError.report("\(problem.text)\n  in \(title)")
        } else if failures?.withLock({ $0.insert(problem.text).inserted }) ?? true {
            Self.fail(problem.text, at: problem.location ?? origin)
        }
        done()
    }

    private func record(_ problem: Problem, in test: Test, onceIn failures: Locked<Set<String>>?) async {
        let location = problem.location.map { SourceLocation($0) } ?? test.sourceLocation
        // The compiler gives the arguments of an attribute no other line than that of the declaration.
        let notes = traits.withLock { $0 }.filter { problem.text.names($0) && $0.isOfDeclarationBelow }
            .map { "\n  The compiler gives all arguments of @Test or @Suite the line of the declaration, \($0)." }
        let comment = Comment(rawValue: problem.text + notes.joined())
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
            return failures.withLock { $0.insert(problem.text).inserted } ? issue : nil
        } during: {
            Issue.record(comment, sourceLocation: location)
        }
    }

    /// Adds a report for which the end of the test waits; returns false if the test has ended.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isFinished || state.pendingCount > 0 else { return false }
            state.pendingCount += 1
            return true
        }
    }

    func end() {
        state.withLock { state in
            state.pendingCount -= 1
            state.endWaits()
        }
    }

    /// Ends the test: waits until every report is recorded, and refuses later ones.
    ///
    /// Reports that are added while others are pending are recorded too.
    func finish() async {
        Self.registry.withLock { $0.removeAll { $0.reporter === self } }
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

    /// The reporters of the running tests, with the instances of those that have one.
    ///
    /// The innermost reporter of a test is the last one, because its scope sees the issues of all others.
    private static let registry = Locked<[(reporter: TestReporter, mock: ObjectIdentifier?)]>([])

    /// Makes this reporter the one of a running test, and of its instance.
    func begin(for mock: HTTPMock?) { Self.registry.withLock { $0.append((self, mock.map { ObjectIdentifier($0) })) } }

    /// Whether a test of Swift Testing with an instance runs.
    static var hasInstanceOfSwiftTesting: Bool {
        registry.withLock { $0.contains { $0.mock != nil && $0.reporter.isOfSwiftTesting } }
    }

    var isOfSwiftTesting: Bool { test != nil }

    /// The reporter of the running test of XCTest.
    static var ofXCTest: TestReporter? { registry.withLock { $0.first { !$0.reporter.isOfSwiftTesting }?.reporter } }

    /// The running tests, each argument of a test by itself.
    static var known: [KnownTest] {
        let reporters = registry.withLock { $0.map { ($0.reporter.id, $0.reporter.title) } }
        return Dictionary(reporters) { $1 }.map { KnownTest(id: $0.key, name: $0.value, isCertain: false) }
    }

    /// Fails a test; returns false if the test has ended.
    static func record(_ text: String, in test: KnownTest) -> Bool {
        let reporter = registry.withLock { $0.last { $0.reporter.id == test.id }?.reporter }
        guard let reporter, reporter.begin() else { return false }
        reporter.recordSoon(Problem(text: text))
        reporter.end()
        return true
    }

    /// XCTest runs one test at a time, but a request that is made during a test may be another's.
    var requestingTest: RequestingTest {
        test?.test.requestingTest ?? RequestingTest(name: title, id: title, isCertain: false)
    }

    /// Fails the running test at once; outside any task tree, the test of an instance.
    static func failNow(_ text: String, at location: CallSite?, for mock: HTTPMock) {
        let owner = registry.withLock { $0.first { $0.mock == ObjectIdentifier(mock) }?.reporter }
        guard Test.current == nil, let owner else { return fail(text, at: location) }
        owner.recordSoon(Problem(text: text, location: location))
    }

    /// Whether Swift Testing runs now; otherwise XCTest does.
    ///
    /// A failure is reported to one framework only, because each of them may forward failures to the other. The
    /// frameworks run in different processes under `swift test`, and one after the other in other runners.
    static var runsSwiftTesting: Bool {
        Test.current != nil || CommandLine.arguments.contains { $0.hasSuffix("swift-testing") }
            || registry.withLock { $0.contains { $0.reporter.isOfSwiftTesting } }
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

extension Test {
    var title: String { "the test \"\(displayName ?? name)\"" }

    var requestingTest: RequestingTest { RequestingTest(name: title, id: "\(id)", isCertain: true) }

    /// Performs an operation, and gives its issues to a function that may drop them.
    ///
    /// An issue of an unknown test reaches the traits of all running tests, which must neither copy nor count it.
    func handleIssues(
        with handle: @escaping @Sendable (Issue) -> Issue?, during operation: @Sendable () async throws -> Void
    ) async throws {
        let trait = IssueHandlingTrait.compactMapIssues { Test.current?.id == id ? handle($0) : nil }
        try await trait.provideScope(for: self, testCase: Test.Case.current, performing: operation)
    }

    /// The name of the function without its argument labels; a raw identifier keeps its backticks.
    package var functionName: String {
        guard name.hasPrefix("`"), let end = name.dropFirst().firstIndex(of: "`")
        else { return String(name.prefix { $0 != "(" }) }
        return String(name[...end])
    }

    /// The names of the suites from outside in.
    package var suites: [String] {
        // The identifier is the module, the suites, the function and the source location.
        let path = "\(id)".drop { $0 != "." }.dropFirst()
        return path.firstRange(of: name).map { path[..<$0.lowerBound].split(separator: "/").map(String.init) } ?? []
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
    /// The test fails whatever the code under test does with the answer. `.httpMock` and `makeHTTPMock` use this policy
    /// unless another policy is given, and the policy then fails the test of their instance. A policy that is assigned
    /// to `HTTPMock.unmockedPolicy` fails the test, of Swift Testing or XCTest, in which this property was read. Read
    /// the property in the test itself, and not in a constant.
    public static var recordIssue: UnmockedPolicy { .recordIssue(.current) }

    /// Fails a test once for each diagnosis.
    ///
    /// A request inside `withKnownIssue` is recorded each time, because each call must match an issue of its own.
    static func recordIssue(_ reporter: TestReporter) -> UnmockedPolicy {
        let failures = Locked<Set<String>>([])
        return .report(isForRunningTest: true) { diagnosis in
            let report = ReservedReport("\(diagnosis)", by: reporter, onceIn: failures)
            return { await report.record() }
        }
    }
}

/// The report of an unmocked request, for which the end of the test waits.
///
/// Created by the policy when the request is matched, and owned by the request's plan. A plan that is dropped with a
/// cancelled or suspended request records the report all the same.
final class ReservedReport: Sendable {
    /// Nil once the problem is recorded.
    private let problem: Locked<Problem?>
    private let reporter: TestReporter
    private let failures: Locked<Set<String>>
    private let isCounted: Bool

    /// Reserves the report of a failure, unless its text is among those that have failed the test.
    init(_ text: String, by reporter: TestReporter, onceIn failures: Locked<Set<String>>) {
        problem = Locked(Problem(text: text))
        self.reporter = reporter
        self.failures = failures
        isCounted = reporter.begin()
    }

    deinit {
        guard let problem = problem.withLock({ $0.take() }) else { return }
        reporter.recordSoon(problem, onceIn: failures)
        if isCounted { reporter.end() }
    }

    func record() async {
        guard let problem = problem.withLock({ $0.take() }) else { return }
        await reporter.record(problem, onceIn: failures)
        if isCounted { reporter.end() }
    }
}
