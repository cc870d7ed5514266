import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct TestFrameworkTests {
    @Test func functionNeedsTheSameStackAfterManyRequests() throws {
        let addresses = Observed<[UInt]>([])
        let framework = TestFramework(isInTest: {
            withUnsafePointer(to: 0) { local in addresses.change { $0.append(UInt(bitPattern: local)) } }
            return true
        })
        let current = Locked<TestFramework?>(framework)
        for _ in 1...1_000 { _ = current.withLock { $0 }?.isInTest() }
        let (first, last) = (try #require(addresses.value.first), try #require(addresses.value.last))
        #expect(first < last + 1_000)
    }
}
