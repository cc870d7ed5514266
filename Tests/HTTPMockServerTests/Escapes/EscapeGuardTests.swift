import Foundation
import TestSupport
import Testing

/// The guard of a process, each test in a process of its own, because a guard never stops.
@Suite(.timeLimit(.minutes(5)), .enabled(if: GuardedTask.program != nil, "needs a program with the tests in it"))
struct EscapeGuardTests {
    @Test(arguments: GuardedTask.allCases)
    func guards(task: GuardedTask) async throws {
        let output = try await task.run()
        #expect(output.status == 0, "\(output.text)")
        // The filter of the process has found the test.
        #expect(output.text.contains("with 1 test"), "\(output.text)")
    }
}
