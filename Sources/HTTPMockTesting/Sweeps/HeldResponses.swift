import Foundation
import HTTPMock

/// The responses of one run of an order sweep, each of which is held until it is released.
///
/// Created for the run, and retained by its instance. Requests have the same names in every run.
final class HeldResponses: ResponseHold, EngineExtension {
    private struct State {
        var counts: [String: Int] = [:]
        /// The names of all requests, in order of arrival.
        var arrivals: [String] = []
        var names: [Int: String] = [:]
        var held: [String: @Sendable () -> Void] = [:]
        var ended: Set<String> = []
        /// The moment at which a request last arrived, was held or ended.
        var lastEvent = ContinuousClock.now
    }

    private let state = Locked(State())

    /// The responses of a run at one moment.
    struct Snapshot: Sendable {
        /// The names of all requests, in order of arrival.
        let arrivals: [String]
        /// The requests whose responses are held.
        let held: Set<String>
        let ended: Set<String>
        let lastEvent: ContinuousClock.Instant
    }

    /// The responses now.
    var snapshot: Snapshot {
        state.withLock {
            Snapshot(arrivals: $0.arrivals, held: Set($0.held.keys), ended: $0.ended, lastEvent: $0.lastEvent)
        }
    }

    /// Releases the response to a request.
    func release(_ name: String) { state.withLock { $0.held.removeValue(forKey: name) }?() }

    var survivesReset: Bool { true }

    func inspect(_ request: MockRequest, number: Int) -> (problems: [Problem], refusal: ExtensionRefusal?) {
        let line = request.summary
        state.withLock { state in
            state.counts[line, default: 0] += 1
            let name = SweepRequests.name(of: line, number: state.counts[line] ?? 1)
            state.names[number] = name
            state.arrivals.append(name)
            state.lastEvent = .now
        }
        return ([], nil)
    }

    func hold(_ number: Int, release: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let name = state.withLock { state in
            let name = state.names[number] ?? "request \(number)"
            state.held[name] = release
            state.lastEvent = .now
            return name
        }
        return { [weak self] in _ = self?.state.withLock { $0.held.removeValue(forKey: name) } }
    }

    func completed(_ exchange: RecordedRequest) -> [Problem] {
        state.withLock { state in
            if let name = state.names[exchange.number] { state.ended.insert(name) }
            state.lastEvent = .now
        }
        return []
    }
}

/// Releases the responses of one run in a chosen order, each when the code waits.
///
/// Created by `sweepOrders` for each run. Runs in a task of its own, next to the code.
final class OrderDriver: Sendable {
    /// The point of a run at which one of several held responses was released.
    struct Point: Sendable {
        /// The held responses in order of arrival in the first run.
        let held: [String]
        let chosen: String
    }

    private struct State {
        var points: [Point] = []
        var hasVaried = false
    }

    private let responses: HeldResponses
    private let knowledge: OrderKnowledge
    private let choose: @Sendable (_ held: [String], _ earlier: [String]) -> String
    private let state = Locked(State())

    init(
        _ responses: HeldResponses, _ knowledge: OrderKnowledge,
        choose: @escaping @Sendable (_ held: [String], _ earlier: [String]) -> String
    ) {
        self.responses = responses
        self.knowledge = knowledge
        self.choose = choose
    }

    /// The choices of the run so far.
    var points: [Point] { state.withLock { $0.points } }

    /// Whether other requests arrived than in an earlier run with the same responses.
    var hasVaried: Bool { state.withLock { $0.hasVaried } }

    /// Releases one response at a time, until the task is cancelled.
    func drive(_ run: SweepRun) async {
        var released: [String] = []
        while !Task.isCancelled {
            guard let snapshot = await waitForPoint(of: run, after: released) else { return }
            let held = knowledge.sorted(snapshot.held)
            guard !held.isEmpty else {
                // Nothing is held, so the clock may advance to the next response, as it does in any sweep.
                run.clock.advanceToNextSleeper()
                await pause(.milliseconds(1))
                continue
            }
            let chosen = choose(held, released)
            state.withLock { $0.points.append(Point(held: held, chosen: chosen)) }
            released.append(chosen)
            responses.release(chosen)
            while !Task.isCancelled, !responses.snapshot.ended.contains(chosen) { await pause(.microseconds(200)) }
        }
    }

    /// Waits until the code seems to wait; nil if the task was cancelled.
    private func waitForPoint(of run: SweepRun, after released: [String]) async -> HeldResponses.Snapshot? {
        let expectation = knowledge.expectation(after: Set(released))
        var idleLooks = 0
        while !Task.isCancelled {
            let snapshot = responses.snapshot
            let quiet = snapshot.lastEvent.duration(to: .now)
            // Each request is held or has ended, so none is on its way through the mock.
            let isSettled = snapshot.held.count + snapshot.ended.count >= snapshot.arrivals.count
            var hasArrived = false
            if let (expected, isExact) = expectation, isSettled, expected.isSubset(of: snapshot.arrivals),
                quiet >= OrderKnowledge.shortPause
            {
                // On a busy machine, the code may still have to run with the response before.
                idleLooks = ProcessActivity.isBusy ? 0 : idleLooks + 1
                hasArrived = idleLooks >= (isExact ? 1 : 3) || isExact && quiet >= OrderKnowledge.shortPause * 10
            }
            if hasArrived || quiet >= OrderKnowledge.longPause {
                // On a busy machine, a response may wait for its transport's queue, and not yet be held.
                if !isSettled {
                    _ = await run.mock.requestsInFlight
                    guard responses.snapshot.lastEvent == snapshot.lastEvent else { continue }
                }
                let arrivals = Set(snapshot.arrivals)
                if knowledge.note(arrivals, after: Set(released)) { state.withLock { $0.hasVaried = true } }
                return snapshot
            }
            if expectation == nil {
                await pause(OrderKnowledge.longPause - quiet)
            } else {
                await pause(.milliseconds(1))
            }
        }
        return nil
    }

    private func pause(_ duration: Duration) async {
        try? await Task.sleep(for: max(duration, .microseconds(100)))
    }
}

/// The requests that arrived in the runs of an order sweep, by the responses that had been released before.
final class OrderKnowledge: Sendable {
    private struct State {
        /// The number of each request, in order of arrival in the first run.
        var numbers: [String: Int] = [:]
        var arrivals: [Set<String>: Set<String>] = [:]
    }

    private let state = Locked(State())

    /// The time without an event after which any code counts as waiting.
    static var longPause: Duration { .milliseconds(200) * waitFactor }
    /// The time without an event after which code counts as waiting once its expected requests have arrived.
    static var shortPause: Duration { .milliseconds(5) * waitFactor }

    /// The factor for slow machines, from the environment.
    @TaskLocal static var waitFactor =
        ProcessInfo.processInfo.environment["HTTPMOCK_PATIENCE"].flatMap { Double($0) } ?? 1

    /// The number of a request in order of arrival in the first run; later ones follow.
    func number(of name: String) -> Int { state.withLock { Self.number(of: name, in: &$0) } }

    /// The known names, in order of their numbers.
    var names: [String] { state.withLock { $0.numbers }.sorted { $0.value < $1.value }.map(\.key) }

    /// Returns names in order of their numbers.
    func sorted(_ names: Set<String>) -> [String] {
        state.withLock { state in
            // Alphabetical first, so that the numbers of new names are the same on every machine.
            names.sorted().map { ($0, Self.number(of: $0, in: &state)) }.sorted { $0.1 < $1.1 }.map(\.0)
        }
    }

    /// Gives numbers to requests in order of their arrival.
    func number(_ names: [String]) {
        state.withLock { state in
            for name in names { _ = Self.number(of: name, in: &state) }
        }
    }

    /// Returns the requests that arrive before the next release; nil if nothing is known, as in the first run.
    ///
    /// At least these requests; exactly these if an earlier run has released the same responses.
    func expectation(after released: Set<String>) -> (arrivals: Set<String>, isExact: Bool)? {
        state.withLock { state in
            guard !state.arrivals.isEmpty else { return nil }
            if let exact = state.arrivals[released] { return (exact, true) }
            // With more responses, the code makes at least the requests that it makes with fewer.
            let fewer = state.arrivals.filter { $0.key.isSubset(of: released) }.values
            return (fewer.reduce(into: []) { $0.formUnion($1) }, false)
        }
    }

    /// Notes the requests before a release; returns whether an earlier run had others.
    func note(_ arrivals: Set<String>, after released: Set<String>) -> Bool {
        state.withLock { state in
            defer { state.arrivals[released] = arrivals }
            return state.arrivals[released].map { $0 != arrivals } ?? false
        }
    }

    private static func number(of name: String, in state: inout State) -> Int {
        if let number = state.numbers[name] { return number }
        let number = state.numbers.count + 1
        state.numbers[name] = number
        return number
    }
}

/// The activity of the process, as far as the system shows it.
private enum ProcessActivity {
    /// Whether a thread other than the current one is running or ready to run; true where nothing shows it.
    static var isBusy: Bool {
        #if os(Linux)
            let folder = "/proc/self/task"
            guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return true }
            var runnable = 0
            for thread in threads {
                guard let text = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8),
                    let end = text.lastIndex(of: ")")
                else { continue }
                if text[end...].dropFirst(2).first == "R" { runnable += 1 }
            }
            return runnable > 1
        #else
            return true
        #endif
    }
}
