/// The moments of a request on a clock that is not the real one, counted from the instance's creation.
///
/// The log has them next to the real time, because a test on a manual clock needs almost no real time.
struct ClockMoments: Sendable {
    let start: Duration
    /// The moment of the response's head; nil if there was none.
    var head: Duration?
    /// The moment of the end; nil for a request in flight.
    var end: Duration?
}

extension ClockMoments {
    /// The members of a HAR, in milliseconds: the start, and the parts before and after the head.
    var members: [OrderedJSON.Member] {
        let end = end ?? start
        // Without a head, the wait is the total.
        let head = min(head ?? end, end)
        let parts = [("start", start), ("wait", head - start), ("receive", end - head)]
        return parts.map { .init($0, .number($1 / .milliseconds(1))) }
    }
}
