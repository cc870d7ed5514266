/// One wait of an ``Exchange``: for a time, a gate, a handler, a chunk, a body or the network.
///
/// Created and owned by the exchange, and used on its transport's queue only.
final class ExchangeWait: @unchecked Sendable {
    // Sendable although its state is mutable, because the exchange touches it on its transport's queue only.

    /// Ends the wait at its deadline; nil for a wait without one.
    var timer: ClockTimer?
    /// Cancels the work that the exchange waits for.
    var onCancel: (() -> Void)?

    func cancel() {
        timer?.cancel()
        timer = nil
        onCancel?()
        onCancel = nil
    }

    /// Returns whether two references are the same wait, for use in patterns.
    static func ~= (one: ExchangeWait, other: ExchangeWait) -> Bool { one === other }
}
