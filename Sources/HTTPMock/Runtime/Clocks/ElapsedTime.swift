import Dispatch

/// The time of an instance on its clock, or of a request since its start.
///
/// Waits use absolute deadlines, so lateness does not accumulate.
package struct ElapsedTime: Sendable {
    private let source: Source
    /// The moment from which the time counts, since the instance's creation.
    private let start: Duration

    /// The clock and the instance's creation; the type is found out once for all requests.
    private enum Source {
        case continuous(since: ContinuousClock.Instant)
        case manual(ManualClock, since: ManualClock.Instant)
        case other(UserOwned<OtherClock>)
    }

    package typealias Cancel = @Sendable () -> Void
    typealias End = @Sendable (_ failure: HTTPMockError?) -> Void

    /// Starts to count the time of an instance.
    ///
    /// Waits on a `ContinuousClock` use Dispatch timers, which cost less than tasks. Timers need no thread of the
    /// cooperative pool, which a test may block. A ``ManualClock`` calls functions directly, because tasks that are
    /// woken in order do not run in order.
    init(_ clock: any Clock<Duration>) {
        start = .zero
        switch clock {
        case is ContinuousClock: source = .continuous(since: .now)
        case let clock as ManualClock: source = .manual(clock, since: clock.now)
        default: source = .other(UserOwned(OtherClock(clock)))
        }
    }

    /// Starts to count the time of a request, on the clock of its instance.
    init(from instance: ElapsedTime) {
        source = instance.source
        start = instance.elapsed
    }

    var clock: any Clock<Duration> {
        switch source {
        case .continuous: ContinuousClock()
        case .manual(let clock, _): clock
        case .other(let clock): clock.value.clock
        }
    }

    var elapsed: Duration {
        switch source {
        case .continuous(let creation): creation.duration(to: .now) - start
        case .manual(let clock, let creation): creation.duration(to: clock.now) - start
        case .other(let clock): clock.value.elapsed() - start
        }
    }

    /// The start, counted from the instance's creation; nil on the real clock.
    var clockStart: Duration? {
        if case .continuous = source { nil } else { start }
    }

    /// The time by which a manual clock has been advanced so far; nil for another clock.
    var manualOffset: Duration? {
        if case .manual(let clock, _) = source { clock.now.offset } else { nil }
    }

    /// Calls a function at a deadline, counted from the start, or at once if too late.
    ///
    /// - Parameters:
    ///   - offset: The deadline; nil for a wait that a manual clock only counts.
    ///   - reason: The reason of the wait, by which a manual clock counts it.
    ///   - end: Called on any thread, with the error if the clock can't wait.
    /// - Returns: A function that cancels the wait; nil without a deadline on another clock than a manual one.
    func wait(until offset: Duration?, as reason: ManualClock.Reason, then end: @escaping End) -> Cancel? {
        switch source {
        case .continuous(let creation):
            guard let offset else { return nil }
            return Self.wait(until: creation.advanced(by: start + offset)) { end(nil) }
        case .manual(let clock, let creation):
            let deadline = offset.map { creation.advanced(by: start + $0) }
            let id = clock.call(at: deadline, as: reason) { end(nil) }
            return { clock.cancel(id) }
        case .other(let clock):
            guard let offset else { return nil }
            return Self.wait(until: start + offset, on: clock, then: end)
        }
    }

    /// Calls a function at a deadline, counted from the instance's creation, on a clock of any other type.
    private static func wait(
        until deadline: Duration, on clock: UserOwned<OtherClock>, then end: @escaping End
    ) -> Cancel {
        let task = TaskContext.detached.run {
            do {
                try await clock.value.sleep(deadline)
                end(nil)
            } catch {
                // The error of a cancelled wait is of no interest.
                if Task.isCancelled { return }
                let name = type(of: clock.value.clock)
                let failure = HTTPMockError(
                    "HTTPMock: \(name).sleep(until:tolerance:), the clock of this instance, threw \(error), so "
                        + "the request can't wait. To fix this, let the clock throw only if the task is cancelled.")
                end(failure)
            }
        }
        return { task.cancel() }
    }

    /// The queue of all timers, because timers without a queue that end together get a thread each.
    private static let timers = DispatchQueue(label: "HTTPMock.timers")

    /// Calls a function at a real deadline; returns a function that cancels the wait.
    package static func wait(
        until deadline: ContinuousClock.Instant, then end: @escaping @Sendable () -> Void
    ) -> Cancel {
        // Safe, because Dispatch objects may be used from any thread; on Linux their protocol is not marked Sendable.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: timers)
        timer.setEventHandler {
            timer.cancel()
            end()
        }
        timer.schedule(deadline: .now() + ContinuousClock.now.duration(to: deadline).dispatchInterval)
        timer.activate()
        return { timer.cancel() }
    }
}

/// A clock of any other type, with the time since the instance's creation.
private struct OtherClock: Sendable {
    let clock: any Clock<Duration>
    let elapsed: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        self.clock = clock
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}

extension Duration {
    /// The interval for Dispatch in whole nanoseconds; `never` if it is too long, zero if negative.
    var dispatchInterval: DispatchTimeInterval {
        guard self > .zero else { return .nanoseconds(0) }
        guard self < .seconds(Int.max / 1_000_000_000) else { return .never }
        let (seconds, attoseconds) = components
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }

    /// The longest wait: about 30,000 years, so that sums of waits fit into a duration.
    package static let longest = Duration.seconds(1_000_000_000_000)

    /// Returns a duration in seconds, limited to the range from zero to ``longest``.
    ///
    /// Not a number is zero.
    static func clamped(seconds: Double) -> Duration {
        guard seconds > 0 else { return .zero }
        // Compared as numbers, because a duration can't be made of infinity.
        guard seconds < longest / .seconds(1) else { return longest }
        return .seconds(seconds)
    }

    /// The duration in seconds as Swift source, as in `seconds(60)`.
    var swiftSource: String {
        let seconds = self / .seconds(1)
        // A whole number is written without a decimal point; below 10^15 the number fits into an `Int`.
        if seconds == seconds.rounded(), abs(seconds) < 1e15 { return "seconds(\(Int(seconds)))" }
        return "seconds(\(seconds))"
    }
}
