import TestSupport
import Testing

@testable import HTTPMock

/// Random sleepers of a manual clock wake as a sorted list says.
@Suite(.bounded) struct ManualClockModelTests {
    @Test(arguments: 0..<20) func sleepersWakeInOrderOfTheirDeadlines(seed: UInt64) {
        var random = SplitMix64(state: seed)
        let clock = ManualClock()
        let awake = Locked<[Int]>([])
        /// The sleepers in the order in which they were added, with the numbers that the clock has given them.
        var sleepers: [(number: Int, deadline: Duration, id: Int)] = []
        for number in 0..<500 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let wait = Duration.milliseconds(Int.random(in: 1...50, using: &random))
                let id = clock.call(at: clock.now.advanced(by: wait), as: .delay) {
                    awake.withLock { $0.append(number) }
                }
                sleepers.append((number, clock.now.offset + wait, id))
            case 5..<8:
                guard let index = sleepers.indices.randomElement(using: &random) else { continue }
                clock.cancel(sleepers.remove(at: index).id)
            default:
                awake.withLock { $0 = [] }
                clock.advance(by: .milliseconds(Int.random(in: 0...10, using: &random)))
                let due = sleepers.filter { $0.deadline <= clock.now.offset }
                sleepers.removeAll { $0.deadline <= clock.now.offset }
                let expected = due.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
                #expect(awake.withLock { $0 } == expected.map(\.number))
            }
            #expect(clock.sleeperCount == sleepers.count)
        }
    }

    @Test func cancelledSleepersAreForgotten() {
        var queue = DeadlineQueue()
        for id in 1...100 { queue.insert(.init(deadline: .init(offset: .seconds(100 - id)), id: id)) }
        queue.keep { $0.isMultiple(of: 10) }
        #expect(queue.count == 10)
        let end = ManualClock.Instant(offset: .seconds(30))
        var ids: [Int] = []
        while let entry = queue.removeFirst(dueAt: end) { ids.append(entry.id) }
        #expect(ids == [100, 90, 80, 70])
        #expect(queue.count == 6)
    }
}
