/// The pings without a pong, and the tasks that wait for their pongs.
///
/// Changed under the lock of its ``WebSocketChannel``, which resumes the returned continuations without the lock.
struct WebSocketPings: Sendable {
    typealias Waiting = WaitingTasks<WebSocketChannel.WakeUp>

    /// The identifiers of the pings that were sent, in order, also of those whose tasks wait no longer.
    private var unanswered: [UInt64] = []
    private var waiting = Waiting()

    /// Adds a task, which waits even if its ping is never sent.
    mutating func wait(_ continuation: Waiting.Continuation, id: UInt64) {
        waiting.add(continuation, id: id)
    }

    /// Notes that a ping is sent.
    mutating func noteSent(id: UInt64) {
        unanswered.append(id)
    }

    /// Removes and returns the tasks whose pings a pong answers; nil for a pong that answers none.
    ///
    /// A client may answer only the last of several pings, and may send pongs that mean nothing.
    ///
    /// - SeeAlso: [RFC 6455 §5.5.3](https://www.rfc-editor.org/rfc/rfc6455.html#section-5.5.3)
    mutating func answer(id: UInt64) -> [Waiting.Continuation]? {
        guard let index = unanswered.firstIndex(of: id) else { return nil }
        // The list has the order of sending, which may not be that of the identifiers when tasks ping at once.
        let answered = unanswered[...index]
        unanswered.removeFirst(answered.count)
        return answered.compactMap { waiting.remove(id: $0) }
    }

    /// Removes a task, whose ping may still be answered.
    mutating func stopWaiting(id: UInt64) -> Waiting.Continuation? { waiting.remove(id: id) }

    mutating func removeAll() -> [Waiting.Continuation] {
        unanswered = []
        return waiting.removeAll()
    }
}
