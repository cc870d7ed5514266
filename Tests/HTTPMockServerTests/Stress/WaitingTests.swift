import TestSupport
import Testing

/// Requests that wait cost no thread; in a process of its own, because other tests have threads too.
@Suite(.bounded, .enabled(if: SeparateProcess.program != nil, "needs a program with the tests in it"))
struct WaitingTests {
    @Test(arguments: ["delayed", "never", "held"])
    func aThousandWaitingRequestsAddNoThread(test: String) async throws {
        try await SeparateProcess.expectToPass("WaitingProcess/\(test)")
    }
}
