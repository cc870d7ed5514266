/// The time of one request on the mock's clock, counted from its start.
///
/// Waits end at planned moments, so lateness does not accumulate if the clock is advanced beyond several waits or a
/// queue is late. Owned by an ``Exchange`` and used on the transport's queue.
struct ExchangeTime {
    let elapsed: ElapsedTime
    /// The planned moment that the request has reached.
    private(set) var now = Duration.zero
    /// The moment of the last head or chunk, or of the start of the current hop.
    private(set) var lastActivity = Duration.zero

    init(_ clock: ElapsedTime.Source) {
        elapsed = ElapsedTime(clock)
    }

    /// Advances to a planned moment.
    mutating func advance(to moment: Duration) {
        now = max(now, moment)
    }

    /// Advances to the clock's moment, after a wait whose end could not be planned.
    mutating func catchUp() {
        advance(to: elapsed.elapsed)
    }

    /// Restarts the idle timeout.
    mutating func noteActivity() {
        lastActivity = now
    }
}
