import Foundation
import HTTPMock
import Testing

/// One run of the code in a fault sweep, with its own instance and clock.
///
/// Delays of responses need no real time: whenever a response waits, the clock jumps to the end of the wait.
final class SweepRun: Sendable {
    let mock: HTTPMock
    private let clock = ManualClock()
    private let requests = SweepRequests()
    private let faults = FaultInjector()
    private let issues: SweepIssues
    private let reporter: FailureReporter

    /// Creates a run of a sweep.
    ///
    /// - Parameters:
    ///   - test: The running test.
    ///   - content: The registrations.
    ///   - isFaulty: Whether responses may stay unused, because the run has a fault.
    ///   - location: The source location of the sweep.
    ///   - issues: The issues of the run; the run must be created in their scope.
    init(
        _ test: Test, registering content: () -> [MockElement], isFaulty: Bool, location: CallSite,
        issues: SweepIssues
    ) {
        self.issues = issues
        mock = HTTPMock(forTestWith: clock)
        reporter = .issues(IssueReporter(test))
        mock.setInitialPolicy(.recordIssue(reporter))
        mock.register(content(), depth: isFaulty ? 0 : nil, location: location)
        mock.insert(faults)
    }

    /// Makes one request fail, and all later requests with the same line.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - target: The request.
    ///   - limit: The number of requests after which the run counts as endless.
    ///   - endless: Called once, when there are more requests.
    func inject(
        _ fault: Fault, into target: Target, limit: Int, endless: @escaping @Sendable () -> Void
    ) {
        faults.set { [requests] request in
            let (line, number) = requests.add(request)
            if requests.count > limit {
                endless()
                return { _ in .empty(delivery: .never) }
            }
            guard line == target.line, number >= target.number else { return nil }
            return { fault.response(insteadOf: $0, bodyCount: target.bodyCount) }
        }
    }

    /// A request of the run without faults.
    struct Target: Sendable {
        let line: String
        let number: Int
        let bodyCount: Int

        var name: String { SweepRequests.name(of: line, number: number) }
    }

    /// Runs the code to its end.
    ///
    /// - Parameters:
    ///   - timeLimit: The time after which the run counts as endless, in real time.
    ///   - code: The code; an error that it throws is returned.
    /// - Returns: The outcome, and the error.
    func perform(
        timeLimit: Duration, injecting inject: ((_ endless: @escaping @Sendable () -> Void) -> Void)? = nil,
        _ code: @escaping @Sendable (HTTPMock) async throws -> Void
    ) async -> (outcome: FaultSweep.Outcome, thrown: (any Error)?) {
        let (ends, end) = AsyncStream.makeStream(of: End.self)
        inject?({ end.yield(.endless) })
        let run = Task { [mock] in
            do {
                try await HTTPMock.$scoped.withValue(mock) { try await code(mock) }
                end.yield(.ended(nil))
            } catch {
                end.yield(.ended(error))
            }
        }
        let timer = Task {
            try await Task.sleep(for: timeLimit)
            end.yield(.timedOut)
        }
        let driver = Task { [clock] in
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advanceToNextSleeper()
            }
        }
        let first = await ends.first { _ in true }
        timer.cancel()
        driver.cancel()
        switch first {
        case .ended(let error):
            await reporter.pending.finish()
            let texts = issues.texts
            return (texts.isEmpty ? .passed : .failed(texts), error)
        case .timedOut:
            park()
            run.cancel()
            return (.hung("the code did not end within \(timeLimit)"), nil)
        case .endless, nil:
            // Not cancelled, because code that ignores the cancellation would then repeat its requests for ever.
            park()
            return (.hung("the code made \(requests.count) requests and did not end"), nil)
        }
    }

    private enum End: Sendable {
        case ended((any Error)?)
        case timedOut
        case endless
    }

    /// Stops answering requests.
    ///
    /// Code that did not end then waits and does nothing.
    private func park() {
        faults.set { _ in { _ in .empty(delivery: .never) } }
        mock.unmockedPolicy = .mock(.empty(delivery: .never))
    }
}

/// The issues of one run of a fault sweep, which are reported together.
final class SweepIssues: Sendable {
    private struct State {
        var texts: [String] = []
        var areAllKnown = true
    }

    private let state = Locked(State())

    /// The issues as text, with their source locations.
    var texts: [String] { state.withLock { $0.texts } }

    /// Whether `withKnownIssue` matches every issue, so that none of them fails the test.
    var areAllKnown: Bool { state.withLock { $0.areAllKnown } }

    /// Runs an operation whose issues are collected.
    func collect(in test: Test, _ operation: @Sendable () async throws -> Void) async throws {
        let trait = IssueHandlingTrait.compactMapIssues { [state] issue in
            guard Test.current?.id == test.id else { return nil }
            guard issue.failsTest || issue.isKnownError else { return issue }
            let text = Self.text(of: issue)
            state.withLock { state in
                state.texts.append(text)
                if issue.failsTest { state.areAllKnown = false }
            }
            return issue.failsTest ? nil : issue
        }
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: operation)
    }

    private static func text(of issue: Issue) -> String {
        let comments = issue.comments.map(\.rawValue).filter { !$0.isEmpty }
        let text = ["\(issue.kind)"] + comments
        let location = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
        return text.joined(separator: "\n") + location
    }
}

/// The requests of one run of a fault sweep, counted by line.
final class SweepRequests: Sendable {
    private let counts = Locked<[String: Int]>([:])

    /// The number of requests so far.
    var count: Int { counts.withLock { $0.values.reduce(0, +) } }

    /// Counts a request, and returns its line and its number among equal lines.
    func add(_ request: MockRequest) -> (line: String, number: Int) {
        let line = request.summary
        return counts.withLock { counts in
            counts[line, default: 0] += 1
            return (line, counts[line] ?? 1)
        }
    }

    /// Returns the name of a request, as in `GET /poll (2nd time)`.
    static func name(of line: String, number: Int) -> String {
        switch number {
        case 1: line
        case 2: "\(line) (2nd time)"
        case 3: "\(line) (3rd time)"
        default: "\(line) (\(number)th time)"
        }
    }
}
