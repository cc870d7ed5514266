import Foundation

/// The moments of a request's arrival, of its response's head, and of its end, on one clock.
struct Moments: Sendable {
    let start: Duration
    /// Nil if there was no head.
    var head: Duration?
    /// Nil until the request has ended.
    var end: Duration?

    /// The parts before and after the head, in milliseconds, which add up to the total; zero until the end.
    var parts: (wait: Double, receive: Double) {
        let end = end ?? start
        // Without a head, the wait is the total.
        let head = min(head ?? end, end)
        return ((head - start) / .milliseconds(1), (end - head) / .milliseconds(1))
    }
}
