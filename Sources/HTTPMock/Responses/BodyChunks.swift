import Foundation

/// The chunks of a body, each created when it is about to be sent.
///
/// A body costs nothing in advance, whatever its size and its number of chunks.
struct BodyChunks: Sendable {
    private(set) var source: Source
    /// The size of a chunk in bytes; nil to send the source's own chunks.
    private(set) var chunkSize: Int?
    /// The time between two chunks, on the mock's clock.
    private(set) var interval: Duration
    /// The number of bytes that may still be sent; nil for all.
    var limit: Int?
    /// The number of bytes or, for a source of chunks, of chunks sent so far.
    private var position = 0
    /// The bytes and the chunks that were sent since other requests had a turn.
    private var turn = (bytes: 0, chunks: 0)

    enum Source: Sendable {
        case data(Data)
        case chunks([Data], every: Duration)
        case file(FileReader)
        case sequence(ChunkSource)

        /// The number of bytes; nil for a body without a `Content-Length`.
        var count: Int? {
            switch self {
            case .data(let data): data.count
            case .file(let file): file.count
            // A server that sends a body chunk by chunk states no length either.
            case .chunks, .sequence: nil
            }
        }
    }

    /// Creates the chunks of a body.
    ///
    /// - Parameters:
    ///   - source: The body.
    ///   - limit: The maximum number of bytes to send; nil for all.
    init(_ source: Source, limit: Int? = nil) {
        self.source = source
        self.limit = limit
        interval = .zero
        if case .chunks(let chunks, let interval) = source {
            self.source = .chunks(chunks.filter { !$0.isEmpty }, every: interval)
            self.interval = interval
        }
    }

    /// Cuts the body into chunks of one size; a sequence keeps its own chunks.
    mutating func cut(to size: Int, every interval: Duration) {
        switch source {
        case .chunks(let chunks, _): source = .data(Data(joining: chunks))
        case .data, .file: break
        case .sequence: return
        }
        chunkSize = size
        self.interval = interval
    }

    /// Returns the next chunk of a body that is in memory; nil at the end.
    mutating func next() -> Data? {
        guard hasMore else { return nil }
        if isTurnOver { turn = (0, 0) }
        switch source {
        case .data(let data):
            let rest = data.dropFirst(position)
            let chunk = allowed(chunkSize.map { rest.prefix($0) } ?? rest)
            position += chunk.count
            turn = (turn.bytes + chunk.count, turn.chunks + 1)
            return chunk.rebased
        case .chunks(let chunks, _):
            let chunk = allowed(chunks[position])
            position += 1
            turn = (turn.bytes + chunk.count, turn.chunks + 1)
            return chunk.rebased
        case .file, .sequence:
            return nil
        }
    }

    /// Counts a chunk that was read from a file.
    mutating func note(_ chunk: Data) {
        position += chunk.count
        _ = allowed(chunk)
    }

    /// Returns the part of a chunk that is within the limit, and counts that part.
    mutating func allowed(_ chunk: Data) -> Data {
        guard let limit else { return chunk }
        let part = chunk.prefix(limit)
        self.limit = limit - part.count
        return part
    }

    /// Whether the limit has been reached.
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
