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
/// Sleepers wake in deadline order; equal deadlines wake in the order they were added. A wait for a deadline in the
/// past ends at once. The clock may be used from any thread.
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

    /// A wait for a deadline; a timeout is not counted in `sleeperCount`.
    private typealias Sleeper = (deadline: Instant, isTimeout: Bool, wake: @Sendable () -> Void)

    private struct State: AwaitedState {
        var now = Instant(offset: .zero)
        /// By number, in the order they were added.
        var sleepers: [Int: Sleeper] = [:]
        var waits: Waits<State> = [:]
        var lastID = 0

        var sleeperCount: Int { sleepers.values.count { !$0.isTimeout } }
    }

    private let state = Locked(State())

    package enum Role: Sendable {
        /// A clock that a test has created, and may give to an instance.
        case given
        /// Written as `.manual`: a trait makes a new clock for each test and each argument.
        case template
        /// No mock's clock, so that a wait for sleepers ends at once.
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

    /// The number of sleepers: waiting responses, and tasks in ``sleep(until:tolerance:)``.
    ///
    /// A response waits if it is delayed, waits at a gate or is never sent. The timeout of a request that waits for a
    /// handler or for the next chunk of a sequence is not counted. A sleeping handler therefore counts as one sleeper.
    public var sleeperCount: Int { state.withLock { $0.sleeperCount } }

    /// Moves the clock forward and wakes every sleeper whose deadline has come.
    ///
    /// - Parameter duration: The duration to advance by, zero or more.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for (_, sleeper) in due { sleeper.wake() }
    }

    package func advanceToNextSleeper() {
        let deadline = state.withLock { state in
            state.sleepers.values.filter { !$0.isTimeout }.map(\.deadline).min()
        }
        if let deadline { advance(by: max(.zero, now.duration(to: deadline))) }
    }

    /// Waits until at least `count` responses or tasks sleep on this clock.
    ///
    /// Returns early if the waiting task is cancelled.
    ///
    /// - Parameter count: The number of sleepers to wait for.
    public func waitForSleepers(_ count: Int) async {
        guard role != .unconnected, sleeperCount < count else { return }
        await PendingWait.report(
            {
                """
                waitForSleepers(\(count)) waits; sleepers on this clock: \(self.sleeperCount). To fix this, give this clock \
                to the mock and to the code under test, because what sleeps on another clock is not counted
                """
            }, progress: { self.sleeperCount }, ifNothingEnds: { await waitQuietly(forSleepers: count) })
    }

    /// Waits as ``waitForSleepers(_:)`` does, without a report if nothing ends the wait.
    package func waitQuietly(forSleepers count: Int) async {
        await state.wait { $0.sleeperCount >= count }
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
        let id = call(at: deadline) { end.finish() }
        end.onTermination = { if case .cancelled = $0 { self.cancel(id) } }
        for await _ in sleep {}
        try Task.checkCancellation()
    }

    /// Calls a function at a deadline, or at once if too late; returns the ID for ``cancel(_:)``.
    func call(at deadline: Instant, isTimeout: Bool = false, _ wake: @escaping @Sendable () -> Void) -> Int {
        let (id, isAwake) = state.withLock { state in
            state.lastID += 1
            guard deadline > state.now else { return (state.lastID, true) }
            state.sleepers[state.lastID] = (deadline, isTimeout, wake)
            state.endWaits()
            return (state.lastID, false)
        }
        if isAwake { wake() }
        return id
    }

    /// Removes a sleeper, without waking it.
    func cancel(_ id: Int) {
        // Returned from the closure, so that the sleeper is released after unlocking.
        _ = state.withLock { $0.sleepers.removeValue(forKey: id) }
    }
}

extension Clock where Self == ManualClock {
    /// A new ``ManualClock``.
    ///
    /// As an argument of a trait, it is a clock of its own for each test and each argument.
    public static var manual: ManualClock { ManualClock(.template) }
}
