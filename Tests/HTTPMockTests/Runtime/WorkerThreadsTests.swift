import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// User code that blocks its threads leaves threads for everything else.
@Suite(.bounded, .serialized) struct WorkerThreadsTests {
    @Test func blockedHandlersLeaveOtherRequestsTheirThreads() async throws {
        let (mock, other) = (HTTPMock(), HTTPMock())
        let reports = InterceptedReports(containing: "handlers, predicates or sequences block a thread each")
        let release = DispatchSemaphore(value: 0)
        let isHalfBlocked = DispatchSemaphore(value: 0)
        let blocked = Observed(0)
        let ended = Observed(0)
        mock.addResponses(
            forPath: "/a",
            responses: [
                .handler { _ in
                    let count = blocked.change { count in
                        count += 1
                        return count
                    }
                    // Other tests may run user code as well.
                    if count == WorkerThreads.userCode.limit / 2 { isHalfBlocked.signal() }
                    release.wait()
                    release.signal()
                    return .empty()
                }
            ])
        other.addResponses(forPath: "/never", responses: [.empty(delivery: .never)])
        other.addResponses(forPath: "/slow", responses: [.plaintext("x", delivery: .delayed(.milliseconds(10)))])
        let count = 300
        for _ in 0..<count {
            mock.urlSession.dataTask(with: .example("/a")) { _, _, _ in ended.change { $0 += 1 } }.resume()
        }
        // Not in a task, because tests that block the cooperative pool may wait for the threads that are blocked here.
        let outcome = await withCheckedContinuation { continuation in
            BackgroundThread.run {
                isHalfBlocked.wait()
                let outcome = [other.outcome("/slow"), other.outcome("/never", timeout: 1)]
                release.signal()
                continuation.resume(returning: outcome)
            }
        }
        #expect(outcome == ["200", "-1001"])
        await ended.wait { $0 == count }
        #expect(blocked.value == count)
        #expect(reports.texts.count <= 1)
    }
}

extension HTTPMock {
    /// Makes a request without a task; returns its status or the code of its error.
    fileprivate func outcome(_ path: String, timeout: TimeInterval = 60) -> String {
        let isDone = DispatchSemaphore(value: 0)
        let outcome = Observed("")
        urlSession.dataTask(with: .example(path, timeout: timeout)) { _, response, error in
            let status = (response as? HTTPURLResponse)?.statusCode
            outcome.change { $0 = "\(status ?? (error as? URLError)?.errorCode ?? 0)" }
            isDone.signal()
        }.resume()
        isDone.wait()
        return outcome.value
    }
}
