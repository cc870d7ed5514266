import TestSupport
import Testing

@testable import HTTPMockServer

/// The reader of a client's frames, against a table and a slow reference.
@Suite(.bounded) struct WebSocketReaderTests {
    @Test(arguments: WebSocketRow.all) func findsWhatEachRowOfTheTableSays(row: WebSocketRow) {
        #expect(ReadEvent.read([row.bytes], limit: WebSocketRow.limit) == row.events)
        #expect(ReferenceWebSocketReader.read(row.bytes, limit: WebSocketRow.limit) == row.events)
    }

    @Test(arguments: WebSocketRow.all) func findsTheSameByteByByte(row: WebSocketRow) {
        let bytes = Array(row.bytes.prefix(8192))
        let expected = ReadEvent.read([bytes], limit: WebSocketRow.limit)
        #expect(ReadEvent.read(bytes.map { [$0] }, limit: WebSocketRow.limit) == expected)
    }

    @Test func tableHasAtLeast150MistakesAndRightsWithDifferentNames() {
        #expect(WebSocketRow.all.count >= 150)
        #expect(Set(WebSocketRow.all.map(\.name)).count == WebSocketRow.all.count)
    }

    @Test func mistakeNamesTheOpcodeOrTheBit() {
        #expect(Self.mistake(in: ClientFrame(reserved: 4, opcode: 1)) == "A frame has a reserved bit: RSV1 is 1.")
        #expect(Self.mistake(in: ClientFrame(opcode: 0xB)) == "A frame has the reserved opcode 0xB.")
        #expect(
            Self.mistake(in: ClientFrame(isFinal: false, opcode: 9)) == "A ping frame is fragmented: its FIN bit is 0.")
    }

    private static func mistake(in frame: ClientFrame) -> String? {
        var reader = WebSocketReader(limit: 10)
        let event = frame.bytes.withUnsafeBytes { buffer in
            var input = buffer
            return reader.next(in: &input)
        }
        guard case .mistake(let mistake)? = event else { return nil }
        return mistake.text
    }

    /// Random messages in random fragments with control frames between come out as they went in.
    @Test(arguments: Seeds.first(20)) func returnsEachMessageThatWasSent(seed: UInt64) {
        var fuzzer = FrameFuzzer(seed: seed)
        for _ in 0..<20 {
            let (bytes, events) = fuzzer.validStream()
            #expect(ReadEvent.read(fuzzer.split(bytes)) == events)
        }
    }

    @Test(arguments: Seeds.first(20)) func agreesWithTheReferenceOnDamagedStreams(seed: UInt64) {
        var fuzzer = FrameFuzzer(seed: seed)
        for number in 0..<100 {
            let bytes = fuzzer.damagedStream()
            let limit = fuzzer.pick([50, 1000, 100_000])
            let expected = ReferenceWebSocketReader.read(bytes, limit: limit)
            let whole = ReadEvent.read([bytes], limit: limit)
            let split = ReadEvent.read(fuzzer.split(bytes), limit: limit)
            guard whole != expected || split != expected else { continue }
            Issue.record("seed \(seed), stream \(number): \(bytes)")
            #expect(whole == expected)
            #expect(split == expected)
            return
        }
    }
}
