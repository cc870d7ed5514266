@testable import HTTPMockServer

/// A frame as a client writes it, right or wrong in each part.
struct ClientFrame {
    var isFinal = true
    /// The three reserved bits, RSV1 first.
    var reserved: UInt8 = 0
    var opcode: UInt8
    var isMasked = true
    var mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    var payload: [UInt8] = []
    /// The length to write; that of the payload if nil.
    var length: UInt64?
    /// The number of bytes of the extended length; as few as possible if nil.
    var lengthSize: Int?

    static func text(_ text: String, isFinal: Bool = true) -> ClientFrame {
        ClientFrame(isFinal: isFinal, opcode: 0x1, payload: Array(text.utf8))
    }

    static func text(bytes: [UInt8], isFinal: Bool = true) -> ClientFrame {
        ClientFrame(isFinal: isFinal, opcode: 0x1, payload: bytes)
    }

    static func binary(_ bytes: [UInt8], isFinal: Bool = true) -> ClientFrame {
        ClientFrame(isFinal: isFinal, opcode: 0x2, payload: bytes)
    }

    static func more(_ bytes: [UInt8], isFinal: Bool = true) -> ClientFrame {
        ClientFrame(isFinal: isFinal, opcode: 0x0, payload: bytes)
    }

    static func more(_ text: String, isFinal: Bool = true) -> ClientFrame {
        more(Array(text.utf8), isFinal: isFinal)
    }

    static func ping(_ text: String = "") -> ClientFrame {
        ClientFrame(opcode: 0x9, payload: Array(text.utf8))
    }

    static func pong(_ text: String = "") -> ClientFrame {
        ClientFrame(opcode: 0xA, payload: Array(text.utf8))
    }

    static func close(_ code: UInt16, _ reason: String = "") -> ClientFrame {
        close(code, bytes: Array(reason.utf8))
    }

    static func close(_ code: UInt16, bytes: [UInt8]) -> ClientFrame {
        ClientFrame(opcode: 0x8, payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + bytes)
    }

    var bytes: [UInt8] {
        let length = length ?? UInt64(payload.count)
        let size = lengthSize ?? Self.smallestSize(of: length)
        var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
        let maskBit: UInt8 = isMasked ? 0x80 : 0
        switch size {
        case 0: bytes.append(maskBit | UInt8(length))
        case 2: bytes.append(maskBit | 126)
        default: bytes.append(maskBit | 127)
        }
        for shift in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: length >> (UInt64(shift) * 8))) }
        guard isMasked else { return bytes + payload }
        bytes += mask
        // A mask of zeros changes nothing, which is quick for large payloads.
        guard mask != [0, 0, 0, 0] else { return bytes + payload }
        bytes += payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
        return bytes
    }

    private static func smallestSize(of length: UInt64) -> Int {
        switch length {
        case 0..<126: 0
        case 126..<65_536: 2
        default: 8
        }
    }
}

/// What a reader has found, without the words of a mistake.
enum ReadEvent: Equatable, Sendable {
    case text(String)
    case data([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(UInt16, String)
    case mistake(UInt16)

    init(_ event: WebSocketReader.Event) {
        switch event {
        case .message(.text(let text)): self = .text(text)
        case .message(.data(let data)): self = .data(Array(data))
        case .ping(let payload): self = .ping(Array(payload))
        case .pong(let payload): self = .pong(Array(payload))
        case .close(let code, let reason): self = .close(code.rawValue, reason)
        case .mistake(let mistake): self = .mistake(mistake.code.rawValue)
        }
    }

    /// Returns what a new reader finds in bytes that arrive in parts.
    static func read(_ parts: [[UInt8]], limit: Int = 1 << 20) -> [ReadEvent] {
        var reader = WebSocketReader(limit: limit)
        var events: [ReadEvent] = []
        var rest: [UInt8] = []
        for part in parts {
            rest += part
            rest.withUnsafeBytes { buffer in
                var input = buffer
                while let event = reader.next(in: &input) { events.append(ReadEvent(event)) }
                rest = Array(input)
            }
        }
        return events
    }
}
