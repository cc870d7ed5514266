import TestSupport
import Testing

@testable import HTTPMock

/// Operations reach the task of their context while that task begins to wait for them.
@Suite(.bounded) struct TaskContextRaceTests {
    @TaskLocal private static var owner = "nobody"

    @Test func operationsThatRunOthersHaveTheValuesOfTheirTask() async {
        let (contexts, count) = (8, 2_000)
        let owners = Observed<[String: Int]>([:])
        for index in 0..<contexts {
            let context = Self.$owner.withValue("\(index)") { TaskContext() }
            @Sendable func runNext() {
                context.run {
                    let owner = Self.owner
                    let ran = owners.change { counts in
                        counts[owner, default: 0] += 1
                        return counts[owner, default: 0]
                    }
                    if ran < count { runNext() }
                }
            }
            runNext()
        }
        await owners.wait { $0.values.reduce(0, +) == contexts * count }
        #expect(owners.value == Dictionary(uniqueKeysWithValues: (0..<contexts).map { ("\($0)", count) }))
    }
}
