import Foundation
import HTTPMock

/// The responses of one run of an order sweep, of which one is released whenever the code waits.
///
/// Created for the run, and retained by its instance. Requests have the same names in every run.
final class HeldResponses: ResponseHold, EngineExtension {
    /// The release of one of the held responses.
    struct Point: Sendable {
        /// The requests whose responses are held, in the order of their numbers.
        let held: [String]
        let chosen: String
    }

    struct State {
        /// The names of all requests except those for WebSockets, by their numbers in the log.
        var names: [Int: String] = [:]
        /// The functions that release the held responses, by the names of their requests.
        var held: [String: @Sendable () -> Void] = [:]
        var ended: Set<String> = []
        /// The moment at which a request last arrived, was held or ended.
        var lastEvent = ContinuousClock.now
        var points: [Point] = []
        /// Whether other requests arrived than in an earlier run with the same responses.
        var hasVaried = false
        /// The real time that was spent, or may be spent now, on waits for threads.
        var probeTime = Duration.zero
    }

    private let state = Locked(State())
    /// Called before each release, with the order up to the response that is released.
    private let choiceHandler = Locked<(@Sendable ([Int]) -> Void)?>(nil)
    private let requests = SweepRequests()
    private let knowledge: Locked<OrderKnowledge>
    /// The first responses to release; the others follow in order of arrival.
    private let order: [String]
    /// The seed from which the others are drawn instead; nil for order of arrival.
    private let seed: UInt64?

    init(_ knowledge: Locked<OrderKnowledge>, order: [String], seed: UInt64?) {
        self.knowledge = knowledge
        self.order = order
        self.seed = seed
    }

    var wait: String { "is held by an order sweep until the code waits" }
    var fix: String { "let the code wait for its responses" }

    var snapshot: State {
        state.withLock { $0 }
    }

    /// Sets the function that is called before each release, with the order up to the response that is released.
    func onChoice(_ handler: @escaping @Sendable ([Int]) -> Void) {
        choiceHandler.withLock { $0 = handler }
    }

    /// The names of the requests so far, in order of arrival.
    var arrivals: [String] {
        let names = snapshot.names
        return names.keys.sorted().compactMap { names[$0] }
    }

    var survivesReset: Bool { true }

    func inspect(_ request: MockRequest, number: Int) -> RequestInspection {
        state.withLock { state in
            state.names[number] = requests.add(request).name
            state.lastEvent = .now
        }
        return RequestInspection()
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

    func completed(_ record: RecordedRequest) -> [Problem] {
        state.withLock { state in
            if let name = state.names[record.number] { state.ended.insert(name) }
            state.lastEvent = .now
        }
        return []
    }

    /// Releases one response at a time, until the task is cancelled.
    func drive(_ mock: HTTPMock, _ clock: ManualClock) async {
        var released: Set<String> = []
        var generator = SplitMix64(state: seed ?? 0)
        while !Task.isCancelled {
            guard let held = await waitForPoint(of: mock, after: released) else { return }
            guard let first = held.first else {
                // As in any sweep, the clock may advance to the next response.
                clock.advanceToNextSleeper()
                await pause(.milliseconds(1))
                continue
            }
            var chosen = first
            if let wanted = order.first(where: held.contains) {
                chosen = wanted
            } else if seed != nil {
                chosen = held.randomElement(using: &generator) ?? first
            }
            released.insert(chosen)
            let (release, orderSoFar) = state.withLock { state in
                state.points.append(Point(held: held, chosen: chosen))
                return (state.held.removeValue(forKey: chosen), state.points.map(\.chosen))
            }
            let numbers = knowledge.withLock { $0.numbers(of: orderSoFar) }
            choiceHandler.withLock({ $0 })?(numbers)
            release?()
            await waitForEnd(of: chosen)
        }
    }

    /// Waits until a released response has ended, or nothing happens, as for a stream whose end the code decides.
    private func waitForEnd(of name: String) async {
        let start = ContinuousClock.now
        while !Task.isCancelled {
            let snapshot = snapshot
            let quiet = max(start, snapshot.lastEvent).duration(to: .now)
            if snapshot.ended.contains(name) || quiet >= OrderKnowledge.longPause * Self.endFactor { return }
            await pause(.microseconds(200))
        }
    }

    /// Returns whether the code seems to wait, once all expected requests have arrived.
    ///
    /// - Parameters:
    ///   - idleLooks: The number of looks that have found the machine idle, one after the other.
    ///   - quiet: The time without an event.
    ///   - isExact: Whether an earlier run has released the same responses, so that one look is enough.
    private static func seemsToWait(_ idleLooks: Int, _ quiet: Duration, isExact: Bool) -> Bool {
        if idleLooks >= idleLooksNeeded { return true }
        let isIdleOrLate = idleLooks >= 1 || quiet >= OrderKnowledge.shortPause * busyFactor
        return isExact && isIdleOrLate
    }

    /// Returns the held responses once the code seems to wait; nil if the task was cancelled.
    private func waitForPoint(of mock: HTTPMock, after released: Set<String>) async -> [String]? {
        let expectation = knowledge.withLock { $0.expectation(after: released) }
        var idleLooks = 0
        var hasProbed = false
        while !Task.isCancelled {
            let snapshot = snapshot
            let quiet = snapshot.lastEvent.duration(to: .now)
            // Each request is held or has ended, so none is on its way through the mock.
            let isSettled = snapshot.held.count + snapshot.ended.count >= snapshot.names.count
            let arrivals = Set(snapshot.names.values)
            let isLongQuiet = quiet >= OrderKnowledge.longPause
            if isLongQuiet, !hasProbed {
                // The code may lack a thread, and not wait.
                await probeThreads()
                hasProbed = true
                continue
            }
            if !isLongQuiet { hasProbed = false }
            var seemsToWait = isLongQuiet
            let isShortlyQuiet = !isLongQuiet && isSettled && quiet >= OrderKnowledge.shortPause
            if isShortlyQuiet, let expectation, expectation.arrivals.isSubset(of: arrivals) {
                // On a busy machine, the code may still have to run with the response before.
                idleLooks = Self.isBusy ? 0 : idleLooks + 1
                seemsToWait = Self.seemsToWait(idleLooks, quiet, isExact: expectation.isExact)
            }
            if seemsToWait {
                // On a busy machine, a response may wait for its transport's queue, and not yet be held.
                if !isSettled {
                    _ = await mock.requestsInFlight
                    guard state.withLock({ $0.lastEvent }) == snapshot.lastEvent else { continue }
                }
                // Noted only before a release, because more requests may arrive once the clock has advanced.
                if !snapshot.held.isEmpty { note(arrivals, after: released) }
                return knowledge.withLock { $0.sorted(snapshot.held.keys) }
            }
            if expectation == nil {
                await pause(OrderKnowledge.longPause - quiet)
            } else {
                await pause(.milliseconds(1))
            }
        }
        return nil
    }

    /// Notes the requests that have arrived before a release, and whether an earlier run had others.
    private func note(_ arrivals: Set<String>, after released: Set<String>) {
        let inOrder = self.arrivals
        let hasVaried = knowledge.withLock { knowledge in
            knowledge.noteNumbers(of: inOrder)
            return knowledge.note(arrivals, after: released)
        }
        if hasVaried { state.withLock { $0.hasVaried = true } }
    }

    /// The number of looks in a row that must find no other thread running before the code counts as waiting.
    ///
    /// One look suffices if an earlier run has released the same responses.
    private static let idleLooksNeeded = 3
    /// The number of long pauses without an event after which a released response keeps the next one no longer.
    private static let endFactor = 5
    /// The number of short pauses after which exactly the expected requests suffice on a busy machine.
    private static let busyFactor = 10

    /// Waits until code that is ready to run has had a thread, and adds that time to the time of probes.
    private func probeThreads() async {
        // The whole limit at first, so that the timer of the run does not pass meanwhile.
        state.withLock { $0.probeTime += ThreadProbe.timeLimit }
        let start = ContinuousClock.now
        await ThreadProbe.run()
        let unused = ThreadProbe.timeLimit - start.duration(to: .now)
        state.withLock { $0.probeTime -= unused }
    }

    private func pause(_ duration: Duration) async {
        try? await Task.sleep(for: max(duration, .microseconds(100)))
    }

    /// Whether a thread other than the current one is running or ready to run; true where nothing shows it.
    private static var isBusy: Bool {
        #if os(Linux)
            let folder = "/proc/self/task"
            guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return true }
            let runnable = threads.count { thread in
                // The state follows the name of the thread in parentheses.
                let line = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
                return line?.contains(") R ") == true
            }
            return runnable > 1
        #else
            return true
        #endif
    }
}
