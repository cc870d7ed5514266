/// A state under a lock, for whose properties tasks wait.
package protocol AwaitedState: Sendable {
    var waits: Waits<Self> { get set }
}

extension AwaitedState {
    /// Ends the waits that are over; called under the lock after each change that may end one.
    package mutating func endWaits() {
        guard !waits.isEmpty else { return }
        let ended = waits.removeEnded(in: self)
        guard !ended.isEmpty else { return }
        // Not on the transport's queue, because a resumed task may use the session.
        BackgroundThread.run { for wait in ended { wait.end.yield() } }
    }
}
