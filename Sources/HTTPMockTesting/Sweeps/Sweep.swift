import Foundation
import HTTPMock
import Testing

/// The code of a sweep, and the way to run the code again with other responses.
///
/// Created by `sweepFaults`, `sweepOrders` and `sweepResponses`.
package struct Sweep: Sendable {
    /// The name in messages, as in `fault sweep`.
    let name: String
    let test: Test
    package let location: CallSite
    /// The caller's time limit, to which three times the duration of the first run is added.
    private let givenTimeLimit: Duration
    /// The real time after which a run counts as hung.
    private(set) var timeLimit: Duration
    /// The number of requests that a later run may make.
    private var requestLimit = Int.max
    let prepare: @Sendable (HTTPMock) -> Void
    let content: (@Sendable () -> [MockElement])?
    let code: @Sendable (HTTPMock) async throws -> Void

    /// Creates a sweep in the running test; throws outside a test of Swift Testing.
    ///
    /// - Parameter prepare: Prepares the instance of each run, after its registrations.
    package init(
        _ name: String, of function: String, timeLimit: Duration, at location: CallSite,
        prepare: @escaping @Sendable (HTTPMock) -> Void = { _ in },
        content: (@Sendable () -> [MockElement])?, code: @escaping @Sendable (HTTPMock) async throws -> Void
    ) throws {
        guard let test = Test.current else {
            throw HTTPMockError(
                "HTTPMock: \(function) was called outside a test of Swift Testing. To fix this, use @Test.")
        }
        self.name = name
        self.test = test
        self.location = location
        givenTimeLimit = min(timeLimit, Self.longestTimeLimit)
        // Nothing is known about the speed of the machine before the first run.
        self.timeLimit = givenTimeLimit * 6
        self.prepare = prepare
        self.content = content
        self.code = code
    }

    /// A day, so that sums of time limits fit into a duration.
    private static let longestTimeLimit = Duration.seconds(86_400)

    /// A request of the first run.
    package struct Target: Sendable {
        let id: SweepRequests.ID
        package let record: RecordedRequest

        package var name: String { id.name }
    }

    /// The end of one run of the code.
    package struct Result: Sendable {
        /// The requests of the run, which are kept here because a run that has ended releases its instance.
        let requests: [RecordedRequest]
        /// The requests whose responses a sweep changes or holds: all but those for a WebSocket.
        var plainRequests: [RecordedRequest] { requests.filter { !$0.request.isWebSocketUpgrade } }
        package var outcome: SweepOutcome
        package var thrown: (any Error)?
        /// The problems of the first run that fail the test, such as unused responses.
        var mistakes: [Problem] = []
        /// Whether `withKnownIssue` matched all that failed, so that the run fails nothing.
        package private(set) var isKnown = false

        /// The error that the code threw, as text with secrets masked.
        package var thrownText: String? {
            thrown.map { Redaction.text(of: $0) }
        }

        /// Whether the run has passed, apart from known issues.
        package var isFine: Bool { outcome == .passed || isKnown }

        /// Adds issues that the code recorded; known ones excuse no other failure of the run.
        fileprivate mutating func add(_ issues: [CollectedIssue]) {
            guard !issues.isEmpty else { return }
            isKnown = isFine && issues.allSatisfy { !$0.failsTest }
            if case .hung = outcome { return }
            outcome = .failed(issues.map(\.text) + outcome.messages)
        }

        /// Adds a failure that no known issue excuses.
        package mutating func fail(_ message: String) {
            outcome = .failed(outcome.messages + [message])
            isKnown = false
        }
    }

    /// Runs the code as it is, and returns its requests except those for WebSockets; throws as ``firstRun(holding:)``.
    package mutating func firstRun() async throws -> [Target] {
        let records = try await firstRun(holding: nil).plainRequests
        let requests = SweepRequests()
        let targets = records.map { Target(id: requests.add($0.request), record: $0) }
        // Far more than any code repeats after one fault.
        requestLimit = 10 * targets.count + 100
        return targets
    }

    /// Runs the code as it is, and fails the test for unused responses and mistakes in the registrations.
    ///
    /// Adds three times the duration to the time limit. Issues that the code records fail the test at once; with held
    /// responses, they are the outcome of the run.
    ///
    /// - Throws: The error that the code threw; ``HTTPMockError`` if a response can't be made or the code does not end;
    ///   `CancellationError`.
    mutating func firstRun(holding responses: HeldResponses?) async throws -> Result {
        let start = ContinuousClock.now
        let result: Result
        if let responses {
            result = try await run("the order of arrival", holding: responses, isFirst: true)
        } else {
            result = await SweepRun(requestLimit: requestLimit, isFirst: true).perform(self)
        }
        try Task.checkCancellation()
        // The code may have caught this error, and the sweep would go on with fewer requests.
        let errors = result.requests.compactMap { $0.error as? HTTPMockError }
        if let unusable = errors.first(where: { $0.cause == .unusableResponse }) { throw unusable }
        if let thrown = result.thrown { throw thrown }
        if case .hung(let text) = result.outcome {
            throw HTTPMockError(
                "HTTPMock: in the first run of the \(name), \(text). To fix this, make the code end, or give a greater "
                    + "timeLimit.", at: location)
        }
        // In whole tenths of a second, because messages print it.
        let tenths = ((givenTimeLimit + start.duration(to: .now) * 3) / .milliseconds(100)).rounded(.up)
        timeLimit = .milliseconds(100 * Int(tenths))
        for problem in result.mistakes { TestReporter.fail(problem.text, at: problem.location ?? location) }
        return result
    }

    /// Runs the code with another response to one request, and to its repetitions unless `attempts` is `.first`.
    package func run(
        _ target: Target, with change: String, _ attempts: FaultSweep.Attempts = .every,
        response: @escaping @Sendable (MockResponse) -> MockResponse
    ) async throws -> Result {
        let description = "\(target.name), \(change)"
        let change = SweepRun.Change(request: target.id, attempts: attempts, response: response)
        return try await run(description, changing: change)
    }

    /// Runs the code, with its issues collected and a note in case the process crashes.
    func run(
        _ description: String, holding responses: HeldResponses? = nil, isFirst: Bool = false,
        changing change: SweepRun.Change? = nil
    ) async throws -> Result {
        let title = "the \(name) of \(test.name)"
        let note = CrashNote("\(title): \(description)")
        defer { note.end() }
        responses?.onChoice { order in
            note.change(
                to: "\(title): the order \(order). To run only this one, write sweepOrders(only: \(order)) { … }")
        }
        let issues = Locked<[CollectedIssue]>([])
        let ended = Locked<Result?>(nil)
        try await test.handleIssues { issue in
            guard issue.failsTest || issue.isKnownError else { return issue }
            issues.withLock { $0.append(CollectedIssue(issue)) }
            if issue.failsTest { return nil }
            return issue
        } during: {
            let run = SweepRun(requestLimit: requestLimit, isFirst: isFirst, changing: change)
            let result = await run.perform(self, holding: responses)
            ended.withLock { $0 = result }
        }
        // Never thrown, because the trait always performs the operation.
        guard var result = ended.withLock({ $0 }) else { throw CancellationError() }
        result.add(issues.withLock { $0 })
        return result
    }

    /// Returns the names that `only` selects; throws the nearest names if there is none.
    ///
    /// - Parameter only: A whole name, such as `GET /pets: 200 body[0].kind absent`, or the part after the colon; nil
    ///   for all names.
    package func selection(_ only: String?, of function: String, among names: [String]) throws -> Set<String> {
        guard let only else { return Set(names) }
        let selected = Set(names.filter { $0 == only || $0.hasSuffix(": \(only)") })
        guard selected.isEmpty else { return selected }
        // Only the beginnings are compared, because names can be long.
        let comparedLength = 100
        let start = String(only.prefix(comparedLength))
        let near = names.map { (EditDistance.between(String($0.prefix(comparedLength)), start), $0) }.sorted(by: <)
            .prefix(5)
        throw HTTPMockError(
            """
            HTTPMock: \(function)(only: "\(only)") selects nothing of the \(name)
              To fix this, write one of these, the nearest of \(names.count):
            \(near.map { "  only: \(String(reflecting: $1))" }.joined(separator: "\n"))
            """, at: location)
    }

    /// Prints what a sweep without failures has not shown.
    package func note(_ text: String) {
        StandardError.report("HTTPMock: the \(name) of \(test.title) \(text).")
    }

    /// Prints that the code threw in every run of a sweep without failures.
    ///
    /// - Parameter example: One run with its error, as in `GET /cart with "no connection" threw …`.
    package func noteThatEveryRunThrew(_ example: String) {
        note(
            "passed, but the code threw in every run, so no expectation after the error was checked: \(example). To fix "
                + "this, catch the error where the app does, and expect what the app then shows")
    }

    /// Records an issue for each text, and attaches and prints the table; without texts, does nothing.
    package func report(_ failures: [String], _ table: @autoclosure () -> String, as file: String) {
        guard !failures.isEmpty else { return }
        let table = table()
        for text in failures { Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(location)) }
        Attachment.record(Array("\(table)\n".utf8), named: file)
        StandardError.report(table)
    }
}

/// An issue of a run that fails the test, or that `withKnownIssue` matched.
///
/// An issue that fails the test does so only once the sweep reports the issue.
private struct CollectedIssue {
    let text: String
    let failsTest: Bool

    init(_ issue: Issue) {
        var texts = ["\(issue.kind)"]
        texts += issue.comments.map(\.rawValue).filter { !$0.isEmpty }
        var text = texts.joined(separator: "\n")
        if let location = issue.sourceLocation { text += " (\(location.fileName):\(location.line))" }
        self.text = text
        failsTest = issue.failsTest
    }
}
