/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// let mock = HTTPMock(clock: clock)
/// mock.addResponses(forPath: "/slow", responses: [.plaintext("done", delivery: .delayed(.seconds(30)))])
/// async let answer = client.load("/slow")
/// await clock.waitForSleepers(1)           // the request waits for its time
/// clock.advance(by: .seconds(30))          // and this is it
/// ```
///
/// What sleeps is woken in the order of the deadlines, of one deadline in the order of its coming. A deadline that has
/// passed does not sleep. May be used from any thread.
public final class ManualClock: Clock, Sendable {
    /// A moment, counted from the making of the clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// The moment that is this one and a duration.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// How long it is from this moment to another.
        public func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        /// Whether one moment is before the other.
        public static func < (lhs: Instant, rhs: Instant) -> Bool {
            lhs.offset < rhs.offset
        }
    }

    private struct Sleeper: Sendable {
        let id: Int
        let deadline: Instant
        /// Whether it only sleeps lest something else take too long; nobody waits for such a one.
        var isTimeout = false
        let wake: @Sendable () -> Void
    }

    private struct Watcher: Sendable {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var watchers: [Int: Watcher] = [:]
        var lastID = 0

        var sleeperCount: Int { sleepers.count { !$0.isTimeout } }

        mutating func nextID() -> Int {
            lastID += 1
            return lastID
        }
    }

    private let state = Locked(State())

    /// Makes a clock that stands at zero.
    public init() {}

    /// The moment the clock stands at.
    public var now: Instant { state.withLock { $0.now } }

    /// Any duration counts.
    public var minimumResolution: Duration { .zero }

    /// How many sleep now: responses that are delayed, held at a gate or never come, until their time or their timeout,
    /// and tasks in ``sleep(until:tolerance:)``.
    ///
    /// The timeout of a request that waits for a handler or for the next piece of a sequence is none of them, so that
    /// a handler that sleeps is one sleeper and not two.
    public var sleeperCount: Int { state.withLock { $0.sleeperCount } }

    /// Moves the clock and wakes what has come to its deadline.
    ///
    /// - Parameter duration: How far to move, zero included.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.deadline <= now }
            state.sleepers.removeAll { $0.deadline <= now }
            return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        }
        for sleeper in due { sleeper.wake() }
    }

    /// Waits until at least so many sleep; returns early if the task that waits is cancelled.
    ///
    /// - Parameter count: The number of sleepers to wait for.
    public func waitForSleepers(_ count: Int) async {
        let id = state.withLock { $0.nextID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if Task.isCancelled || state.sleeperCount >= count { return true }
                    state.watchers[id] = Watcher(count: count, continuation: continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    /// Sleeps until the clock has been advanced to the deadline.
    ///
    /// - Parameters:
    ///   - deadline: The moment to wake at.
    ///   - tolerance: Of no consequence here.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.nextID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(Sleeper(id: id, deadline: deadline) { continuation.resume() }) { !Task.isCancelled }
            }
        } onCancel: {
            cancel(id)?()
        }
        try Task.checkCancellation()
    }

    /// Calls back once the clock has come to a moment: in order, and before ``advance(by:)`` returns.
    ///
    /// - Returns: What to give to ``cancel(_:)``.
    func call(
        at deadline: Instant, isTimeout: Bool = false, _ wake: @escaping @Sendable () -> Void
    ) -> Int {
        let id = state.withLock { $0.nextID() }
        add(Sleeper(id: id, deadline: deadline, isTimeout: isTimeout, wake: wake)) { true }
        return id
    }

    /// Forgets a sleeper without waking it.
    ///
    /// - Returns: What would have woken it; nil if it is awake already.
    @discardableResult
    func cancel(_ id: Int) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let index = state.sleepers.firstIndex { $0.id == id }
            return index.map { state.sleepers.remove(at: $0).wake }
        }
    }

    /// Adds a sleeper, or wakes it at once if its moment has passed or it must not sleep.
    ///
    /// Whether it may is asked under the lock, so that a cancellation, which looks for it under the same lock, either
    /// finds it or is seen here.
    private func add(_ sleeper: Sleeper, if maySleep: () -> Bool) {
        let (isAwake, watchers) = state.withLock { state in
            guard sleeper.deadline > state.now, maySleep() else { return (true, [Watcher]()) }
            state.sleepers.append(sleeper)
            let count = state.sleeperCount
            let reached = state.watchers.filter { $0.value.count <= count }
            for id in reached.keys { state.watchers[id] = nil }
            return (false, Array(reached.values))
        }
        if isAwake { sleeper.wake() }
        if !watchers.isEmpty {
            BackgroundThread.run { for watcher in watchers { watcher.continuation.resume() } }
        }
    }
}
