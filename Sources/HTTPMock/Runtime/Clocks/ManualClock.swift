/// A clock that moves only when a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// let mock = HTTPMock(clock: clock)
/// mock.addResponses(forPath: "/slow", responses: [.plaintext("done", delivery: .delayed(.seconds(30)))])
/// async let answer = client.load("/slow")
/// await clock.waitForSleepers(1)           // the response is delayed
/// clock.advance(by: .seconds(30))          // now the response arrives
/// ```
///
/// Sleepers wake in deadline order; equal deadlines wake in the order they were added. A wait for a deadline that has
/// come ends at once. The clock may be used from any thread.
public final class ManualClock: Clock, Sendable {
    /// A moment on a manual clock, counted from the clock's creation.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public let offset: Duration

        /// Returns the moment that is later by a duration.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// Returns the duration from this moment to another.
        public func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        /// Returns whether one moment is before the other.
        public static func < (lhs: Instant, rhs: Instant) -> Bool {
            lhs.offset < rhs.offset
        }
    }

    /// The reason of a wait, which decides in which numbers the wait is counted.
    package enum Reason: Sendable {
        /// A task sleeps.
        case sleep
        /// A response waits for its delay, or between two chunks.
        case delay
        /// A response is held or never sent; its deadline is its request's timeout.
        case pending
        /// The timeout of a request that waits for something else, which is not counted.
        case timeout
    }

    private struct Sleeper: Sendable {
        /// Nil for a response that has no timeout.
        let deadline: Instant?
        let reason: Reason
        let wake: @Sendable () -> Void

        func isDue(at now: Instant) -> Bool {
            guard let deadline else { return false }
            return deadline <= now
        }
    }

    private struct State: AwaitedState {
        var now = Instant(offset: .zero)
        /// By ID; IDs grow in the order in which sleepers are added.
        var sleepers: [Int: Sleeper] = [:]
        private var deadlines = DeadlineQueue()
        var waits = Waits<State>()
        var lastID = 0
        // The numbers of sleepers by reason. They are kept with each change, because counting all sleepers for each
        // new one would take too long.
        var taskCount = 0
        var delayCount = 0
        var pendingCount = 0
        /// Whether the tasks that sleep are looked at, to be reported if nobody advances the clock.
        var isWatched = false
        var watch = StallWatch()
        /// Grows with each advance.
        var advanceCount = 0

        var sleeperCount: Int { taskCount + delayCount }
        var responseCount: Int { delayCount + pendingCount }

        mutating func add(_ sleeper: Sleeper, _ id: Int) {
            sleepers[id] = sleeper
            if let deadline = sleeper.deadline { deadlines.insert(.init(deadline: deadline, id: id)) }
            count(sleeper.reason, 1)
        }

        mutating func remove(_ id: Int) -> Sleeper? {
            guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
            count(sleeper.reason, -1)
            // The deadlines of removed sleepers stay in the queue until they are more than half of it. Some more may
            // stay in a short queue, so that the queue is rarely searched.
            if deadlines.count > 2 * sleepers.count + 16 { deadlines.keep { sleepers[$0] != nil } }
            return sleeper
        }

        /// Removes and returns the sleepers that are due, in the order in which they wake.
        mutating func removeDue() -> [Sleeper] {
            var due: [Sleeper] = []
            while let first = deadlines.removeFirst(dueAt: now) {
                if let sleeper = remove(first.id) { due.append(sleeper) }
            }
            return due
        }

        private mutating func count(_ reason: Reason, _ change: Int) {
            switch reason {
            case .sleep: taskCount += change
            case .delay: delayCount += change
            case .pending: pendingCount += change
            case .timeout: break
            }
        }
    }

    private let state = Locked(State())

    package enum Role: Sendable {
        /// A clock that a test or a trait has created, and that instances may use.
        case given
        /// Written as `.manual`: a trait makes a new clock for each test and each argument.
        case template
        /// A clock that no mock uses, on which a wait for sleepers or for responses ends at once.
        case unconnected
    }

    package let role: Role

    /// Creates a clock that starts at zero.
    public convenience init() { self.init(.given) }

    package init(_ role: Role) {
        self.role = role
    }

    /// The clock's current moment.
    public var now: Instant { state.withLock { $0.now } }

    /// The clock's resolution, which is zero because the clock counts exactly.
    public var minimumResolution: Duration { .zero }

    /// The number of sleepers: tasks in ``sleep(until:tolerance:)``, and delayed responses.
    ///
    /// A sleeping handler is a task. Responses that are held at a gate or never sent are no sleepers, because a test
    /// ends their wait in another way; ``pendingResponseCount`` counts them.
    public var sleeperCount: Int { state.withLock { $0.sleeperCount } }

    /// The number of responses that wait: delayed ones, those held at a gate, and those that are never sent.
    public var pendingResponseCount: Int { state.withLock { $0.responseCount } }

    /// Moves the clock forward and wakes every sleeper whose deadline has come.
    ///
    /// Requests whose timeout has come fail, also those of held responses.
    ///
    /// - Parameter duration: The duration to advance by, zero or more. A negative one does not move the clock, and is
    ///   an issue of the test in Swift Testing, elsewhere a message on standard error.
    public func advance(by duration: Duration) {
        guard duration >= .zero else {
            RunningTests.record(
                "HTTPMock: a manual clock can't go back. To fix this, give a duration of zero or more, instead of "
                    + "\(duration).", in: nil)
            return
        }
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            state.advanceCount += 1
            return state.removeDue()
        }
        for sleeper in due { sleeper.wake() }
    }

    /// Advances to the earliest deadline of a sleeper or of a held response; does nothing without one.
    ///
    /// The deadline of a response that is held or never sent is its request's timeout.
    package func advanceToNextSleeper() {
        let deadline = state.withLock { state in
            state.sleepers.values.filter { $0.reason != .timeout }.compactMap(\.deadline).min()
        }
        guard let deadline else { return }
        advance(by: max(.zero, now.duration(to: deadline)))
    }

    /// Waits until at least `count` tasks or delayed responses sleep on this clock.
    ///
    /// Returns early if the waiting task is cancelled.
    ///
    /// - Parameter count: The number of sleepers to wait for.
    public func waitForSleepers(_ count: Int) async {
        guard role != .unconnected, sleeperCount < count else { return }
        _ = await PendingWait.report(
            {
                """
                waitForSleepers(\(count)) waits; sleepers on this clock: \(self.sleeperCount). To fix this, \
                \(self.fix(ofMissingSleepers: count))
                """
            }, progress: { self.sleeperCount },
            during: { await state.wait { $0.sleeperCount >= count } })
    }

    private func fix(ofMissingSleepers count: Int) -> String {
        if pendingResponseCount >= count {
            return "write waitForPendingResponses(\(count)), because a response that is held or never sent does not "
                + "sleep"
        }
        return "give this clock to the mock and to the code under test, because what sleeps on another clock is not "
            + "counted"
    }

    /// Waits until ``advanceToNextSleeper()`` has a deadline to advance to.
    package func waitForDeadline() async {
        await state.wait { state in
            state.sleepers.values.contains { $0.reason != .timeout && $0.deadline != nil }
        }
    }

    /// Waits until at least `count` responses are delayed, held at a gate or never sent.
    ///
    /// A test that lets a request time out waits for its response first, and then advances the clock. Returns early if
    /// the waiting task is cancelled.
    ///
    /// - Parameter count: The number of responses to wait for.
    public func waitForPendingResponses(_ count: Int) async {
        guard role != .unconnected, pendingResponseCount < count else { return }
        _ = await PendingWait.report(
            {
                """
                waitForPendingResponses(\(count)) waits; responses that wait on this clock: \
                \(self.pendingResponseCount). To fix this, give this clock to the mock, and make the requests
                """
            }, progress: { self.pendingResponseCount },
            during: { await state.wait { $0.responseCount >= count } })
    }

    /// Sleeps until the clock has been advanced to a deadline.
    ///
    /// - Parameters:
    ///   - deadline: The moment at which to wake.
    ///   - tolerance: Ignored.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let (sleep, end) = AsyncStream.makeStream(of: Void.self)
        let id = call(at: deadline, as: .sleep) { end.finish() }
        end.onTermination = { if case .cancelled = $0 { self.cancel(id) } }
        for await _ in sleep {}
        guard Task.isCancelled else { return }
        RunningTests.framework?.noteCancelledWait("\(sleepText(until: deadline)).")
        throw CancellationError()
    }

    /// Calls a function at a deadline, or at once if that has come; returns the ID for ``cancel(_:)``.
    ///
    /// Without a deadline, the sleeper is only counted.
    func call(at deadline: Instant?, as reason: Reason, _ wake: @escaping @Sendable () -> Void) -> Int {
        let sleeper = Sleeper(deadline: deadline, reason: reason, wake: wake)
        let (id, isAwake) = state.withLock { state in
            state.lastID += 1
            if sleeper.isDue(at: state.now) { return (state.lastID, true) }
            state.add(sleeper, state.lastID)
            if reason == .sleep, !state.isWatched {
                state.isWatched = true
                beginWatch()
            }
            state.endWaits()
            return (state.lastID, false)
        }
        if isAwake { wake() }
        return id
    }

    /// Removes a sleeper, without waking it.
    func cancel(_ id: Int) {
        // Returned from the closure, so that the sleeper is released after unlocking.
        _ = state.withLock { $0.remove(id) }
    }

    // MARK: Time that nobody advances

    private func beginWatch() {
        let test = RunningTests.framework?.requestingTest?.name
        PendingWait.watch { [weak self] in self?.look(in: test) ?? false }
    }

    /// Looks at the tasks that sleep, and reports them once if the clock stands still; returns whether to look again.
    ///
    /// - Parameter test: The name of the test whose sleep began these looks; nil if unknown.
    func look(in test: String?) -> Bool {
        let (isWatched, isDue) = state.withLock { state in
            state.isWatched = state.taskCount > 0
            // A new sleeper is progress too.
            return (state.isWatched, state.watch.look(state.advanceCount + state.lastID))
        }
        guard isWatched else { return false }
        if isDue, let text = sleepersText {
            let inTest = test.map { " (in \($0))" } ?? ""
            StandardError.report("HTTPMock: no progress for ten seconds: \(text)\(inTest).")
        }
        return true
    }

    /// The tasks that sleep, with their remaining times and the way to end the wait; nil if there are none.
    private var sleepersText: String? {
        let (now, deadlines) = state.withLock { state in
            (state.now, state.sleepers.values.filter { $0.reason == .sleep }.compactMap(\.deadline).sorted())
        }
        guard !deadlines.isEmpty else { return nil }
        let shown = deadlines.prefix(5)
        var times = shown.map { "\(now.duration(to: $0))" }.joined(separator: ", ")
        if deadlines.count > shown.count { times += " and more" }
        let tasks = deadlines.count == 1 ? "1 task sleeps" : "\(deadlines.count) tasks sleep"
        return "\(tasks) on a manual clock that \(advances(until: now)), left: \(times). \(Self.advice)"
    }

    private func sleepText(until deadline: Instant) -> String {
        let now = now
        return "a task sleeps on a manual clock that \(advances(until: now)), left: \(now.duration(to: deadline)). "
            + Self.advice
    }

    private func advances(until now: Instant) -> String {
        if now.offset == .zero { return "nobody has advanced" }
        return "was advanced by \(now.offset)"
    }

    private static let advice =
        "To fix this, advance the clock after the sleep has begun: await clock.waitForSleepers(1), then "
        + "clock.advance(by:)"
}

extension Clock where Self == ManualClock {
    /// A new ``ManualClock``.
    ///
    /// As an argument of a trait, it is a clock of its own for each test and each argument.
    public static var manual: ManualClock { ManualClock(.template) }
}
