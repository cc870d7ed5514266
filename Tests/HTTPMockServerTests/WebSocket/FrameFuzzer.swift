import TestSupport

@testable import HTTPMockServer

/// Makes streams of frames, valid ones and damaged ones.
struct FrameFuzzer {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element {
        random.pick(elements)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    /// Returns a stream without a mistake, and what a reader must find in it.
    mutating func validStream() -> (bytes: [UInt8], events: [ReadEvent]) {
        var frames: [ClientFrame] = []
        var events: [ReadEvent] = []
        for _ in 0..<number(1...6) {
            let isText = number(0...1) == 0
            let text = random.text(of: ["a", "ä", "日", "😀", "hello ", "\u{0}"], count: 0...pick([3, 60]))
            let payload = isText ? Array(text.utf8) : (0..<number(0...300)).map { _ in UInt8(number(0...255)) }
            var parts = split(payload)
            if parts.isEmpty { parts = [[]] }
            for (index, part) in parts.enumerated() {
                let opcode: UInt8 = isText ? 1 : 2
                frames.append(
                    frame(index == 0 ? opcode : 0, part, isFinal: index == parts.count - 1))
                if index < parts.count - 1, number(0...2) == 0 { addControl(to: &frames, &events) }
            }
            events.append(isText ? .text(text) : .data(payload))
            if number(0...2) == 0 { addControl(to: &frames, &events) }
        }
        if number(0...1) == 0 {
            frames.append(.close(1000, "bye"))
            events.append(.close(1000, "bye"))
        }
        return (frames.flatMap(\.bytes), events)
    }

    private mutating func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> ClientFrame {
        let mask = (0..<4).map { _ in UInt8(number(0...255)) }
        return ClientFrame(isFinal: isFinal, opcode: opcode, mask: mask, payload: payload)
    }

    private mutating func addControl(to frames: inout [ClientFrame], _ events: inout [ReadEvent]) {
        let payload = (0..<number(0...125)).map { _ in UInt8(number(0...255)) }
        let isPing = number(0...1) == 0
        frames.append(frame(isPing ? 9 : 10, payload))
        events.append(isPing ? .ping(payload) : .pong(payload))
    }

    /// Returns a stream of which some bytes were changed, added or removed.
    mutating func damagedStream() -> [UInt8] {
        var bytes = number(0...1) == 0 ? validStream().bytes : (0..<number(1...4)).flatMap { _ in pick(Self.samples) }
        for _ in 0..<number(0...3) where !bytes.isEmpty {
            let index = number(0...bytes.count - 1)
            switch number(0...3) {
            case 0: bytes[index] ^= 1 << number(0...7)
            case 1: bytes[index] = UInt8(number(0...255))
            case 2: bytes.remove(at: index)
            default: bytes.insert(UInt8(number(0...255)), at: index)
            }
        }
        return bytes
    }

    private static let samples = WebSocketRow.all.map(\.bytes).filter { $0.count < 300 }

    /// Divides bytes at random.
    mutating func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = min(rest.count, number(1...pick([1, 5, 100])))
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return parts
    }
}
