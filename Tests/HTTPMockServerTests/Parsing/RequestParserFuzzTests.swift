import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// Random requests, mostly valid ones that were damaged: the parser agrees with the reference on every one.
@Suite struct RequestParserFuzzTests {
    @Test(arguments: Seeds.first(8))
    func agreesWithTheReferenceOnDamagedRequests(seed: UInt64) {
        var fuzzer = RequestFuzzer(seed: seed)
        for number in 0..<50 {
            let input = fuzzer.next()
            let expected = ReferenceParser.parse(input.bytes, limits: input.limits)
            let whole = ParsedEvent.parse(input.bytes, limits: input.limits)
            let split = ParsedEvent.parse(fuzzer.split(input.bytes), limits: input.limits)
            guard whole != expected || split != expected else { continue }
            Issue.record("input \(number): \(String(decoding: input.bytes, as: UTF8.self).debugDescription)")
            #expect(whole == expected)
            #expect(split == expected)
            return
        }
    }
}
