import Foundation

/// The chunks of a body that come from a user's sequence.
struct ChunkSource: Sendable {
    /// Passes every chunk to `accept`, which returns when the client wants the next chunk.
    var run: Run { owned.value }
    private let owned: UserOwned<Run>

    typealias Run = @Sendable (_ accept: @Sendable (Data) async throws -> Void) async throws -> Void

    /// Creates a source from a sequence.
    ///
    /// - Parameter sequence: The sequence; each request iterates the sequence again from the start, if possible.
    init<Chunks: AsyncSequence & Sendable>(_ sequence: Chunks) where Chunks.Element == Data {
        // The standard library stops the process if two tasks wait for one stream at the same time.
        let streams = Self.streams(in: sequence)
        owned = UserOwned { accept in
            let isFree = Self.iterated.withLock { iterated in
                guard iterated.isDisjoint(with: streams) else { return false }
                iterated.formUnion(streams)
                return true
            }
            guard isFree else { throw HTTPMockError(Self.sharedText) }
            defer { Self.iterated.withLock { $0.subtract(streams) } }
            var iterator = sequence.makeAsyncIterator()
            while let chunk = try await iterator.next() {
                do {
                    try await accept(chunk)
                } catch {
                    // Only `next()` shows a stream that its reader is cancelled, so that it calls `onTermination`.
                    _ = try? await iterator.next()
                    throw error
                }
            }
        }
    }

    /// The streams that requests are iterating.
    private static let iterated = Locked<Set<ObjectIdentifier>>([])

    /// Returns the standard library's streams that a sequence consists of, by the objects that they refer to.
    ///
    /// - Parameters:
    ///   - value: The sequence, or a part of it, such as the base of a `map`.
    ///   - depth: The number of nested values to look at.
    private static func streams(in value: Any, depth: Int = 8) -> Set<ObjectIdentifier> {
        let parts = Mirror(reflecting: value).children
        guard depth > 0, parts.count <= 16 else { return [] }
        let name = "\(type(of: value))"
        if name.hasPrefix("AsyncStream<") || name.hasPrefix("AsyncThrowingStream<") {
            // The value itself is a copy; its copies share this object.
            let context = parts.first { $0.label == "context" && type(of: $0.value) is AnyClass }?.value
            return context.map { [ObjectIdentifier($0 as AnyObject)] } ?? []
        }
        return parts.reduce(into: []) { $0.formUnion(streams(in: $1.value, depth: depth - 1)) }
    }

    private static let sharedText =
        "HTTPMock: two requests at once were answered by one .stream(…) of an AsyncStream, which only one task can "
        + "iterate. To fix this, register a response for each request, or make the stream in a handler: "
        + ".handler { _ in .stream(makeStream()) }."
}
