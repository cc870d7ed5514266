import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// Random requests, mostly valid ones that were damaged: the parser agrees with the reference on every one.
@Suite(.bounded) struct RequestParserFuzzTests {
    private static let shardCount = 4
    private static let seeds = Seeds.first(8)

    /// - Parameter shard: A part of the seeds, so that many of them use all processors.
    @Test(arguments: 0..<shardCount)
    func agreesWithTheReferenceOnDamagedRequests(shard: Int) {
        for index in stride(from: shard, to: Self.seeds.count, by: Self.shardCount) {
            guard agrees(seed: Self.seeds[index]) else { return }
        }
    }

    /// Compares fifty inputs of one seed.
    private func agrees(seed: UInt64) -> Bool {
        var fuzzer = RequestFuzzer(seed: seed)
        for number in 0..<50 {
            let input = fuzzer.next()
            let expected = ReferenceParser.parse(input.bytes, limits: input.limits)
            let whole = ParsedEvent.parse(input.bytes, limits: input.limits)
            let split = ParsedEvent.parse(fuzzer.split(input.bytes), limits: input.limits)
            guard whole != expected || split != expected else { continue }
            let text = String(decoding: input.bytes, as: UTF8.self).debugDescription
            Issue.record("seed \(seed), input \(number): \(text)")
            #expect(whole == expected)
            #expect(split == expected)
            return false
        }
        return true
    }
}

/// Makes inputs for the parser: requests from the strictness table, joined and damaged at random.
struct RequestFuzzer {
    struct Input {
        let bytes: [UInt8]
        let limits: HTTPMock.Server.Limits
    }

    private var random: SeededGenerator

    /// The requests that are short enough to be damaged at an interesting position.
    private static let samples = StrictnessRow.all.map(\.bytes).filter { $0.count < 400 }
    private static let tokens: [[UInt8]] = [
        "\r\n", "\r", "\n", " ", "\t", "\0", ":", ";", "=", ",", "\"", "\\", "%", "%4", "%41", "#", "/", "*", "0", "5",
        "f",
        "ffffffff", "GET ", "CONNECT ", "OPTIONS ", " HTTP/1.1", " HTTP/1.0", "HTTP/2.0", "Host: h\r\n", "http://h",
        "Content-Length: 5\r\n", "Content-Length: 0\r\n", "Transfer-Encoding: chunked\r\n", "chunked", "close",
        "Transfer-Encoding: gzip, chunked\r\n", "Connection: close\r\n", "Connection: keep-alive\r\n",
        "Expect: 100-continue\r\n", "0\r\n\r\n", "5\r\nhello\r\n", "\u{e9}", "[::1]", "\r\n\r\n", "X: y\r\n",
        ";a=\"b\"",
    ].map { Array($0.utf8) }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Returns the next input.
    mutating func next() -> Input {
        var bytes: [UInt8] = []
        for _ in 0..<number(1...3) { bytes += random.pick(Self.samples) }
        for _ in 0..<number(0...4) { damage(&bytes) }
        let isSmall = number(0...3) == 0
        let limits =
            isSmall
            ? HTTPMock.Server.Limits(
                target: number(1...30), head: number(10...120), fieldCount: number(1...4), body: number(0...12))
            : HTTPMock.Server.Limits()
        return Input(bytes: bytes, limits: limits)
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let position = number(0...bytes.count)
        let end = min(bytes.count, position + number(0...8))
        switch number(0...6) {
        case 0 where position < bytes.count: bytes[position] = UInt8.random(in: 0...255, using: &random)
        case 1 where position < bytes.count: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: bytes.removeSubrange(position..<end)
        case 3: bytes.insert(contentsOf: bytes[position..<end], at: position)
        case 4: bytes.replaceSubrange(position..<end, with: random.pick(Self.tokens))
        case 5: bytes.removeSubrange(position...)
        default: bytes.insert(contentsOf: random.pick(Self.tokens), at: position)
        }
    }

    /// Returns the same bytes in parts.
    mutating func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = number(1...max(1, min(rest.count, number(1...40))))
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return parts
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
