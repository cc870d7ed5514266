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
