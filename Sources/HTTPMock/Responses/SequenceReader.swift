import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads a user's sequence one chunk at a time, on demand.
///
/// Created and owned by one ``Exchange``. The sequence runs in a task of its own, which is suspended until the client
/// wants another chunk.
final class SequenceReader: Sendable {
    /// One result of the sequence.
    enum Event: Sendable {
        case chunk(Data)
        case end
        case failure(any Error)
    }

    private struct State {
        /// Called with the next event.
        var receiver: (@Sendable (Event) -> Void)?
        /// Resumes the sequence once the next chunk is wanted.
        var taken: CheckedContinuation<Void, Never>?
        /// An event that has not been requested yet.
        var event: Event?
        var task: ContextTask?
        var isOver = false
    }

    private let source: ChunkSource
    private let state = Locked(State())

    init(_ source: ChunkSource) {
        self.source = source
    }

    /// Starts to iterate the sequence.
    ///
    /// - Parameter run: Runs an operation in a new task, which is cancelled with the reader.
    func start(_ run: (@escaping @Sendable () async -> Void) -> ContextTask) {
        let source = source
        let task = run { [weak self] in
            do {
                try await source.run { [weak self] chunk in
                    guard let self else { throw CancellationError() }
                    try await offer(chunk)
                }
                self?.give(.end)
            } catch {
                self?.give(.failure(URLError.conforming(error)))
            }
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.task = task }
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    /// Calls a function once with the next event, on any thread.
    func next(_ receive: @escaping @Sendable (Event) -> Void) {
        let (event, taken) = state.withLock { state in
            defer { (state.event, state.taken) = (nil, nil) }
            if state.event == nil { state.receiver = receive }
            return (state.event, state.taken)
        }
        if let event { receive(event) }
        // On another thread, because resuming a task waits while the task is being cancelled, and its canceller may
        // wait for this queue.
        if let taken { BackgroundThread.run { taken.resume() } }
    }

    /// Cancels the sequence, and the wait for the client.
    func cancel() {
        let task = state.withLock { state in
            (state.receiver, state.event, state.isOver) = (nil, nil, true)
            return state.task
        }
        task?.cancel()
    }

    /// Passes a chunk to the receiver, and returns when the next one is wanted.
    private func offer(_ chunk: Data) async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { taken in
                let (isCancelled, receiver) = state.withLock { state in
                    // Read under the lock of `onCancel`, so that a cancellation is seen here or finds `taken`.
                    guard !Task.isCancelled else { return (true, nil as (@Sendable (Event) -> Void)?) }
                    state.taken = taken
                    defer { state.receiver = nil }
                    if state.receiver == nil, !state.isOver { state.event = .chunk(chunk) }
                    return (false, state.receiver)
                }
                if isCancelled { taken.resume() }
                receiver?(.chunk(chunk))
            }
        } onCancel: {
            state.withLock { state in
                defer { state.taken = nil }
                return state.taken
            }?.resume()
        }
        try Task.checkCancellation()
    }

    private func give(_ event: Event) {
        let receiver = state.withLock { state in
            defer { state.receiver = nil }
            if state.receiver == nil, !state.isOver { state.event = event }
            return state.receiver
        }
        receiver?(event)
    }
}
