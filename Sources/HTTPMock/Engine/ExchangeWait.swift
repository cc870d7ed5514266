/// One wait of an ``Exchange``, for example for a time, a gate, a handler or the network.
///
/// Created and owned by the exchange, and used on its transport's queue only.
final class ExchangeWait: @unchecked Sendable {
    // Sendable although its state is mutable, because the exchange touches it on its transport's queue only.

    /// The event that ends the wait.
    let reason: Reason
    /// The planned end, counted from the start of the request; nil if it can't be planned.
    let end: Duration?
    /// Stops the timer of the deadline; nil for a wait without a deadline.
    var cancelTimer: ElapsedTime.Cancel?
    /// Cancels the work that the exchange waits for.
    var onCancel: (() -> Void)?

    /// The event that ends a wait.
    enum Reason: Sendable {
        case delay, gate, never, handler, sequence, bodyStream, file, network, condition, report, redirect, client
    }

    init(_ reason: Reason, until end: Duration? = nil) {
        self.reason = reason
        self.end = end
    }

    func cancel() {
        cancelTimer?()
        cancelTimer = nil
        onCancel?()
        onCancel = nil
    }

    /// Returns whether two references are the same wait, for use in patterns.
    static func ~= (one: ExchangeWait, other: ExchangeWait) -> Bool { one === other }
}
