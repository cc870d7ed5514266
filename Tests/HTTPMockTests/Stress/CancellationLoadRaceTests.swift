import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Cancellations near the response, which deadlock a loading system that resumes a task being cancelled.
///
/// FoundationOnLinux.md, "Cancelling an awaited task". The thread sanitizer runs this suite as well.
@Suite(.bounded) struct CancellationLoadRaceTests {
    private let mock = HTTPMock()

    @Test func failureOfOneTaskCancelsTheOthersOfItsGroup() async {
        mock.addResponses(forPath: "/ok", responses: [.plaintext("ok", lifetime: .eternal)])
        mock.addResponses(forPath: "/fail", responses: [.failure(.notConnectedToInternet, lifetime: .eternal)])
        let session = mock.urlSession
        for round in 0..<300 * LoadSize.factor {
            await #expect(throws: URLError.self) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<8 {
                        let path = number == round % 8 ? "/fail" : "/ok"
                        group.addTask { _ = try await HTTPReply.get("https://example.com\(path)", from: session) }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func taskIsCancelledWhileItIsAnswered() async {
        mock.addResponses(forPath: "/ok", responses: [.plaintext("ok", lifetime: .eternal)])
        let session = mock.urlSession
        for round in 0..<600 * LoadSize.factor {
            let task = Task { try await HTTPReply.get("https://example.com/ok", from: session) }
            await jitter(round % 24)
            task.cancel()
            switch await task.result {
            case .success(let reply): #expect(reply.text == "ok")
            case .failure(let error): #expect((error as? URLError)?.code == .cancelled)
            }
        }
    }

    /// Cancellation handlers of the same Swift task that use `URLSession`, which waits for the work queue.
    @Test(arguments: [0, 0.000_2])
    func cancellationThatUsesTheSessionFindsTheWorkQueueFree(delay: TimeInterval) async {
        mock.addResponses(
            forPath: "/ok", responses: [.plaintext("ok", lifetime: .eternal, delivery: .delayed(delay))])
        mock.addResponses(forPath: "/never", responses: [.empty(lifetime: .eternal, delivery: .never)])
        let session = mock.urlSession
        for round in 0..<300 * LoadSize.factor {
            let other = session.dataTask(with: .example("/never")) { _, _, _ in }
            other.resume()
            let task = Task {
                try await withTaskCancellationHandler {
                    try await HTTPReply.get("https://example.com/ok", from: session)
                } onCancel: {
                    other.cancel()
                }
            }
            await jitter(round % 24)
            task.cancel()
            _ = await task.result
            other.cancel()
        }
    }

    /// The same for Swift tasks that wait for a request instead of its response.
    @Test func cancellationOfAWaitingTaskFindsTheWorkQueueFree() async {
        mock.addResponses(forPath: "/never", responses: [.empty(lifetime: .eternal, delivery: .never)])
        let session = mock.urlSession
        for round in 0..<300 * LoadSize.factor {
            let gate = ResponseGate()
            gate.open()
            mock.replaceResponses(forPath: "/ok", responses: [.plaintext("ok", delivery: .held(gate))])
            let other = session.dataTask(with: .example("/never")) { _, _, _ in }
            other.resume()
            let isForGate = round.isMultiple(of: 2)
            let watcher = Task { [mock] in
                try await withTaskCancellationHandler {
                    if isForGate {
                        await gate.reached()
                    } else {
                        try await mock.waitForRequest(path: "/ok-\(round)")
                    }
                } onCancel: {
                    other.cancel()
                }
            }
            async let reply = HTTPReply.get("https://example.com/ok", from: session)
            await jitter(round % 12)
            watcher.cancel()
            _ = try? await reply
            _ = await watcher.result
            other.cancel()
        }
    }
}
