import Foundation
import HTTPMock
import Testing

/// One run of the code of a sweep, with its own instance and clock.
///
/// Delays of responses need no real time: whenever a response waits, the clock jumps to the end of the wait.
final class SweepRun: Sendable {
    /// Another response to a request, and to all later requests with the same line.
    typealias Change = (request: SweepRequests.ID, response: @Sendable (MockResponse) -> MockResponse)

    private let mock: HTTPMock
    private let clock = ManualClock()
    private let sweep: Sweep
    private let isFirst: Bool
    private let requests = SweepRequests()
    private let changes = ResponseChanger()
    private let responses: HeldResponses?
    private let issues: SweepIssues
    private let reporter: TestReporter
    private let (ends, end) = AsyncStream.makeStream(of: End.self)

    /// Creates a run; unused responses fail the test only in the first run.
    ///
    /// A run whose issues are collected is created inside ``SweepIssues/collect(in:_:)``.
    init(
        _ sweep: Sweep, isFirst: Bool, holding responses: HeldResponses? = nil, changing change: Change? = nil,
        issues: SweepIssues = SweepIssues()
    ) {
        self.sweep = sweep
        self.isFirst = isFirst
        self.responses = responses
        self.issues = issues
        reporter = TestReporter(sweep.test)
        mock = HTTPMock(clock: clock, holding: responses, context: reporter.context)
        mock.engine.store.setPolicy(.recordIssue(reporter), isInitial: true)
        if let content = sweep.content {
            mock.register(content(), depth: isFirst ? nil : 0, location: sweep.location)
        }
        sweep.prepare(mock)
        mock.insert(changes)
        if let responses { mock.insert(responses) }
        guard let change else { return }
        changes.set { [requests, end, limit = sweep.requestLimit] request in
            let id = requests.add(request)
            if requests.count > limit {
                end.yield(.endless)
                return { _ in .empty(delivery: .never) }
            }
            return id.line == change.request.line && id.number >= change.request.number ? change.response : nil
        }
    }

    /// Runs the code to its end, or to the time limit in real time.
    func perform() async -> Sweep.Result {
        let run = Task { [mock, sweep, end] in
            do {
                try await HTTPMock.$scoped.withValue(mock) { try await sweep.code(mock) }
                end.yield(.ended(nil))
            } catch {
                end.yield(.ended(error))
            }
        }
        let timer = Task { [sweep, end] in
            try await Task.sleep(for: sweep.timeLimit)
            end.yield(.timedOut)
        }
        let driver = Task { [clock, mock, responses] in
            if let responses { return await responses.drive(mock, clock) }
            while !Task.isCancelled {
                await clock.waitQuietly(forSleepers: 1)
                clock.advanceToNextSleeper()
            }
        }
        let first = await ends.first { _ in true }
        timer.cancel()
        driver.cancel()
        switch first {
        case .ended(let error):
            await reporter.finish()
            // The first run reports such problems with the other mistakes in its registrations.
            let problems = isFirst ? [] : mock.problems.filter { $0.kind == .failure }.map(\.text)
            let texts = issues.texts + problems
            return result(texts.isEmpty ? .passed : .failed(texts), error)
        case .timedOut:
            park()
            run.cancel()
            return result(.hung("the code did not end within \(sweep.timeLimit)"))
        case .endless, nil:
            // Not cancelled, because code that ignores the cancellation would then repeat its requests for ever.
            park()
            return result(.hung("the code made \(requests.count) requests and did not end"))
        }
    }

    private func result(_ outcome: SweepOutcome, _ thrown: (any Error)? = nil) -> Sweep.Result {
        Sweep.Result(mock: mock, outcome: outcome, thrown: thrown, isKnown: issues.areAllKnown)
    }

    private enum End: Sendable {
        case ended((any Error)?)
        case timedOut
        case endless
    }

    /// Stops answering requests, so that code that did not end waits and does nothing.
    private func park() {
        changes.set { _ in { _ in .empty(delivery: .never) } }
        mock.unmockedPolicy = .mock(.empty(delivery: .never))
    }
}

/// Changes the responses to some requests of one run.
///
/// Created by the ``SweepRun`` and retained by its mock. Called where requests are matched.
private final class ResponseChanger: EngineExtension {
    /// Returns the function that changes the response to a request; nil for a request that is answered as registered.
    typealias Change = @Sendable (MockRequest) -> (@Sendable (MockResponse) -> MockResponse)?

    private let change = Locked<Change?>(nil)

    var survivesReset: Bool { true }

    func set(_ change: @escaping Change) {
        self.change.withLock { $0 = change }
    }

    func replacement(for request: MockRequest) -> (@Sendable (MockResponse) -> MockResponse)? {
        change.withLock { $0 }?(request)
    }
}

/// The issues of one run of a sweep, which are reported together.
final class SweepIssues: Sendable {
    private struct State {
        var texts: [String] = []
        var hasFailure = false
    }

    private let state = Locked(State())

    /// The issues as text, with their source locations.
    var texts: [String] { state.withLock { $0.texts } }

    /// Whether there are issues, all matched by `withKnownIssue`, so that none fails the test.
    var areAllKnown: Bool { state.withLock { !$0.texts.isEmpty && !$0.hasFailure } }

    /// Runs an operation whose issues are collected.
    func collect<Value: Sendable>(
        in test: Test, _ operation: @escaping @Sendable () async -> Value
    ) async throws -> Value {
        let trait = IssueHandlingTrait.compactMapIssues { [state] issue in
            guard Test.current?.id == test.id else { return nil }
            guard issue.failsTest || issue.isKnownError else { return issue }
            let text = Self.text(of: issue)
            state.withLock { state in
                state.texts.append(text)
                if issue.failsTest { state.hasFailure = true }
            }
            return issue.failsTest ? nil : issue
        }
        let value = Locked<Value?>(nil)
        try await trait.provideScope(for: test, testCase: Test.Case.current) {
            let result = await operation()
            value.withLock { $0 = result }
        }
        guard let value = value.withLock({ $0 }) else { throw CancellationError() }
        return value
    }

    private static func text(of issue: Issue) -> String {
        let text = ["\(issue.kind)"] + issue.comments.map(\.rawValue).filter { !$0.isEmpty }
        let location = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
        return text.joined(separator: "\n") + location
    }
}

/// The requests of one run of a sweep, counted by line.
final class SweepRequests: Sendable {
    /// A request, which is the same in every run.
    struct ID: Sendable {
        /// The method, the path and the query.
        let line: String
        /// The number among the requests with the same line, from 1.
        let number: Int

        /// The name, as in `GET /poll (2nd time)`.
        var name: String { number == 1 ? line : "\(line) (\(number.ordinal) time)" }
    }

    private let counts = Locked<[String: Int]>([:])

    /// The number of requests so far.
    var count: Int { counts.withLock { $0.values.reduce(0, +) } }

    /// Counts a request.
    func add(_ request: MockRequest) -> ID {
        let line = request.summary
        return counts.withLock { counts in
            counts[line, default: 0] += 1
            return ID(line: line, number: counts[line] ?? 1)
        }
    }
}
