import Testing

@testable import HTTPMockServer

/// Frames of a client and what a server makes of them: the rules of RFC 6455 that it enforces.
struct WebSocketRow: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let events: [ReadEvent]

    /// The most bytes of a message, for every row.
    static let limit = 70_000

    init(_ name: String, _ frames: [ClientFrame], _ events: [ReadEvent]) {
        self.init(name, bytes: frames.flatMap(\.bytes), events)
    }

    init(_ name: String, bytes: [UInt8], _ events: [ReadEvent]) {
        self.name = name
        self.bytes = bytes
        self.events = events
    }

    var testDescription: String { name }

    /// The code of the mistake, or of the client's close frame; nil if the connection stays open.
    var code: UInt16? {
        switch events.last {
        case .mistake(let code), .close(let code, _): code
        default: nil
        }
    }
}

extension WebSocketRow {
    static let all = framing + pings + reservedBits + opcodes + fragmentation + texts + closes + limits

    private static let hi = ReadEvent.text("hi")

    // MARK: Framing

    private static let framing: [WebSocketRow] =
        [0, 1, 125, 126, 127, 128, 65_535, 65_536].flatMap { size -> [WebSocketRow] in
            let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: size)
            return [
                .init("a text of \(size) bytes", [.text(bytes: bytes)], [.text(String(repeating: "a", count: size))]),
                .init("a binary message of \(size) bytes", [.binary(bytes)], [.data(bytes)]),
            ]
        } + [
            .init("two messages in one write", [.text("hi"), .text("ho")], [hi, .text("ho")]),
            .init("a mask of zeros", [ClientFrame(opcode: 1, mask: [0, 0, 0, 0], payload: [0x68, 0x69])], [hi]),
            .init(
                "a text that is not masked", [ClientFrame(opcode: 1, isMasked: false, payload: [0x68])],
                [.mistake(1002)]),
            .init("a binary message that is not masked", [ClientFrame(opcode: 2, isMasked: false)], [.mistake(1002)]),
            .init("a ping that is not masked", [ClientFrame(opcode: 9, isMasked: false)], [.mistake(1002)]),
            .init("a pong that is not masked", [ClientFrame(opcode: 10, isMasked: false)], [.mistake(1002)]),
            .init("a close frame that is not masked", [ClientFrame(opcode: 8, isMasked: false)], [.mistake(1002)]),
            .init(
                "a continuation that is not masked",
                [.text("h", isFinal: false), ClientFrame(opcode: 0, isMasked: false)], [.mistake(1002)]),
            .init(
                "a message after one that is not masked",
                [ClientFrame(opcode: 1, isMasked: false, payload: [0x68]), .text("hi")], [.mistake(1002)]),
            .init("a length of 0 in 16 bits", [ClientFrame(opcode: 1, lengthSize: 2)], [.mistake(1002)]),
            .init("a length of 125 in 16 bits", [.padded(125, 2)], [.mistake(1002)]),
            .init("a length of 126 in 16 bits", [.padded(126, 2)], [.data([UInt8](repeating: 0, count: 126))]),
            .init("a length of 0 in 64 bits", [ClientFrame(opcode: 1, lengthSize: 8)], [.mistake(1002)]),
            .init("a length of 125 in 64 bits", [.padded(125, 8)], [.mistake(1002)]),
            .init("a length of 126 in 64 bits", [.padded(126, 8)], [.mistake(1002)]),
            .init("a length of 65535 in 64 bits", [.padded(65_535, 8)], [.mistake(1002)]),
            .init("a length whose first bit is 1", [ClientFrame(opcode: 2, length: 1 << 63)], [.mistake(1002)]),
            .init("a length of all bits", [ClientFrame(opcode: 2, length: .max)], [.mistake(1002)]),
            .init("the first byte of such a length", bytes: [0x82, 0xFF, 0x80], [.mistake(1002)]),
            .init("one byte of a frame", bytes: [0x81], []),
            .init("two bytes of a frame", bytes: [0x81, 0x82], []),
            .init("a frame without its last byte", bytes: ClientFrame.text("hi").bytes.dropLast(), []),
        ]

    // MARK: Pings

    private static let pings: [WebSocketRow] = [
        .init("an empty ping", [.ping()], [.ping([])]),
        .init("a ping with a payload", [.ping("hi")], [.ping([0x68, 0x69])]),
        .init(
            "a ping that is not text", [ClientFrame(opcode: 9, payload: [0, 0xFF, 0xFE])], [.ping([0, 0xFF, 0xFE])]),
        .init("a ping of 125 bytes", [.control(9, 125)], [.ping([UInt8](repeating: 0, count: 125))]),
        .init("a ping of 126 bytes", [.control(9, 126)], [.mistake(1002)]),
        .init("a ping of 65536 bytes", [.control(9, 65_536)], [.mistake(1002)]),
        .init("a ping whose length has 64 bits", [ClientFrame(opcode: 9, lengthSize: 8)], [.mistake(1002)]),
        .init("the first bytes of a long ping", bytes: [0x89, 0xFE], [.mistake(1002)]),
        .init("ten pings", (0..<10).map { .ping("\($0)") }, (0..<10).map { .ping(Array("\($0)".utf8)) }),
        .init("a pong that nobody asked for", [.pong()], [.pong([])]),
        .init("a pong with a payload", [.pong("hi")], [.pong([0x68, 0x69])]),
        .init("a pong of 125 bytes", [.control(10, 125)], [.pong([UInt8](repeating: 0, count: 125))]),
        .init("a pong of 126 bytes", [.control(10, 126)], [.mistake(1002)]),
        .init("a ping between two messages", [.text("hi"), .ping(), .text("hi")], [hi, .ping([]), hi]),
        .init(
            "a fragmented ping", [ClientFrame(isFinal: false, opcode: 9), .more("")], [.mistake(1002)]),
        .init("a fragmented pong", [ClientFrame(isFinal: false, opcode: 10)], [.mistake(1002)]),
    ]

    // MARK: Reserved bits and opcodes

    private static let reservedBits: [WebSocketRow] =
        (1...7).flatMap { bits -> [WebSocketRow] in
            [UInt8(1), 2, 8, 9, 10].map { opcode in
                let frame = ClientFrame(reserved: UInt8(bits), opcode: opcode)
                return .init(
                    "reserved bits \(bits) with opcode \(opcode)", [.text("hi"), frame], [hi, .mistake(1002)])
            }
        } + [
            .init(
                "a reserved bit in a continuation",
                [.text("h", isFinal: false), ClientFrame(reserved: 4, opcode: 0)], [.mistake(1002)]),
            .init("the first byte of a frame with a reserved bit", bytes: [0xC1], [.mistake(1002)]),
        ]

    private static let opcodes: [WebSocketRow] =
        [UInt8(3), 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap { opcode in
            [
                WebSocketRow("opcode \(opcode)", [ClientFrame(opcode: opcode)], [.mistake(1002)]),
                WebSocketRow(
                    "opcode \(opcode) with a payload, after a message",
                    [.text("hi"), ClientFrame(opcode: opcode, payload: [1])], [hi, .mistake(1002)]),
                WebSocketRow(
                    "opcode \(opcode) in a fragmented message",
                    [.text("h", isFinal: false), ClientFrame(opcode: opcode)], [.mistake(1002)]),
            ]
        } + [.init("the first byte of opcode 15", bytes: [0x8F], [.mistake(1002)])]

    // MARK: Fragmentation

    private static let fragmentation: [WebSocketRow] = [
        .init("a text in two parts", [.text("h", isFinal: false), .more("i")], [hi]),
        .init("a text in two empty parts", [.text("", isFinal: false), .more("")], [.text("")]),
        .init(
            "a text in three parts, one empty",
            [.text("h", isFinal: false), .more("", isFinal: false), .more("i")], [hi]),
        .init("a binary message in two parts", [.binary([1], isFinal: false), .more([2])], [.data([1, 2])]),
        .init(
            "a ping in a message", [.text("h", isFinal: false), .ping("p"), .more("i")], [.ping([0x70]), hi]),
        .init(
            "pings between all parts",
            [.text("h", isFinal: false), .ping(), .more("i", isFinal: false), .ping(), .more("")],
            [.ping([]), .ping([]), hi]),
        .init("a pong in a message", [.text("h", isFinal: false), .pong(), .more("i")], [.pong([]), hi]),
        .init(
            "a close frame in a message",
            [.text("h", isFinal: false), .close(1000), .more("i")], [.close(1000, "")]),
        .init("a continuation of nothing", [.more("hi")], [.mistake(1002)]),
        .init("an unfinished continuation of nothing", [.more("hi", isFinal: false)], [.mistake(1002)]),
        .init("a continuation after a message", [.text("hi"), .more("hi")], [hi, .mistake(1002)]),
        .init(
            "a continuation after the last one",
            [.text("h", isFinal: false), .more("i"), .more("")], [hi, .mistake(1002)]),
        .init("a text in a text", [.text("h", isFinal: false), .text("i")], [.mistake(1002)]),
        .init("a binary message in a text", [.text("h", isFinal: false), .binary([1])], [.mistake(1002)]),
        .init("a text in a binary message", [.binary([1], isFinal: false), .text("i")], [.mistake(1002)]),
        .init(
            "a text that begins twice",
            [.text("h", isFinal: false), .text("i", isFinal: false)], [.mistake(1002)]),
        .init(
            "a text in a message of three parts",
            [.text("h", isFinal: false), .more("i", isFinal: false), .text("x")], [.mistake(1002)]),
        .init(
            "a thousand parts",
            [.text("", isFinal: false)] + (0..<1000).map { _ in .more("a", isFinal: false) }
                + [.more("")], [.text(String(repeating: "a", count: 1000))]),
        .init("a message that does not end", [.text("h", isFinal: false), .more("i", isFinal: false)], []),
        .init(
            "the first byte of a text in a text", bytes: ClientFrame.text("h", isFinal: false).bytes + [0x81],
            [.mistake(1002)]),
    ]

    // MARK: UTF-8

    private static let validTexts = [
        "κόσμε", "ÄÖÜ", "日本語", "😀", "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}",
        "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{1FFFE}",
    ]

    private static let invalidTexts: [(name: String, bytes: [UInt8])] = [
        ("a continuation byte", [0x80]), ("the last continuation byte", [0xBF]),
        ("two continuation bytes", [0x80, 0xBF]),
        ("a character without its end", [0xC3]), ("three bytes of four", [0xF0, 0x9F, 0x98]),
        ("two bytes of three", [0xE6, 0x97]), ("a beginning before ASCII", [0xC3, 0x41]),
        ("an overlong slash in two bytes", [0xC0, 0xAF]), ("an overlong slash in three bytes", [0xE0, 0x80, 0xAF]),
        ("an overlong slash in four bytes", [0xF0, 0x80, 0x80, 0xAF]), ("an overlong NUL", [0xC0, 0x80]),
        ("the last overlong of two bytes", [0xC1, 0xBF]), ("the last overlong of three bytes", [0xE0, 0x9F, 0xBF]),
        ("the last overlong of four bytes", [0xF0, 0x8F, 0xBF, 0xBF]),
        ("the first surrogate", [0xED, 0xA0, 0x80]), ("the last surrogate", [0xED, 0xBF, 0xBF]),
        ("a surrogate pair", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]), ("U+110000", [0xF4, 0x90, 0x80, 0x80]),
        ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]), ("six bytes", [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]),
        ("the byte FE", [0xFE]), ("the byte FF", [0xFF]), ("the byte F5", [0xF5, 0x80, 0x80, 0x80]),
    ]

    private static let texts: [WebSocketRow] =
        validTexts.flatMap { text -> [WebSocketRow] in
            let bytes = Array(text.utf8)
            let parts =
                [ClientFrame.text("", isFinal: false)] + bytes.map { .more([$0], isFinal: false) } + [.more("")]
            return [
                .init("the text \(text.debugDescription)", [.text(text)], [.text(text)]),
                .init("the text \(text.debugDescription) byte by byte", parts, [.text(text)]),
            ]
        }
        + invalidTexts.flatMap { name, bytes -> [WebSocketRow] in
            [
                .init("\(name) in a text", [.text(bytes: Array("a".utf8) + bytes)], [.mistake(1007)]),
                .init("\(name) in a binary message", [.binary(bytes)], [.data(bytes)]),
                .init(
                    "\(name) across two parts",
                    [.text(bytes: Array(bytes.prefix(1)), isFinal: false), .more(Array(bytes.dropFirst()))],
                    [.mistake(1007)]),
            ]
        } + [
            .init(
                "an invalid byte before the end of its frame",
                bytes: Array(ClientFrame.text(bytes: [0x61, 0xFF, 0x61, 0x61]).bytes.dropLast(2)), [.mistake(1007)]),
            .init(
                "an invalid byte before the end of its message",
                [.text(bytes: [0x61], isFinal: false), .more([0xFF], isFinal: false)], [.mistake(1007)]),
            .init(
                "an unfinished character at the end of a part, and a ping",
                [.text(bytes: [0xC3], isFinal: false), .ping(), .more([0xA4])], [.ping([]), .text("ä")]),
        ]

    // MARK: Close

    private static let closes: [WebSocketRow] =
        [UInt16(1000), 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999].map {
            .init("the close code \($0)", [.close($0, "bye")], [.close($0, "bye")])
        }
        + [UInt16(0), 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map {
            .init("the close code \($0)", [.close($0, "bye")], [.mistake(1002)])
        } + [
            .init("a close frame without a code", [ClientFrame(opcode: 8)], [.close(1005, "")]),
            .init("a close frame with half a code", [ClientFrame(opcode: 8, payload: [3])], [.mistake(1002)]),
            .init("a close frame without a reason", [.close(1000)], [.close(1000, "")]),
            .init(
                "a reason of 123 bytes", [.close(1000, String(repeating: "a", count: 123))],
                [.close(1000, String(repeating: "a", count: 123))]),
            .init("a reason of 124 bytes", [.close(1000, String(repeating: "a", count: 124))], [.mistake(1002)]),
            .init("a reason that is not UTF-8", [.close(1000, bytes: [0xFF])], [.mistake(1007)]),
            .init("a reason with half a character", [.close(1000, bytes: [0x61, 0xC3])], [.mistake(1007)]),
            .init("a reason that is not ASCII", [.close(1000, "ä😀")], [.close(1000, "ä😀")]),
            .init("a fragmented close frame", [ClientFrame(isFinal: false, opcode: 8)], [.mistake(1002)]),
            .init("a message after the close frame", [.close(1000), .text("hi")], [.close(1000, "")]),
            .init("a ping after the close frame", [.close(1000), .ping()], [.close(1000, "")]),
            .init("two close frames", [.close(1000), .close(1001)], [.close(1000, "")]),
            .init(
                "garbage after the close frame", bytes: ClientFrame.close(1000).bytes + [0xFF, 0xFF], [.close(1000, "")]
            ),
            .init("a message before the close frame", [.text("hi"), .close(1001)], [hi, .close(1001, "")]),
        ]

    // MARK: Limits

    private static let limits: [WebSocketRow] = [
        .init(
            "a message of the limit", [.binary([UInt8](repeating: 1, count: limit))],
            [.data([UInt8](repeating: 1, count: limit))]),
        .init("a message over the limit", [.binary([UInt8](repeating: 1, count: limit + 1))], [.mistake(1009)]),
        .init("the head of a message over the limit", [ClientFrame(opcode: 2, length: 1 << 40)], [.mistake(1009)]),
        .init("the longest length that there is", [ClientFrame(opcode: 2, length: 1 << 63 - 1)], [.mistake(1009)]),
        .init(
            "two parts over the limit",
            [.binary([UInt8](repeating: 1, count: limit), isFinal: false), .more([1])], [.mistake(1009)]),
        .init(
            "two parts of the limit",
            [.binary([UInt8](repeating: 1, count: limit - 1), isFinal: false), .more([1])],
            [.data([UInt8](repeating: 1, count: limit))]),
        .init("a text over the limit", [ClientFrame(opcode: 1, length: UInt64(limit) + 1)], [.mistake(1009)]),
    ]
}

extension ClientFrame {
    /// A binary message whose length has some bytes.
    fileprivate static func padded(_ count: Int, _ lengthSize: Int) -> ClientFrame {
        ClientFrame(opcode: 2, payload: [UInt8](repeating: 0, count: count), lengthSize: lengthSize)
    }

    fileprivate static func control(_ opcode: UInt8, _ count: Int) -> ClientFrame {
        ClientFrame(opcode: opcode, payload: [UInt8](repeating: 0, count: count))
    }
}
