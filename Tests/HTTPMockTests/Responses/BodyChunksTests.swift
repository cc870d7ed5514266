import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct BodyChunksTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func chunksMakeUpTheBodyAndNoneIsEmpty(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let count = generator.pick(0...40)
            let start = generator.pick(0...3)
            // A slice, whose indices need not start at 0.
            let data = Data((0..<(start + count)).map { UInt8($0) }).dropFirst(start)
            var cuts = [data]
            for _ in 0..<generator.pick(0...4) {
                let last = cuts.removeLast()
                let cut = generator.pick(0...last.count)
                cuts += [last.prefix(cut), last.dropFirst(cut)]
            }
            let source: BodyChunks.Source = generator.pick([.data(data), .chunks(cuts, every: .zero)])
            let size: Int? = generator.pick([nil, 1, 2, 7, 40, .max])
            let limit: Int? = generator.pick([nil, 0, 1, 13, 40, .max])
            check(source, data, size: size, limit: limit)
        }
    }

    private func check(_ source: BodyChunks.Source, _ data: Data, size: Int?, limit: Int?) {
        var chunks = BodyChunks(source)
        chunks.limit = limit
        if let size { chunks.cut(to: size, every: .zero) }
        var received: [Data] = []
        while chunks.hasMore {
            guard let chunk = chunks.next() else {
                Issue.record("more was promised")
                return
            }
            #expect(!chunk.isEmpty && chunk.startIndex == 0)
            received.append(chunk)
        }
        #expect(chunks.next() == nil)
        #expect(Data(received.joined()) == data.prefix(limit ?? .max))
        if let size {
            #expect(received.dropLast().allSatisfy { $0.count == size })
            #expect(received.last.map { $0.count <= size } ?? true)
        }
    }

    @Test func turnEndsAfterManyChunksOrManyBytes() {
        var chunks = BodyChunks(.data(Data(count: 200_000)))
        chunks.cut(to: 1, every: .zero)
        let first = (1...200).first { _ in
            _ = chunks.next()
            return chunks.isTurnOver
        }
        #expect(first == 64)
        var large = BodyChunks(.data(Data(count: 200_000)))
        large.cut(to: 50_000, every: .zero)
        #expect(large.next() != nil && !large.isTurnOver)
        #expect(large.next() != nil && large.isTurnOver)
    }
}
