@testable import HTTPMockServer

/// A slow and obvious reader of a client's frames, which sees all bytes at once.
///
/// It knows a frame only when its head is complete, unmasks byte by byte, and lets the standard library check text.
struct ReferenceWebSocketReader {
    private let bytes: [UInt8]
    private let limit: Int
    private var index = 0
    private var events: [ReadEvent] = []
    private var message: (isText: Bool, bytes: [UInt8])?

    private struct Mistake: Error {
        let code: UInt16
    }

    /// Thrown where the bytes end.
    private struct End: Error {}

    static func read(_ bytes: [UInt8], limit: Int) -> [ReadEvent] {
        var reader = ReferenceWebSocketReader(bytes: bytes, limit: limit)
        do {
            while try reader.readFrame() {}
        } catch let mistake as Mistake {
            reader.events.append(.mistake(mistake.code))
        } catch {}
        return reader.events
    }

    private init(bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    private mutating func byte() throws -> UInt8 {
        guard index < bytes.count else { throw End() }
        index += 1
        return bytes[index - 1]
    }

    private func require(_ isRight: Bool, _ code: UInt16 = 1002) throws {
        if !isRight { throw Mistake(code: code) }
    }

    /// Returns false after the client has closed.
    private mutating func readFrame() throws -> Bool {
        let first = try byte()
        let (isFinal, opcode) = (first >= 128, first % 16)
        try require((first / 16) % 8 == 0)
        try require([0, 1, 2, 8, 9, 10].contains(opcode))
        try require(opcode < 8 || isFinal)
        if opcode == 0 { try require(message != nil) }
        if opcode == 1 || opcode == 2 { try require(message == nil) }

        let second = try byte()
        try require(second >= 128)
        var length = UInt64(second % 128)
        if opcode >= 8 { try require(length <= 125) }
        if length >= 126 {
            let size = length == 126 ? 2 : 8
            length = 0
            for number in 0..<size {
                let next = try byte()
                if size == 8, number == 0 { try require(next < 128) }
                length = length * 256 + UInt64(next)
            }
            try require(size == 2 ? length > 125 : length > 65_535)
        }
        let mask = [try byte(), try byte(), try byte(), try byte()]
        if opcode < 3 { try require(UInt64(message?.bytes.count ?? 0) + length <= UInt64(limit), 1009) }
        if message == nil, opcode == 1 || opcode == 2 { message = (opcode == 1, []) }

        var payload: [UInt8] = []
        while payload.count < length {
            let next = try byte() ^ mask[payload.count % 4]
            payload.append(next)
            guard opcode < 3 else { continue }
            message?.bytes.append(next)
            if let message, message.isText { try require(Self.isBeginningOfText(message.bytes), 1007) }
        }
        switch opcode {
        case 8: return try close(payload)
        case 9: events.append(.ping(payload))
        case 10: events.append(.pong(payload))
        default: if isFinal { try endMessage() }
        }
        return true
    }

    private mutating func endMessage() throws {
        guard let message else { return }
        self.message = nil
        guard message.isText else { return events.append(.data(message.bytes)) }
        guard let text = String(validating: message.bytes, as: UTF8.self) else { throw Mistake(code: 1007) }
        events.append(.text(text))
    }

    private mutating func close(_ payload: [UInt8]) throws -> Bool {
        try require(payload.count != 1)
        guard payload.count >= 2 else {
            events.append(.close(1005, ""))
            return false
        }
        let code = UInt16(payload[0]) * 256 + UInt16(payload[1])
        try require(
            [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014].contains(code)
                || 3000...4999 ~= code)
        guard let reason = String(validating: payload[2...], as: UTF8.self) else { throw Mistake(code: 1007) }
        events.append(.close(code, reason))
        return false
    }

    /// Returns whether some text begins with the bytes: at most three bytes are missing at their end.
    static func isBeginningOfText(_ bytes: [UInt8]) -> Bool {
        // Only the last characters can be new.
        let last = Array(bytes.suffix(8).drop { $0 & 0xC0 == 0x80 })
        let earlier = bytes.suffix(8).prefix { $0 & 0xC0 == 0x80 }.count
        guard bytes.count > 8 || earlier == 0, earlier < 4 else { return false }
        let ends: [[UInt8]] = [[], [0x80], [0x9F], [0xA0], [0xBF], [0x90], [0x8F]]
        for second in ends {
            for third in [[], [0x80 as UInt8]] {
                for fourth in [[], [0x80 as UInt8]]
                where String(validating: last + second + third + fourth, as: UTF8.self) != nil {
                    return true
                }
            }
        }
        return false
    }
}
