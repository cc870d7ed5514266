import TestSupport
import Testing

@Suite(.bounded) struct ObservedTests {
    @Test func changeWakesThoseItSatisfies() async {
        let number = Observed(0)
        async let isTwo = number.wait { $0 >= 2 }
        async let isOne = number.wait { $0 >= 1 }
        number.change { $0 = 1 }
        #expect(await isOne)
        number.change { $0 = 2 }
        #expect(await isTwo)
    }

    @Test func cancellationEndsTheWait() async {
        let number = Observed(0)
        let task = Task { await number.wait { $0 == 1 } }
        task.cancel()
        #expect(await task.value == false)
    }
}
