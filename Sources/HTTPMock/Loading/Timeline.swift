import Dispatch

/// A request's time on the mock's clock, counted from a moment of its own.
///
/// Waits end at moments and not after durations: where a clock was advanced beyond several of them at once, or a queue
/// was late, those that follow are not late as well.
struct Timeline: Sendable {
    private let now: @Sendable () -> Duration
    private let begin:
        @Sendable (_ offset: Duration, _ isTimeout: Bool, _ end: @escaping @Sendable () -> Void) -> Cancel

    typealias Cancel = @Sendable () -> Void

    /// Begins now.
    ///
    /// The system's own clock is waited for by Dispatch, which costs less than a task and needs no thread of Swift
    /// concurrency, all of which a test may block. A ``ManualClock`` calls back by itself, because tasks that it woke
    /// in order would run in any.
    init(_ clock: any Clock<Duration>) {
        switch clock {
        case let clock as ContinuousClock: self.init(clock)
        case let clock as ManualClock: self.init(clock)
        default: self.init(opening: clock)
        }
    }

    private init(_ clock: ContinuousClock) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        begin = { offset, _, end in Self.wait(clock.now.duration(to: start.advanced(by: offset)), then: end) }
    }

    private init(_ clock: ManualClock) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        begin = { offset, isTimeout, end in
            let id = clock.call(at: start.advanced(by: offset), isTimeout: isTimeout, end)
            return { clock.cancel(id) }
        }
    }

    private init<Time: Clock<Duration>>(opening clock: Time) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        begin = { offset, _, end in
            let task = Task.detached {
                guard (try? await clock.sleep(until: start.advanced(by: offset), tolerance: nil)) != nil else { return }
                end()
            }
            // A test clock's own cancellation code runs in `cancel()`, which must not be on a work queue.
            return { DispatchQueue.global().async { task.cancel() } }
        }
    }

    /// How long it is since the beginning.
    var elapsed: Duration { now() }

    /// Calls back at a moment, or at once if it has passed.
    ///
    /// - Parameters:
    ///   - offset: The moment, counted from the beginning.
    ///   - isTimeout: Whether what is waited for is only that something else takes too long.
    ///   - end: Called on any thread.
    /// - Returns: What gives up the wait.
    func wait(until offset: Duration, isTimeout: Bool, then end: @escaping @Sendable () -> Void) -> Cancel {
        begin(offset, isTimeout, end)
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

extension Duration {
    /// The same for Dispatch, in whole nanoseconds; what it can't count is never, and what has passed is now.
    var dispatchInterval: DispatchTimeInterval {
        guard self > .zero else { return .nanoseconds(0) }
        let (seconds, attoseconds) = components
        let (nanoseconds, isTooLong) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLongAfterAll) = nanoseconds.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return isTooLong || isTooLongAfterAll ? .never : .nanoseconds(sum)
    }

    /// So many seconds, none if less or not a number; of more than a clock can count, as many as it can.
    static func clamped(seconds: Double) -> Duration {
        .seconds(seconds.isNaN ? 0 : max(0, min(seconds, 1e18)))
    }
}
