import Foundation

/// The chunks of a body that come from a user's sequence.
struct ChunkSource: Sendable {
    /// Passes every chunk to `accept`, which returns when the client wants the next chunk.
    let run: @Sendable (_ accept: @Sendable (Data) async throws -> Void) async throws -> Void

    /// Creates a source from a sequence.
    ///
    /// - Parameter sequence: The sequence; each request iterates the sequence again from the start, if possible.
    init<Chunks: AsyncSequence & Sendable>(_ sequence: Chunks) where Chunks.Element == Data {
        // The standard library stops the process if two tasks wait for one stream at the same time.
        let isShared = ["AsyncStream<", "AsyncThrowingStream<"].contains {
            String(reflecting: Chunks.self).contains($0)
        }
        let isIterating = Locked(false)
        run = { accept in
            if isShared {
                let isTaken = isIterating.withLock { isIterating in
                    defer { isIterating = true }
                    return isIterating
                }
                if isTaken { throw HTTPMockError(Self.sharedText) }
            }
            defer { isIterating.withLock { $0 = false } }
            for try await chunk in sequence { try await accept(chunk) }
        }
    }

    private static let sharedText =
        "HTTPMock: two requests at once were answered by one .stream(…) of an AsyncStream, which only one task can "
        + "iterate. To fix this, register a response for each request, or make the stream in a handler: "
        + ".handler { _ in .stream(makeStream()) }."
}
