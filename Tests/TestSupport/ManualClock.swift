/// A clock that stands still until a test advances it.
///
/// Sleepers are resumed in the order of their deadlines, those of one deadline in the order they came. A deadline that
/// has passed does not sleep. May be used from any thread.
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

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var lastID = 0
    }

    private let state = Observed(State())

    /// Makes a clock that stands at zero.
    public init() {}

    /// The moment the clock stands at.
    public var now: Instant { state.value.now }

    /// Any duration counts.
    public var minimumResolution: Duration { .zero }

    /// How many sleep now.
    public var sleeperCount: Int { state.value.sleepers.count }

    /// Moves the clock and resumes the sleepers whose deadline has come.
    ///
    /// - Parameter duration: How far to move, zero included.
    public func advance(by duration: Duration) {
        let due = state.change { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.deadline <= now }
            state.sleepers.removeAll { $0.deadline <= now }
            return due
        }
        for sleeper in due.sorted(by: { ($0.deadline, $0.id) < ($1.deadline, $1.id) }) {
            sleeper.continuation.resume()
        }
    }

    /// Waits until at least so many sleep; returns early if the waiting task is cancelled.
    ///
    /// - Parameter count: The number of sleepers to wait for.
    public func waitForSleepers(_ count: Int) async {
        await state.wait { $0.sleepers.count >= count }
    }

    /// Sleeps until the clock has been advanced to the deadline.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.change { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // As in `Observed`: read under the lock, so that no cancellation is lost.
                let answer: Result<Void, any Error>? = state.change { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let sleeper = state.change { state in
                let index = state.sleepers.firstIndex { $0.id == id }
                return index.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
