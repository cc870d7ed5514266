import Foundation
import Testing

@testable import HTTPMock

@Suite struct ThrottleTests {
    @Test(arguments: [1, 19, 99, 10_485_759, 10_485_761, 20_000_000, 2_000_000_000, Int.max])
    func chunksOfAnyRateAreSmallAndHoldTheRate(rate: Int) throws {
        guard case .chunked(let size, let interval) = MockResponse.Delivery.throttled(bytesPerSecond: rate).pace else {
            Issue.record("the body is not sent in chunks")
            return
        }
        #expect((1...1 << 20).contains(size))
        let seconds = Double(size) / Double(rate)
        #expect(abs(interval / .seconds(1) - seconds) <= seconds / 1_000)
    }
}
