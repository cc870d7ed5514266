import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Finds the end of a message's body, whose bytes are forwarded as they are.
struct ForwardedBody {
    /// The rule by which the end of a body is found.
    enum Framing: Hashable {
        case none
        case length(Int)
        case chunked
        /// The fields name no end, or contradict each other: all further bytes of the connection are forwarded.
        case unknown
    }

    private enum State {
        case ended
        case bytes(remaining: Int)
        /// The digits of a chunk's size, with the size so far.
        case chunkSize(Int, digits: Int)
        /// The rest of the line with a chunk's size.
        case chunkExtension(size: Int)
        case chunk(remaining: Int)
        case chunkEnd
        /// A line after the last chunk, which ends the body if it is empty.
        case trailer(isEmpty: Bool)
        case unknown
    }

    private var state: State
    /// The most digits of a chunk's size, which fit into an `Int`; a longer size counts as unknown framing.
    private static let mostDigits = Int.bitWidth / 4 - 1

    init(_ framing: Framing) {
        state =
            switch framing {
            case .none: .ended
            case .length(let length): .bytes(remaining: length)
            case .chunked: .chunkSize(0, digits: 0)
            case .unknown: .unknown
            }
    }

    /// True after the last byte of the body.
    var isEnded: Bool { if case .ended = state { true } else { false } }

    /// Follows the body through some input.
    ///
    /// - Returns: The number of the input's first bytes that belong to the body.
    mutating func take(_ input: UnsafeRawBufferPointer) -> Int {
        var index = 0
        while index < input.count {
            switch state {
            case .ended: return index
            case .unknown: return input.count
            case .bytes(let rest):
                let count = min(rest, input.count - index)
                index += count
                state = count == rest ? .ended : .bytes(remaining: rest - count)
            case .chunk(let rest):
                let count = min(rest, input.count - index)
                index += count
                state = count == rest ? .chunkEnd : .chunk(remaining: rest - count)
            case .chunkSize, .chunkExtension, .chunkEnd, .trailer:
                take(input[index])
                index += 1
            }
        }
        return index
    }

    /// Handles a byte before, between or after the chunks.
    private mutating func take(_ byte: UInt8) {
        if case .chunkSize(let size, let digits) = state, digits < Self.mostDigits, let digit = byte.hexadecimalValue {
            state = .chunkSize(size * 16 + Int(digit), digits: digits + 1)
            return
        }
        switch (state, byte) {
        case (.chunkSize(let size, 1...), .lineFeed), (.chunkExtension(let size), .lineFeed):
            state = size == 0 ? .trailer(isEmpty: true) : .chunk(remaining: size)
        case (.chunkSize(let size, 1...), UInt8(ascii: ";")), (.chunkSize(let size, 1...), .carriageReturn),
            (.chunkSize(let size, 1...), .space), (.chunkSize(let size, 1...), .tab):
            state = .chunkExtension(size: size)
        case (.chunkExtension, _): break
        case (.chunkEnd, .carriageReturn): break
        case (.chunkEnd, .lineFeed): state = .chunkSize(0, digits: 0)
        case (.trailer(isEmpty: true), .lineFeed): state = .ended
        case (.trailer, .lineFeed): state = .trailer(isEmpty: true)
        case (.trailer(isEmpty: true), .carriageReturn): break
        case (.trailer, _): state = .trailer(isEmpty: false)
        // Implementations of HTTP disagree on what follows such a byte, so all further bytes are forwarded.
        default: state = .unknown
        }
    }
}
