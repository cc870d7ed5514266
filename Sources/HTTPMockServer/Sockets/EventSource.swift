/// A descriptor of an event loop, with the handlers of its events.
///
/// Every member is called on the thread of the loop.
protocol EventSource: AnyObject {
    /// The server that the source belongs to.
    var owner: AnyObject { get }
    /// The moment from which on ``deadlinePassed()`` is called, in the loop's time; `.max` for never.
    var deadline: UInt64 { get }
    func ready(_ readiness: Readiness)
    func deadlinePassed()
    /// Writes what was prepared in this turn.
    func turnEnded()
    /// Leaves the loop and closes the descriptor, because the server stops.
    func stop()
}
