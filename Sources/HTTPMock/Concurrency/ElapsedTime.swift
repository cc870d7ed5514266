import Dispatch

/// A request's time on the mock's clock, counted from a moment of its own.
///
/// Waits end at moments and not after durations: where a clock was advanced beyond several of them at once, or a queue
/// was late, those that follow are not late as well.
struct ElapsedTime: Sendable {
    private let time: Time

    private enum Time {
        case continuous(since: ContinuousClock.Instant)
        case manual(ManualClock, since: ManualClock.Instant)
        case other(any OtherTime)
    }

    typealias Cancel = @Sendable () -> Void

    /// Begins now.
    ///
    /// The system's own clock is waited for by Dispatch, which costs less than a task and needs no thread of Swift
    /// concurrency, all of which a test may block. A ``ManualClock`` calls back by itself, because tasks that it woke
    /// in order would run in any.
    init(_ clock: any Clock<Duration>) {
        switch clock {
        case is ContinuousClock: time = .continuous(since: .now)
        case let clock as ManualClock: time = .manual(clock, since: clock.now)
        default: time = .other(clock.begin())
        }
    }

    /// How long it is since the beginning.
    var elapsed: Duration {
        switch time {
        case .continuous(let start): start.duration(to: .now)
        case .manual(let clock, let start): start.duration(to: clock.now)
        case .other(let time): time.elapsed
        }
    }

    /// Calls back at a moment, or at once if it has passed.
    ///
    /// - Parameters:
    ///   - offset: The moment, counted from the beginning.
    ///   - isTimeout: Whether what is waited for is only that something else takes too long.
    ///   - end: Called on any thread.
    /// - Returns: What gives up the wait.
    func wait(until offset: Duration, isTimeout: Bool, then end: @escaping @Sendable () -> Void) -> Cancel {
        switch time {
        case .continuous(let start):
            return Self.wait(ContinuousClock.now.duration(to: start.advanced(by: offset)), then: end)
        case .manual(let clock, let start):
            let id = clock.call(at: start.advanced(by: offset), isTimeout: isTimeout, end)
            return { clock.cancel(id) }
        case .other(let time):
            return time.wait(until: offset, then: end)
        }
    }

    private static func wait(_ duration: Duration, then end: @escaping @Sendable () -> Void) -> Cancel {
        // Dispatch objects may be used from any thread; the protocol does not say so on Linux.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler {
            timer.cancel()
            end()
        }
        timer.schedule(deadline: .now() + duration.dispatchInterval)
        timer.activate()
        return { timer.cancel() }
    }
}

/// The time of a clock whose type is known here alone.
private protocol OtherTime: Sendable {
    var elapsed: Duration { get }
    func wait(until offset: Duration, then end: @escaping @Sendable () -> Void) -> ElapsedTime.Cancel
}

private struct TimeSince<Time: Clock<Duration>>: OtherTime {
    let clock: Time
    let start: Time.Instant

    var elapsed: Duration { start.duration(to: clock.now) }

    func wait(until offset: Duration, then end: @escaping @Sendable () -> Void) -> ElapsedTime.Cancel {
        let task = Task.detached {
            guard (try? await clock.sleep(until: start.advanced(by: offset), tolerance: nil)) != nil else { return }
            end()
        }
        // A test clock's own cancellation code runs in `cancel()`, which must not be on a work queue.
        return { BackgroundThread.run { task.cancel() } }
    }
}

extension Clock<Duration> {
    fileprivate func begin() -> any OtherTime { TimeSince(clock: self, start: now) }
}

extension Duration {
    /// The same for Dispatch, in whole nanoseconds; what it can't count is never, and what has passed is now.
    var dispatchInterval: DispatchTimeInterval {
        guard self > .zero else { return .nanoseconds(0) }
        guard self < .longest else { return .never }
        let (seconds, attoseconds) = components
        let (nanoseconds, isTooLong) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLongAfterAll) = nanoseconds.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return isTooLong || isTooLongAfterAll ? .never : .nanoseconds(sum)
    }

    /// The longest wait, 30,000 years: a sum of many still fits into a duration.
    static let longest = Duration.seconds(1_000_000_000_000)

    /// Creates a duration of some seconds, at least zero and at most ``longest``.
    static func clamped(seconds: Double) -> Duration {
        seconds.isNaN ? .zero : min(.seconds(max(0, min(seconds, 1e12))), longest)
    }
}
