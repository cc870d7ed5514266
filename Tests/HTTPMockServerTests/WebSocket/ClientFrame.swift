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
