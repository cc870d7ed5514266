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
    /// The number of bytes that were sent so far.
    private var sentBytes = 0
    /// The number of given chunks that were sent so far; 0 for any other source.
    private var sentChunks = 0
    private var turn = Turn()

    /// The chunks in memory that were sent since other requests had a turn; a file or a sequence waits for each chunk.
    private struct Turn {
        var bytes = 0
        var chunks = 0

        var isOver: Bool { bytes >= Self.byteLimit || chunks >= Self.chunkLimit }

        private static let byteLimit = 64 << 10
        private static let chunkLimit = 64
    }

    enum Source: Sendable {
        case data(Data)
        case chunks([Data], every: Duration)
        case file(FileReader)
        case sequence(ChunkSource, of: RegisteredResponse)

        /// The length that the head states if its fields state none; nil for a body in chunks or a sequence.
        var contentLength: Int? {
            switch self {
            case .data(let data): data.count
            case .file(let file): file.count
            // As with a server that sends a body chunk by chunk, although the sum of given chunks is known.
            case .chunks, .sequence: nil
            }
        }

        /// The number of bytes that the body has; nil for a sequence.
        var total: Int? {
            if case .chunks(let chunks, _) = self { return chunks.reduce(0) { $0 + $1.count } }
            return contentLength
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

    /// Returns the next chunk of a body in memory, and counts it as sent.
    ///
    /// Nil at the end, and for a file or a sequence, whose chunks another thread reads.
    mutating func next() -> Data? {
        guard hasMore else { return nil }
        if turn.isOver { turn = Turn() }
        let chunk: Data
        switch source {
        case .data(let data):
            chunk = take(data.dropFirst(sentBytes).prefix(chunkSize ?? data.count))
        case .chunks(let chunks, _):
            chunk = take(chunks[sentChunks])
            sentChunks += 1
        case .file, .sequence:
            return nil
        }
        turn.bytes += chunk.count
        turn.chunks += 1
        return chunk
    }

    /// Returns the part of a chunk that may be sent, and counts its bytes as sent.
    mutating func take(_ chunk: Data) -> Data {
        let part = takeAllowed(chunk)
        sentBytes += part.count
        return part.rebased
    }

    /// Returns the part of a chunk within the limit, and lowers the limit by that part.
    private mutating func takeAllowed(_ chunk: Data) -> Data {
        guard let limit else { return chunk }
        let part = chunk.prefix(limit)
        self.limit = limit - part.count
        return part
    }

    var isAtLimit: Bool { limit == 0 }

    /// Whether more bytes follow; always true for a sequence below the limit.
    var hasMore: Bool {
        if isAtLimit { return false }
        switch source {
        case .data(let data): return sentBytes < data.count
        case .chunks(let chunks, _): return sentChunks < chunks.count
        case .file(let file): return sentBytes < file.count
        case .sequence: return true
        }
    }

    /// Whether enough was sent without a pause that other requests should have a turn.
    var isTurnOver: Bool { turn.isOver }
}

extension Data {
    /// Joins chunks, each copied at once and not byte by byte as by `joined()`.
    init(joining chunks: [Data]) {
        self.init(capacity: chunks.reduce(0) { $0 + $1.count })
        for chunk in chunks { append(chunk) }
    }

    /// The same bytes with indices from zero, as clients expect them.
    var rebased: Data {
        guard startIndex != 0 else { return self }
        return withUnsafeBytes { Data($0) }
    }
}
