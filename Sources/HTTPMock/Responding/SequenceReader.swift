import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads the chunks of a user's sequence one at a time, each when it is asked for.
///
/// Owned by one exchange. The sequence runs in a task of its own and is held back until the client wants more.
final class SequenceReader: Sendable {
    /// What the sequence gave.
    enum Event: Sendable {
        case chunk(Data)
        case end
        case failure(any Error)
    }

    private struct State {
        /// Called with the next event.
        var receiver: (@Sendable (Event) -> Void)?
        /// Resumes the sequence once its chunk is wanted.
        var taken: CheckedContinuation<Void, any Error>?
        /// An event that nobody has asked for yet.
        var event: Event?
        var task: ContextTask?
        var isOver = false
    }

    private let source: ChunkSource
    private let state = Locked(State())

    init(_ source: ChunkSource) {
        self.source = source
    }

    /// Begins to iterate the sequence.
    ///
    /// - Parameter run: Runs an operation in a task of its own.
    func start(_ run: (@escaping @Sendable () async -> Void) -> ContextTask) {
        let source = source
        let task = run { [weak self] in
            do {
                try await source.run { [weak self] chunk in try await self?.offer(chunk) }
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

    /// Calls back once with the next event, on any thread.
    func next(_ receive: @escaping @Sendable (Event) -> Void) {
        let (event, taken) = state.withLock { state in
            defer { (state.event, state.taken) = (nil, nil) }
            if state.event == nil { state.receiver = receive }
            return (state.event, state.taken)
        }
        if let event { receive(event) }
        // Not here: resuming a task waits for whoever cancels it, who may wait for this queue.
        if let taken { BackgroundThread.run { taken.resume() } }
    }

    /// Cancels the sequence.
    func cancel() {
        let (task, taken) = state.withLock { state in
            defer { state = State(isOver: true) }
            return (state.task, state.taken)
        }
        task?.cancel()
        if let taken { BackgroundThread.run { taken.resume(throwing: CancellationError()) } }
    }

    /// Gives a chunk, and returns when the next one is wanted.
    private func offer(_ chunk: Data) async throws {
        try await withCheckedThrowingContinuation { (taken: CheckedContinuation<Void, any Error>) in
            let (isOver, receiver) = state.withLock { state in
                guard !state.isOver else { return (true, nil as (@Sendable (Event) -> Void)?) }
                state.taken = taken
                defer { state.receiver = nil }
                if state.receiver == nil { state.event = .chunk(chunk) }
                return (false, state.receiver)
            }
            if isOver { taken.resume(throwing: CancellationError()) }
            receiver?(.chunk(chunk))
        }
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
