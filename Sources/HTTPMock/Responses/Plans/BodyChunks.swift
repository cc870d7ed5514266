import Foundation

/// The chunks of a body, each created when it is about to be sent.
struct BodyChunks: Sendable {
    private(set) var source: Source
    /// The size of a chunk in bytes; nil to send the source's own chunks.
    private(set) var chunkSize: Int?
    /// The time between two chunks, on the mock's clock.
    private(set) var interval = Duration.zero
    /// The number of bytes that may still be sent; nil for all.
    var limit: Int?
    /// Whether the limit is the stated length of the body, before which the body must not end.
    var isLengthStated = false
    /// The number of bytes sent so far; for a source of chunks, the number of chunks.
    private var position = 0
    /// The bytes and the chunks that were sent since other requests had a turn.
    private var turn = (bytes: 0, chunks: 0)

    enum Source: Sendable {
        case data(Data)
        case chunks([Data], every: Duration)
        case file(FileReader)
        case sequence(ChunkSource, of: RegisteredResponse)

        /// The number of bytes; nil for a body without a `Content-Length`.
        var count: Int? {
            switch self {
            case .data(let data): data.count
            case .file(let file): file.count
            // A server that sends a body chunk by chunk states no length either.
            case .chunks, .sequence: nil
            }
        }

        /// The number of bytes that the body has; nil for a sequence.
        var total: Int? {
            if case .chunks(let chunks, _) = self { return chunks.reduce(0) { $0 + $1.count } }
            return count
        }
    }

    init(_ source: Source) {
        self.source = source
        if case .chunks(let chunks, let interval) = source {
            self.source = .chunks(chunks.filter { !$0.isEmpty }, every: interval)
            self.interval = interval
        }
    }

    /// Cuts the body into chunks of one size; a sequence keeps its own chunks.
    mutating func cut(to size: Int, every interval: Duration) {
        if case .sequence = source { return }
        if case .chunks(let chunks, _) = source { source = .data(Data(joining: chunks)) }
        chunkSize = size
        self.interval = interval
    }

    mutating func next() -> Data? {
        guard hasMore else { return nil }
        if isTurnOver { turn = (0, 0) }
        let chunk: Data
        switch source {
        case .data(let data): chunk = received(data.dropFirst(position).prefix(chunkSize ?? data.count))
        case .chunks(let chunks, _):
            chunk = allowed(chunks[position]).rebased
            position += 1
        case .file, .sequence: return nil
        }
        turn = (turn.bytes + chunk.count, turn.chunks + 1)
        return chunk
    }

    /// Returns the part of a chunk that is sent, and counts its bytes as sent.
    mutating func received(_ chunk: Data) -> Data {
        let part = allowed(chunk)
        position += part.count
        return part.rebased
    }

    private mutating func allowed(_ chunk: Data) -> Data {
        guard let limit else { return chunk }
        let part = chunk.prefix(limit)
        self.limit = limit - part.count
        return part
    }

    var isAtLimit: Bool { limit == 0 }

    /// Whether more bytes follow; always true for a sequence below the limit.
    var hasMore: Bool {
        guard !isAtLimit else { return false }
        switch source {
        case .data(let data): return position < data.count
        case .chunks(let chunks, _): return position < chunks.count
        case .file(let file): return position < file.count
        case .sequence: return true
        }
    }

    /// Whether enough was sent without a pause that other requests should have a turn.
    var isTurnOver: Bool { turn.bytes >= 1 << 16 || turn.chunks >= 64 }
}

extension Data {
    /// Joins chunks by copying each of them whole.
    init(joining chunks: [Data]) {
        self.init(capacity: chunks.reduce(0) { $0 + $1.count })
        for chunk in chunks { append(chunk) }
    }

    /// The same bytes with indices from zero, as clients expect them.
    var rebased: Data { startIndex == 0 ? self : withUnsafeBytes { Data($0) } }
}

struct ChunkSource: Sendable {
    /// Passes every chunk to `accept`, which returns when the client wants the next chunk.
    ///
    /// Throws an error that names the response if another request has iterated the same stream.
    let run: UserOwned<@Sendable (RegisteredResponse, _ accept: (Data) async throws -> Void) async throws -> Void>

    init<Chunks: AsyncSequence & Sendable>(_ sequence: Chunks) where Chunks.Element == Data {
        // Read once, because a class of the user may change while requests iterate.
        let streams = Self.throwingStreams(in: sequence)
        run = UserOwned { response, accept in
            if let reason = Self.begin(Self.stream(of: sequence), streams) { throw response.error(reason) }
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
        /// The number of entries at which those of released streams are removed.
        var limit = 16
        /// The throwing streams that requests are iterating now, perhaps inside sequences of the user.
        var current: Set<ObjectIdentifier> = []
    }

    private struct WeakStream { weak var stream: AnyObject? }

    /// Notes the streams of a sequence; returns the reason why the request can't iterate them, nil if it can.
    ///
    /// - Parameter stream: The stream that the sequence is; nil if the sequence may give its elements again.
    private static func begin(_ stream: AnyObject?, _ streams: Set<ObjectIdentifier>) -> String? {
        let (reason, known) = uses.withLock { uses -> (String?, [AnyObject]) in
            // A new stream may have the identifier of a released one.
            if let stream, uses.begun[ObjectIdentifier(stream)]?.stream != nil { return (iteratedText, []) }
            guard uses.current.isDisjoint(with: streams) else { return (simultaneousText, []) }
            uses.current.formUnion(streams)
            guard let stream else { return (nil, []) }
            uses.begun[ObjectIdentifier(stream)] = WeakStream(stream: stream)
            guard uses.begun.count > uses.limit else { return (nil, []) }
            let known = uses.begun.values.compactMap(\.stream)
            uses.begun = Dictionary(uniqueKeysWithValues: known.map { (ObjectIdentifier($0), WeakStream(stream: $0)) })
            uses.limit = max(16, 2 * known.count)
            return (nil, known)
        }
        // The streams leave the lock, because the last reference to one of them may be this one, and the user's
        // `onTermination` runs at its release.
        return withExtendedLifetime(known) { reason }
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
    /// The standard library stops the process if two tasks wait for one of them at the same time.
    private static func throwingStreams(in value: Any, depth: Int = 8) -> Set<ObjectIdentifier> {
        let parts = Mirror(reflecting: value).children
        guard depth > 0, parts.count <= 16 else { return [] }
        if String(reflecting: type(of: value)).hasPrefix("Swift.AsyncThrowingStream<") {
            return Set(context(in: parts).map { [ObjectIdentifier($0)] } ?? [])
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

/// Reads a user's sequence one chunk at a time, in a task of its own.
///
/// Created and owned by one ``Exchange``.
struct SequenceReader {
    /// Gets the next chunk; nil at the end of the sequence.
    typealias Receiver = @Sendable (Result<Data?, any Error>) -> Void

    /// The receivers, each added when its chunk is wanted.
    private let demands: AsyncStream<Receiver>.Continuation
    private let task: ContextTask

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

    /// Calls a function once with the next chunk, on any thread.
    func next(_ receive: @escaping Receiver) {
        // On another thread, because resuming a task waits while the task is being cancelled, and its canceller may
        // wait for this queue.
        BackgroundThread.run { demands.yield(receive) }
    }

    func cancel() { task.cancel() }
}

/// An open file that is read in chunks, so that large files need little memory.
///
/// Owned by a request's plan. The methods may block, so they are called on the ``WorkerThreads`` for files.
final class FileReader: @unchecked Sendable {
    // Sendable: `handle` is used for one read at a time, by the one request that owns the reader.
    private let handle: FileHandle
    /// The size of the file in bytes when it was opened.
    let count: Int
    static let chunkSize = 64 << 10

    init(_ url: URL) throws {
        do {
            let values = try url.resourceValues(forKeys: [.isDirectoryKey])
            if values.isDirectory == true { throw CocoaError(.fileReadUnknown) }
            handle = try FileHandle(forReadingFrom: url)
            count = Int(try handle.seekToEnd())
            try handle.seek(toOffset: 0)
        } catch {
            throw HTTPMockError(
                "the file \(url.path) can't be read (\(error.reason)). To fix this, check that the file "
                    + "exists, is readable and, in a package, is listed under the target's resources")
        }
    }

    func read(upTo size: Int) throws -> Data? { try handle.read(upToCount: size).flatMap { $0.isEmpty ? nil : $0 } }
}
