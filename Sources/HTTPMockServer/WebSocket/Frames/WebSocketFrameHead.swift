/// The head of a frame that a client sends, checked as far as one frame can be.
///
/// - SeeAlso: [RFC 6455 §5.2](https://www.rfc-editor.org/rfc/rfc6455.html#section-5.2)
struct WebSocketFrameHead: Hashable, Sendable {
    let isFinal: Bool
    let opcode: WebSocketOpcode
    /// The number of bytes of the payload.
    let length: Int
    /// The bytes that the payload is masked with, four of them.
    let mask: WebSocketMask

    /// The longest payload of a control frame, in bytes (RFC 6455 §5.5).
    static let controlLimit = 125

    private static let finalBit: UInt8 = 0x80
    private static let reservedBits: UInt8 = 0x70
    private static let opcodeBits: UInt8 = 0x0F
    private static let maskBit: UInt8 = 0x80
    private static let lengthBits: UInt8 = 0x7F
    private static let maskSize = 4

    /// Returns the head at the beginning of some bytes; nil if it is not complete and has no mistake so far.
    ///
    /// A mistake is thrown as soon as its last byte has come, however the bytes are divided.
    ///
    /// - Parameters:
    ///   - input: The bytes; those of the head are removed.
    ///   - isInMessage: Whether a fragmented message has begun.
    static func read(
        from input: inout UnsafeRawBufferPointer, isInMessage: Bool
    ) throws(WebSocketMistake) -> WebSocketFrameHead? {
        guard let first = input.first else { return nil }
        let opcode = try opcode(of: first, isInMessage: isInMessage)
        guard input.count >= 2 else { return nil }
        let second = input[1]
        guard second & maskBit != 0 else {
            throw .protocolError("A frame is not masked: its mask bit is 0.")
        }
        let shortLength = Int(second & lengthBits)
        if opcode.isControl, shortLength > controlLimit {
            throw .protocolError("A \(opcode) frame is longer than \(controlLimit) bytes.")
        }
        let lengthSize = extendedLengthSize(shortLength)
        guard input.count >= 2 + lengthSize else {
            try checkBeginning(ofLength: input.dropFirst(2), size: lengthSize)
            return nil
        }
        var length = shortLength
        if lengthSize > 0 { length = try extendedLength(input[2..<2 + lengthSize]) }
        let size = 2 + lengthSize + maskSize
        guard input.count >= size else { return nil }
        let mask = WebSocketMask(input[(size - maskSize)..<size])
        input = UnsafeRawBufferPointer(rebasing: input[size...])
        return WebSocketFrameHead(isFinal: first & finalBit != 0, opcode: opcode, length: length, mask: mask)
    }

    /// Returns the opcode of a frame's first byte, whose other bits are checked as well.
    private static func opcode(
        of first: UInt8, isInMessage: Bool
    ) throws(WebSocketMistake) -> WebSocketOpcode {
        guard first & reservedBits == 0 else {
            throw .protocolError("A frame has a reserved bit: RSV\(reservedBitNumber(first)) is 1.")
        }
        let number = first & opcodeBits
        guard let opcode = WebSocketOpcode(rawValue: number) else {
            throw .protocolError("A frame has the reserved opcode 0x\(String(number, radix: 16, uppercase: true)).")
        }
        let isFinal = first & finalBit != 0
        if opcode.isControl {
            guard isFinal else { throw .protocolError("A \(opcode) frame is fragmented: its FIN bit is 0.") }
        } else if opcode == .continuation {
            guard isInMessage else {
                throw .protocolError("A continuation frame (opcode 0x0) comes without a message to continue.")
            }
        } else if isInMessage {
            throw .protocolError("A \(opcode) frame comes before the fragmented message has ended.")
        }
        return opcode
    }

    private static func reservedBitNumber(_ first: UInt8) -> Int {
        if first & 0x40 != 0 { return 1 }
        if first & 0x20 != 0 { return 2 }
        return 3
    }

    /// Returns the number of bytes of an extended length; 0 if the second byte has the length.
    private static func extendedLengthSize(_ shortLength: Int) -> Int {
        switch shortLength {
        case 126: 2
        case 127: 8
        default: 0
        }
    }

    /// Checks the first byte of an extended length that has not arrived completely.
    private static func checkBeginning(
        ofLength bytes: Slice<UnsafeRawBufferPointer>, size: Int
    ) throws(WebSocketMistake) {
        if size == 8, let first = bytes.first, first & 0x80 != 0 { throw .negativeLength }
    }

    private static func extendedLength(_ bytes: Slice<UnsafeRawBufferPointer>) throws(WebSocketMistake) -> Int {
        let length = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(Int64.max) else { throw .negativeLength }
        // A shorter form has every smaller length.
        let smallest = bytes.count == 2 ? 126 : 1 << 16
        guard length >= smallest else {
            throw .protocolError("A frame's length of \(length) is written with more bytes than it needs.")
        }
        return Int(clamping: length)
    }
}

extension WebSocketMistake {
    fileprivate static let negativeLength = protocolError("The first bit of a frame's 64-bit length is not 0.")
}
