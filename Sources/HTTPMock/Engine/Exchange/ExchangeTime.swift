import Foundation

/// The time of one request on the mock's clock, counted from its start.
///
/// Delays and timeouts end at planned moments, so lateness does not accumulate.
struct ExchangeTime {
    let elapsed: ElapsedTime
    /// The moment that the request has reached; the clock may have gone on since.
    private(set) var now = Duration.zero
    /// The moment of the last head or chunk, or of the start of the current hop.
    private(set) var lastActivity = Duration.zero

    mutating func advance(to moment: Duration) {
        now = max(now, moment)
    }

    /// Advances to the clock's moment, after a wait whose end could not be planned.
    mutating func catchUp() { advance(to: elapsed.elapsed) }

    mutating func noteActivity() {
        lastActivity = now
    }
}
