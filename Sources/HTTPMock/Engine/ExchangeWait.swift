/// One wait of an ``Exchange``, for example for a time, a gate, a handler or the network.
///
/// Created and owned by the exchange, and used on its transport's queue only.
final class ExchangeWait: @unchecked Sendable {
    // Sendable although its state is mutable, because the exchange touches it on its transport's queue only.

    /// Stops the timer of the deadline; nil for a wait without a deadline.
    var cancelTimer: ElapsedTime.Cancel?
    /// Cancels the work that the exchange waits for.
    var onCancel: (() -> Void)?

    func cancel() {
        cancelTimer?()
        cancelTimer = nil
        onCancel?()
        onCancel = nil
    }

    /// Returns whether two references are the same wait, for use in patterns.
    static func ~= (one: ExchangeWait, other: ExchangeWait) -> Bool { one === other }
}
