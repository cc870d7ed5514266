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
    private let reporter: TestReporter
    private let (ends, end) = AsyncStream.makeStream(of: End.self)

    /// Creates a run; unused responses fail the test only in the first run.
    ///
    /// The issues of the run are those of the task that creates it.
    init(_ sweep: Sweep, isFirst: Bool, holding responses: HeldResponses? = nil, changing change: Change? = nil) {
        self.sweep = sweep
        self.isFirst = isFirst
        self.responses = responses
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
            return Sweep.Result(mock: mock, outcome: problems.isEmpty ? .passed : .failed(problems), thrown: error)
        case .timedOut:
            park()
            run.cancel()
            return Sweep.Result(mock: mock, outcome: .hung("the code did not end within \(sweep.timeLimit)"))
        case .endless, nil:
            // Not cancelled, because code that ignores the cancellation would then repeat its requests for ever.
            park()
            let text = "the code made \(requests.count) requests and did not end"
            return Sweep.Result(mock: mock, outcome: .hung(text))
        }
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
