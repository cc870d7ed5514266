import Foundation

/// Reads a user's sequence one chunk at a time, in a task of its own.
///
/// Created and owned by one ``Exchange``.
struct SequenceReader {
    /// Gets the next chunk, or the error of the sequence; nil at the end of the sequence.
    typealias Receiver = @Sendable (Result<Data?, any Error>) -> Void

    /// The receivers, each added when its chunk is wanted.
    private let demands: AsyncStream<Receiver>.Continuation
    private let task: ContextTask

    /// Begins to read a sequence, which waits for the first call of ``next(_:)``.
    ///
    /// - Parameter run: Runs the reading in a task.
    init(
        _ source: ChunkSource, of response: RegisteredResponse,
        _ run: (@escaping @Sendable () async -> Void) -> ContextTask
    ) {
        let (stream, demands) = AsyncStream.makeStream(of: Receiver.self)
        self.demands = demands
        task = run {
            var receivers = stream.makeAsyncIterator()
            // Nil if the task is cancelled.
            guard var receive = await receivers.next() else { return }
            do {
                try await source.run.value(response) { chunk in
                    receive(.success(chunk))
                    guard let next = await receivers.next() else { throw CancellationError() }
                    receive = next
                }
                receive(.success(nil))
            } catch {
                receive(.failure(URLError.conforming(error)))
            }
        }
    }

    /// Calls a function with the next chunk, on any thread.
    ///
    /// After ``cancel()``, the last function may be called again, or never.
    func next(_ receive: @escaping Receiver) {
        // On another thread, because resuming a task waits while the task is being cancelled, and the code that cancels
        // it may wait for the caller's queue.
        BackgroundThread.run { demands.yield(receive) }
    }

    func cancel() { task.cancel() }
}
