import Foundation
import HTTPMock
import Testing

/// One run of the code of a sweep, with its own instance and clock.
///
/// Created by ``Sweep``, and added to the instance to change a response. A run does not retain the code of the sweep,
/// because the run's instance retains the run.
final class SweepRun: EngineExtension {
    /// Another response to a request, and perhaps to all later requests with the same line.
    struct Change: Sendable {
        let request: SweepRequests.ID
        var attempts = FaultSweep.Attempts.every
        let response: @Sendable (MockResponse) -> MockResponse
    }

    /// The number of requests after which the code counts as endless, in a run with a change.
    private let requestLimit: Int
    private let isFirst: Bool
    private let change: Change?
    private let requests = SweepRequests()
    /// Whether no request is answered any more, so that code that did not end waits and does nothing.
    private let isParked = Locked(false)
    private let (ends, end) = AsyncStream.makeStream(of: End.self)

    init(requestLimit: Int, isFirst: Bool, changing change: Change? = nil) {
        self.requestLimit = requestLimit
        self.isFirst = isFirst
        self.change = change
    }

    private enum End {
        case ended, timedOut, endless
    }

    var survivesReset: Bool { true }

    /// Whether this is a later run, because the first run may not make its requests.
    var suggestsOptionalResponses: Bool { !isFirst }

    /// Returns that a body in a file is read, because a request may be named by its GraphQL operation.
    func workNeeded(for request: MockRequest) -> MatchingWork {
        request.isBodyInFile ? .readsBody : .headOnly
    }

    func replacement(for request: MockRequest) -> (@Sendable (MockResponse) -> MockResponse)? {
        if isParked.withLock({ $0 }) { return { _ in .empty(delivery: .never) } }
        guard let change else { return nil }
        let id = requests.add(request)
        if requests.count > requestLimit {
            end.yield(.endless)
            return { _ in .empty(delivery: .never) }
        }
        guard id.line == change.request.line else { return nil }
        let isChanged =
            switch change.attempts {
            case .every: id.number >= change.request.number
            case .first: id.number == change.request.number
            }
        return isChanged ? change.response : nil
    }

    /// Runs the code to its end, to the time limit in real time, or to the limit of requests.
    ///
    /// Issues of the code are those of the current task.
    func perform(_ sweep: Sweep, holding responses: HeldResponses? = nil) async -> Sweep.Result {
        let clock = ManualClock()
        let reporter = TestReporter(sweep.test)
        let mock = HTTPMock(clock: clock, holding: responses, context: reporter.context)
        mock.engine.store.setPolicy(.recordIssue(reporter), isInitial: true)
        if let content = sweep.content {
            // In later runs, the registrations are as those of a suite, so that their responses may stay unused.
            mock.register(content(), depth: isFirst ? nil : 0, location: sweep.location)
        }
        sweep.prepare(mock)
        mock.insert(self)
        if let responses { mock.insert(responses) }
        let run = Task { [end] in
            defer { end.yield(.ended) }
            try await HTTPMock.$scoped.withValue(mock) { try await sweep.code(mock) }
        }
        let timer = Task { [end] in
            var granted = sweep.timeLimit
            try await Task.sleep(for: granted)
            // The waits for threads are no time of the code.
            while let responses, granted < sweep.timeLimit + responses.snapshot.probeTime {
                let limit = sweep.timeLimit + responses.snapshot.probeTime
                try await Task.sleep(for: limit - granted)
                granted = limit
            }
            end.yield(.timedOut)
        }
        let driver = Task {
            if let responses { return await responses.drive(mock, clock) }
            // Delays need no real time: whenever a response waits, the clock jumps to the end of the wait.
            while !Task.isCancelled {
                await clock.waitForDeadline()
                clock.advanceToNextSleeper()
            }
        }
        let firstEnd = await ends.first { _ in true }
        timer.cancel()
        driver.cancel()
        switch firstEnd {
        case .ended:
            await reporter.finish()
            let result = await result(of: run, in: mock)
            mock.end(
                because: "HTTPMock: the run of the \(sweep.name) of \(sweep.test.title) has ended, so its requests are "
                    + "refused, and no response was used. To fix this, wait in the closure for the requests that the "
                    + "code still makes, or cancel them there.")
            mock.release()
            return result
        // Without an end, the sweep was cancelled, and drops the result.
        case .timedOut, nil:
            park(mock)
            run.cancel()
            let text = "the code did not end within \(sweep.timeLimit)"
            return Sweep.Result(requests: mock.requests, outcome: .hung(text))
        case .endless:
            park(mock)
            // Not cancelled, because code that ignores the cancellation would then repeat its requests for ever.
            let text = "the code made \(requests.count.counted("request")) and did not end"
            return Sweep.Result(requests: mock.requests, outcome: .hung(text))
        }
    }

    /// Returns the result of code that has ended.
    private func result(of run: Task<Void, any Error>, in mock: HTTPMock) async -> Sweep.Result {
        var result = Sweep.Result(requests: mock.requests, outcome: .passed)
        if case .failure(let error) = await run.result { result.thrown = error }
        guard !isFirst else {
            let summary = ScopeSummary(mock, in: .sweep, allowsUnused: false)
            result.mistakes = summary.problems.filter { !$0.isWarning }
            return result
        }
        let problems = mock.problems.filter { $0.kind == .failure }.map(\.text)
        if !problems.isEmpty { result.outcome = .failed(problems) }
        return result
    }

    /// Answers nothing from now on, so that code that did not end waits, and no later test reports the wait.
    private func park(_ mock: HTTPMock) {
        isParked.withLock { $0 = true }
        mock.unmockedPolicy = .mock(.empty(delivery: .never))
        mock.engine.ignoreStalls()
    }
}
