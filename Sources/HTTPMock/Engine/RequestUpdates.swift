import Dispatch

/// The subscribers of ``HTTPMock/requestUpdates``, owned by an instance's store.
final class RequestUpdates: Sendable {
    private struct State {
        var subscribers: [Int: AsyncStream<RecordedRequest>.Continuation] = [:]
        var nextID = 0
        var isFinished = false
    }

    private let state = Locked(State())
    /// Resumes the subscribers in order, and never on a transport's queue.
    private let queue = DispatchQueue(label: "HTTPMock.requestUpdates")

    var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

    /// Returns a stream of the records sent from now on.
    func makeStream() -> AsyncStream<RecordedRequest> {
        let (stream, continuation) = AsyncStream.makeStream(of: RecordedRequest.self)
        let id: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Sends a record to every subscriber, asynchronously.
    func send(_ record: RecordedRequest) {
        let subscribers = state.withLock { Array($0.subscribers.values) }
        queue.async { for subscriber in subscribers { subscriber.yield(record) } }
    }

    /// Ends every stream after the records sent so far.
    func finish() {
        let subscribers = state.withLock { state in
            defer { state.subscribers = [:] }
            state.isFinished = true
            return Array(state.subscribers.values)
        }
        queue.async { for subscriber in subscribers { subscriber.finish() } }
    }
}
