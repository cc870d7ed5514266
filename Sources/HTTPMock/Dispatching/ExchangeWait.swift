/// The one thing that an ``Exchange`` waits for: a time, a gate, a handler, a chunk, a body or the network.
///
/// Owned by the exchange and used on its transport's queue only.
final class ExchangeWait: @unchecked Sendable {
    // Sendable although its state is mutable: the exchange touches it on its transport's queue only.

    /// Ends the wait by time; nil for a wait without a limit.
    var timer: ClockTimer?
    /// Releases the thing that is waited for.
    var onCancel: (() -> Void)?

    func cancel() {
        timer?.cancel()
        timer = nil
        onCancel?()
        onCancel = nil
    }

    /// Matches the wait itself, in patterns.
    static func ~= (one: ExchangeWait, other: ExchangeWait) -> Bool { one === other }
}
