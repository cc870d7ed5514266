import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A strict parser of HTTP/1.1 requests: bytes in, events out.
///
/// The events depend only on the bytes, not on how the bytes are divided between calls, with two exceptions. A body
/// comes in the parts in which it arrives, and a rejection has only the arrived part of the first line. The caller
/// passes bytes that were not consumed to the next call again, followed by new bytes.
///
/// - SeeAlso: [RFC 9112](https://www.rfc-editor.org/rfc/rfc9112.html)
struct RequestParser {
    /// A part of a request that has been parsed.
    enum Event {
        case head(RequestHead)
        /// Some bytes of the body, a part of the input.
        case body(UnsafeRawBufferPointer)
        case end
        /// The request is rejected; nothing after it is parsed.
        case rejection(RejectedHead)
    }

    private enum State {
        case requestLine
        case fields(RequestLine)
        case body(remaining: Int)
        case chunkLine
        case chunk(remaining: Int)
        case chunkEnd
        case trailers
        case end
        case rejected
    }

    /// The first byte of a TLS record of a handshake (RFC 8446 §5.1).
    static let tlsHandshake: UInt8 = 0x16

    private let limits: HTTPMock.Server.Limits
    private var state = State.requestLine
    private var fields: [HeaderField] = []
    /// The number of bytes of the head, or of the trailers, before the current line.
    private var headSize = 0
    private var fieldCount = 0
    /// The number of bytes of the chunks so far, with the current one as a whole.
    private var bodySize = 0
    /// The number of bytes of the current line known to have no line feed.
    private var scanned = 0
    /// True after an empty line before the request line.
    private var hasSkippedLine = false
    /// True after a call that returned no event.
    private(set) var needsMore = false

    init(limits: HTTPMock.Server.Limits) {
        self.limits = limits
    }

    /// True before the first byte of a request; an empty line before the request does not count.
    var isBetweenRequests: Bool {
        if case .requestLine = state { scanned == 0 } else { false }
    }

    /// True from the end of a head to the end of the body and its trailers; false without a body.
    var isInBody: Bool {
        switch state {
        case .body, .chunkLine, .chunk, .chunkEnd, .trailers: true
        case .requestLine, .fields, .end, .rejected: false
        }
    }

    /// Parses up to the next event.
    ///
    /// - Parameter input: The bytes that were not consumed before; what is consumed is removed.
    /// - Returns: The event; nil if more bytes are needed, and after a rejection.
    mutating func next(in input: inout UnsafeRawBufferPointer) -> Event? {
        var before = input
        needsMore = false
        do {
            while let step = try step(&input) {
                if case .event(let event) = step { return event }
                before = input
            }
            needsMore = true
            return nil
        } catch {
            let rejected = RejectedHead(error, firstLine: firstLine(before))
            state = .rejected
            return .rejection(rejected)
        }
    }

    /// Returns the first line of the head that is being parsed, as far as it is known; empty after the head.
    ///
    /// - Parameter input: The bytes that have not been consumed.
    func firstLine(_ input: UnsafeRawBufferPointer) -> String {
        switch state {
        // The bytes of a TLS handshake mean nothing to a reader.
        case .requestLine where input.first == Self.tlsHandshake: ""
        case .requestLine: RejectedHead.firstLine(of: input)
        case .fields(let line): line.text
        case .body, .chunkLine, .chunk, .chunkEnd, .trailers, .end, .rejected: ""
        }
    }

    /// The result of one step.
    private enum Step {
        case event(Event)
        case silent
    }

    /// Makes one step; nil if more bytes are needed, and after a rejection.
    private mutating func step(_ input: inout UnsafeRawBufferPointer) throws(RequestRejection) -> Step? {
        switch state {
        case .requestLine: return try parseRequestLine(&input)
        case .fields(let line): return try parseFieldOrEnd(of: line, &input)
        case .body(let remaining):
            guard let bytes = input.take(atMost: remaining) else { return nil }
            state = bytes.count == remaining ? .end : .body(remaining: remaining - bytes.count)
            return .event(.body(bytes))
        case .chunkLine: return try parseChunkLine(&input)
        case .chunk(let remaining):
            guard let bytes = input.take(atMost: remaining) else { return nil }
            state = bytes.count == remaining ? .chunkEnd : .chunk(remaining: remaining - bytes.count)
            return .event(.body(bytes))
        case .chunkEnd:
            guard let first = input.first else { return nil }
            let mayEndInLineFeed = input.count < 2 || input[1] == .lineFeed
            guard first == .carriageReturn, mayEndInLineFeed else {
                throw .badRequest("A chunk is longer than its size.")
            }
            guard input.take(exactly: 2) != nil else { return nil }
            state = .chunkLine
            return .silent
        case .trailers: return try parseTrailer(&input)
        case .end:
            begin()
            return .event(.end)
        case .rejected:
            return nil
        }
    }

    private mutating func begin() {
        state = .requestLine
        fields = []
        headSize = 0
        fieldCount = 0
        bodySize = 0
        hasSkippedLine = false
    }
}

// MARK: - The head

extension RequestParser {
    private mutating func parseRequestLine(_ input: inout UnsafeRawBufferPointer) throws(RequestRejection) -> Step? {
        guard let first = input.first else { return nil }
        // Rejected at once, because a client that speaks TLS waits for an answer and may never end a line.
        guard first.isToken || first == .carriageReturn else {
            throw first == Self.tlsHandshake ? .tls : .badRequest("This is not the beginning of an HTTP/1.1 request.")
        }
        let end = lineFeed(in: input)
        // More bytes need no check here, because `takeLine` rejects a line that is longer than the head may be.
        let available = min(end ?? input.count, limits.head + 1)
        try checkLength(UnsafeRawBufferPointer(rebasing: input[..<available]))
        guard let line = try takeLine(&input, end: end) else { return nil }
        guard !line.isEmpty else {
            guard !hasSkippedLine else { throw .badRequest("Two empty lines precede the request.") }
            // An empty line before a request comes from clients that end a body with one.
            hasSkippedLine = true
            headSize = 0
            return .silent
        }
        state = .fields(try RequestLine(line))
        return .silent
    }

    /// Rejects a request line whose method or target is too long, complete or not.
    private func checkLength(_ line: UnsafeRawBufferPointer) throws(RequestRejection) {
        let limit = limits.target
        guard line.count > limit else { return }
        guard let space = line[...limit].firstIndex(of: .space) else {
            throw .badRequest("The method is too long.")
        }
        let start = space + 1
        // A target of the longest length ends before this index, at which a space follows.
        let longestEnd = start + limit
        guard line.count <= longestEnd || line[start...longestEnd].contains(.space) else {
            throw RequestRejection(
                414, "The target is longer than the \(limit.counted("byte")) that Limits.target allows.",
                raising: "target")
        }
    }

    private mutating func parseFieldOrEnd(
        of requestLine: RequestLine, _ input: inout UnsafeRawBufferPointer
    ) throws(RequestRejection) -> Step? {
        guard let line = try takeLine(&input, end: lineFeed(in: input)) else { return nil }
        guard line.isEmpty else {
            fields.append(try parseField(line))
            return .silent
        }
        let head = try RequestHead(requestLine, fields)
        fields = []
        if let rejection = head.rejection(bodyLimit: limits.body) {
            state = .rejected
            return .event(.rejection(RejectedHead(rejection, of: head)))
        }
        switch head.framing {
        case .none: state = .end
        case .length(let count): state = .body(remaining: count)
        case .chunked: state = .chunkLine
        }
        return .event(.head(head))
    }

    private mutating func parseField(_ line: UnsafeRawBufferPointer) throws(RequestRejection) -> HeaderField {
        fieldCount += 1
        guard fieldCount <= limits.fieldCount else {
            throw RequestRejection(
                431, "There are more fields than the \(limits.fieldCount) of Limits.fieldCount.",
                raising: "fieldCount")
        }
        return try HeaderField(line)
    }

    /// Removes a complete line of the head or the trailers.
    ///
    /// - Parameter end: The index of the line's line feed; nil if it has not arrived.
    /// - Returns: The line without its CRLF; nil if it is not complete.
    private mutating func takeLine(
        _ input: inout UnsafeRawBufferPointer, end: Int?
    ) throws(RequestRejection) -> UnsafeRawBufferPointer? {
        // An incomplete line has this size at least.
        let size = end.map { $0 + 1 } ?? input.count
        guard headSize + size <= limits.head else {
            throw RequestRejection(
                431, "The fields are longer than the \(limits.head.counted("byte")) that Limits.head allows.",
                raising: "head")
        }
        guard end != nil, let line = input.take(exactly: size) else { return nil }
        headSize += size
        return try withoutEnd(line)
    }

    /// Returns the index of the next line feed; no byte is searched twice.
    private mutating func lineFeed(in input: UnsafeRawBufferPointer) -> Int? {
        guard let base = input.baseAddress, scanned < input.count,
            let found = memchr(base + scanned, Int32(UInt8.lineFeed), input.count - scanned)
        else {
            scanned = input.count
            return nil
        }
        scanned = 0
        return UnsafeRawPointer(found) - base
    }

    /// Returns a line without its CRLF.
    private func withoutEnd(_ line: UnsafeRawBufferPointer) throws(RequestRejection) -> UnsafeRawBufferPointer {
        guard line.count >= 2, line[line.count - 2] == .carriageReturn else {
            throw .badRequest("A line ends with a line feed only.")
        }
        return UnsafeRawBufferPointer(rebasing: line[..<(line.count - 2)])
    }
}

// MARK: - The chunked coding

extension RequestParser {
    private mutating func parseChunkLine(_ input: inout UnsafeRawBufferPointer) throws(RequestRejection) -> Step? {
        let end = lineFeed(in: input)
        // The limit does not include the CRLF.
        guard (end.map { $0 + 1 } ?? input.count) <= ChunkLine.limit + 2 else {
            throw .badRequest("The extensions of a chunk are longer than \(ChunkLine.limit) bytes.")
        }
        guard let end, let line = input.take(exactly: end + 1) else { return nil }
        let size = try ChunkLine.size(try withoutEnd(line))
        guard size > 0 else {
            headSize = 0
            fieldCount = 0
            state = .trailers
            return .silent
        }
        guard size <= limits.body - bodySize else { throw .bodyTooLarge(limit: limits.body) }
        bodySize += size
        state = .chunk(remaining: size)
        return .silent
    }

    private mutating func parseTrailer(_ input: inout UnsafeRawBufferPointer) throws(RequestRejection) -> Step? {
        guard let line = try takeLine(&input, end: lineFeed(in: input)) else { return nil }
        if line.isEmpty {
            state = .end
        } else {
            _ = try parseField(line)
        }
        return .silent
    }
}

extension UnsafeRawBufferPointer {
    /// Removes some bytes from the front; nil if there are fewer.
    fileprivate mutating func take(exactly count: Int) -> UnsafeRawBufferPointer? {
        guard self.count >= count else { return nil }
        let taken = UnsafeRawBufferPointer(rebasing: self[..<count])
        self = UnsafeRawBufferPointer(rebasing: self[count...])
        return taken
    }

    /// Removes up to `count` bytes from the front; nil if there are none.
    fileprivate mutating func take(atMost count: Int) -> UnsafeRawBufferPointer? {
        isEmpty ? nil : take(exactly: Swift.min(count, self.count))
    }
}
