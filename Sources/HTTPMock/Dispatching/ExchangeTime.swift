/// The time of one request on the mock's clock, counted from its start.
///
/// Waits end at planned moments: where the clock was advanced beyond several of them, or a queue was late, the waits
/// that follow are not late as well.
struct ExchangeTime {
    let elapsed: ElapsedTime
    /// The planned moment that the request has come to.
    private(set) var now = Duration.zero
    /// When the head or a chunk was last sent, or the current hop began.
    private(set) var lastActivity = Duration.zero

    init(_ clock: any Clock<Duration>) {
        elapsed = ElapsedTime(clock)
    }

    /// Goes on to a planned moment.
    mutating func advance(to moment: Duration) {
        now = max(now, moment)
    }

    /// Goes on to the clock's moment, after a wait whose end could not be planned.
    mutating func catchUp() {
        advance(to: elapsed.elapsed)
    }

    /// Restarts the idle timeout.
    mutating func noteActivity() {
        lastActivity = now
    }
}
