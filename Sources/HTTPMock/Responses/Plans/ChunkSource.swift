import Foundation

/// A user's sequence of chunks.
///
/// Owned by the response. May be used on any thread.
struct ChunkSource: Sendable {
    /// Passes every chunk to `accept`, which returns when the client wants the next chunk.
    ///
    /// Throws an error that names the response if another request has iterated the same stream. Also throws if another
    /// request is reading a throwing stream inside of the sequence.
    let run: UserOwned<@Sendable (RegisteredResponse, _ accept: (Data) async throws -> Void) async throws -> Void>

    init<Chunks: AsyncSequence & Sendable>(_ sequence: Chunks) where Chunks.Element == Data {
        // Read once, because a class of the user may change while requests iterate.
        let streams = Self.throwingStreams(in: sequence)
        run = UserOwned { response, accept in
            let reason = Self.begin(Self.stream(of: sequence), throwingStreams: streams)
            if let reason { throw response.error(reason) }
            defer { Self.uses.withLock { $0.current.subtract(streams) } }
            var iterator = sequence.makeAsyncIterator()
            while let chunk = try await iterator.next() {
                do {
                    try await accept(chunk)
                } catch {
                    // A stream notices only in `next()` that its reader is cancelled, and then calls `onTermination`.
                    _ = try? await iterator.next()
                    throw error
                }
            }
        }
    }

    private static let uses = Locked(Uses())

    private struct Uses {
        /// The streams that a request has begun to iterate, at least as long as they exist.
        var begun: [ObjectIdentifier: WeakStream] = [:]
        /// The number of entries beyond which those of released streams are removed.
        var limit = leastLimit
        static let leastLimit = 16
        /// The throwing streams that requests are iterating now, perhaps inside sequences of the user.
        var current: Set<ObjectIdentifier> = []
    }

    private struct WeakStream { weak var stream: AnyObject? }

    /// Notes the streams of a sequence; returns the reason why the request can't iterate them, nil if it can.
    ///
    /// - Parameters:
    ///   - stream: The stream that the sequence is; nil if the sequence may give its elements again.
    ///   - throwingStreams: The throwing streams inside the sequence.
    private static func begin(_ stream: AnyObject?, throwingStreams: Set<ObjectIdentifier>) -> String? {
        let (reason, alive) = uses.withLock { uses -> (String?, [AnyObject]) in
            // A new stream may have the identifier of a released one.
            if let stream, uses.begun[ObjectIdentifier(stream)]?.stream != nil { return (iteratedText, []) }
            guard uses.current.isDisjoint(with: throwingStreams) else { return (simultaneousText, []) }
            uses.current.formUnion(throwingStreams)
            guard let stream else { return (nil, []) }
            uses.begun[ObjectIdentifier(stream)] = WeakStream(stream: stream)
            guard uses.begun.count > uses.limit else { return (nil, []) }
            let alive = uses.begun.values.compactMap(\.stream)
            uses.begun = Dictionary(uniqueKeysWithValues: alive.map { (ObjectIdentifier($0), WeakStream(stream: $0)) })
            uses.limit = max(Uses.leastLimit, 2 * alive.count)
            return (nil, alive)
        }
        // The streams leave the lock, because the last reference to one of them may be this one, and the user's
        // `onTermination` runs at its release.
        return withExtendedLifetime(alive) { reason }
    }

    /// Returns the object of the stream that a sequence is, perhaps below a `map` of the standard library.
    ///
    /// Nil for any other sequence, because a type of the user may keep what it reads from a stream, and replay it.
    private static func stream(of sequence: Any) -> AnyObject? {
        guard String(reflecting: type(of: sequence)).hasPrefix("Swift.Async") else { return nil }
        let parts = Mirror(reflecting: sequence).children
        if let base = parts.first(where: { $0.label == "base" }) { return stream(of: base.value) }
        return context(in: parts)
    }

    /// Returns the throwing streams inside a sequence of any type, by the objects that they refer to.
    ///
    /// The standard library stops the process if two tasks wait for one of them at the same time. Streams deep inside,
    /// and in a value of many parts such as a large array, are not found.
    private static func throwingStreams(in value: Any, depth: Int = 8) -> Set<ObjectIdentifier> {
        let parts = Mirror(reflecting: value).children
        guard depth > 0, parts.count <= 16 else { return [] }
        if String(reflecting: type(of: value)).hasPrefix("Swift.AsyncThrowingStream<") {
            guard let stream = context(in: parts) else { return [] }
            return [ObjectIdentifier(stream)]
        }
        return parts.reduce(into: []) { $0.formUnion(throwingStreams(in: $1.value, depth: depth - 1)) }
    }

    /// Returns the object that all copies of a stream share.
    private static func context(in parts: Mirror.Children) -> AnyObject? {
        let context = parts.first { $0.label == "context" && type(of: $0.value) is AnyClass }
        return context.map { $0.value as AnyObject }
    }

    private static let iteratedText =
        "its AsyncStream was given to another request already, and can be iterated only once. To fix this, make a stream "
        + "for each request: .handler { _ in .stream(makeStream()) }"

    private static let simultaneousText =
        "its sequence contains an AsyncThrowingStream that another request is reading. To fix this, make a sequence for "
        + "each request: .handler { _ in .stream(makeSequence()) }"
}
