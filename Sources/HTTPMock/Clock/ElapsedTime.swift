import Dispatch

/// The elapsed time of a request on the mock's clock, counted from the request's start.
///
/// Waits use absolute deadlines, so lateness does not accumulate if the clock is advanced beyond several deadlines at
/// once or a queue is late.
struct ElapsedTime: Sendable {
    private let time: Time

    private enum Time {
        case continuous(since: ContinuousClock.Instant)
        case manual(ManualClock, since: ManualClock.Instant)
        case other(UserOwned<OtherTime>, name: String)
    }

    /// The clock of an instance, whose type is found out once for all requests.
    enum Source: Sendable {
        case continuous
        case manual(ManualClock)
        case other(UserOwned<any Clock<Duration>>)

        init(_ clock: UserOwned<any Clock<Duration>>) {
            switch clock.value {
            case is ContinuousClock: self = .continuous
            case let clock as ManualClock: self = .manual(clock)
            default: self = .other(clock)
            }
        }
    }

    typealias Cancel = @Sendable () -> Void
    typealias End = @Sendable (_ failure: HTTPMockError?) -> Void

    /// Starts to count.
    ///
    /// Waits on a `ContinuousClock` use Dispatch timers, which cost less than tasks. Timers need no thread of the
    /// cooperative pool, which a test may block. A ``ManualClock`` calls functions directly, because tasks that are
    /// woken in order do not run in order.
    init(_ clock: Source) {
        switch clock {
        case .continuous: time = .continuous(since: .now)
        case .manual(let clock): time = .manual(clock, since: clock.now)
        case .other(let clock): time = .other(UserOwned(clock.value.begin()), name: "\(type(of: clock.value))")
        }
    }

    /// The time since the start.
    var elapsed: Duration {
        switch time {
        case .continuous(let start): start.duration(to: .now)
        case .manual(let clock, let start): start.duration(to: clock.now)
        case .other(let time, _): time.value.elapsed()
        }
    }

    /// The time by which a manual clock has been advanced so far; nil for another clock.
    var manualOffset: Duration? {
        if case .manual(let clock, _) = time { clock.now.offset } else { nil }
    }

    /// The name of a clock that is neither manual nor the real one.
    var clockName: String? {
        if case .other(_, let name) = time { name } else { nil }
    }

    /// Calls a function at a deadline, counted from the start; at once if too late.
    ///
    /// - Parameters:
    ///   - isTimeout: Whether the deadline only limits another wait.
    ///   - end: Called on any thread, with the error if the clock can't wait.
    /// - Returns: A function that cancels the wait.
    func wait(until offset: Duration, isTimeout: Bool, then end: @escaping End) -> Cancel {
        switch time {
        case .continuous(let start):
            return Self.wait(ContinuousClock.now.duration(to: start.advanced(by: offset))) { end(nil) }
        case .manual(let clock, let start):
            let id = clock.call(at: start.advanced(by: offset), isTimeout: isTimeout) { end(nil) }
            return { clock.cancel(id) }
        case .other(let time, _):
            let task = ContextTask.runDetached {
                if let failure = await time.value.sleep(offset) {
                    // The error of a cancelled wait is of no interest.
                    if !Task.isCancelled { end(failure) }
                } else {
                    end(nil)
                }
            }
            return { task.cancel() }
        }
    }

    /// The queue of all timers, because timers without a queue that end together get a thread each.
    private static let timers = DispatchQueue(label: "HTTPMock.timers")

    private static func wait(_ duration: Duration, then end: @escaping @Sendable () -> Void) -> Cancel {
        // Safe, because Dispatch objects may be used from any thread; on Linux their protocol is not marked Sendable.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: timers)
        timer.setEventHandler {
            timer.cancel()
            end()
        }
        timer.schedule(deadline: .now() + duration.dispatchInterval)
        timer.activate()
        return { timer.cancel() }
    }
}

/// The elapsed time on a clock of any other type.
private struct OtherTime: Sendable {
    let elapsed: @Sendable () -> Duration
    /// Sleeps until a moment, and returns the error if the clock can't.
    let sleep: @Sendable (Duration) async -> HTTPMockError?
}

extension Clock<Duration> {
    fileprivate func begin() -> OtherTime {
        let start = now
        return OtherTime(
            elapsed: { [self] in start.duration(to: now) },
            sleep: { [self] offset in
                do {
                    try await sleep(until: start.advanced(by: offset), tolerance: nil)
                    return nil
                } catch {
                    return HTTPMockError(
                        "HTTPMock: \(type(of: self)).sleep(until:tolerance:), the clock of this instance, threw "
                            + "\(error), so the request can't wait. To fix this, let the clock throw only if the task is "
                            + "cancelled.")
                }
            })
    }
}

extension Duration {
    /// The interval for Dispatch in whole nanoseconds; `never` if it is too long, zero if negative.
    var dispatchInterval: DispatchTimeInterval {
        guard self > .zero else { return .nanoseconds(0) }
        guard self < .longest else { return .never }
        let (seconds, attoseconds) = components
        let (whole, isProductTooLong) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (nanoseconds, isSumTooLong) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return isProductTooLong || isSumTooLong ? .never : .nanoseconds(nanoseconds)
    }

    /// The longest wait: about 30,000 years, so that sums of waits fit into a duration.
    static let longest = Duration.seconds(1_000_000_000_000)

    /// Returns a duration in seconds, limited to the range from zero to ``longest``.
    static func clamped(seconds: Double) -> Duration {
        seconds.isNaN ? .zero : min(.seconds(max(0, min(seconds, 1e12))), longest)
    }
}
