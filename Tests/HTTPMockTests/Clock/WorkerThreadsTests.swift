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
        let blocked = Observed(0)
        let ended = Observed(0)
        mock.addResponses(
            forPath: "/a",
            responses: [
                .handler { _ in
                    blocked.change { $0 += 1 }
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
        // Other tests may run user code as well.
        await blocked.wait { $0 > WorkerThreads.userCode.limit / 2 }
        #expect(try await other.reply("/slow").body == "x")
        #expect(await urlErrorCode { try await other.reply("/never", timeout: 1) } == .timedOut)
        release.signal()
        await ended.wait { $0 == count }
        #expect(blocked.value == count)
        #expect(reports.texts.count <= 1)
    }
}
