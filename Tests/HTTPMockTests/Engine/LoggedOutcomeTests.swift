import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The log has the outcome that the client saw.
@Suite(.bounded) struct LoggedOutcomeTests {
    private let mock = HTTPMock()

    @Test func requestRejectedByTheLoadingSystemIsLogged() async throws {
        let error = await #expect(throws: URLError.self) {
            try await HTTPReply.get("https://h/a", from: mock.urlSession, body: "a GET has none")
        }
        #expect(error?.code == .dataLengthExceedsMaximum)
        #expect(mock.requestSummary == "GET /a")
        guard case .failed(let logged as URLError) = try #require(mock.requests.first).outcome else {
            Issue.record("\(mock.requests)")
            return
        }
        #expect(logged.code == .dataLengthExceedsMaximum)
    }

    @Test func requestPassedThroughByAPolicyIsLoggedAsPassedThrough() async throws {
        let server = LoopbackServer { _ in .text("network") }
        mock.unmockedPolicy = .mock(.passthrough)
        #expect(try await HTTPReply.get(server.url("/a").absoluteString, from: mock.urlSession).text == "network")
        guard case .passthrough = try #require(mock.requests.first).outcome else {
            Issue.record("\(mock.requests)")
            return
        }
    }

    @Test func cancellationNearTheResponseIsLoggedAsTheClientSawIt() async throws {
        mock.addResponses(forPath: "/a", host: "h", responses: [.handler { _ in .plaintext("answer") }])
        let request = URLRequest(url: try #require(URL(string: "https://h/a")))
        let session = mock.urlSession
        for round in 0..<300 {
            let end = Observed<Bool?>(nil)
            let task = session.dataTask(with: request) { _, _, error in end.change { $0 = error == nil } }
            task.resume()
            await jitter(round % 30)
            task.cancel()
            await end.wait { $0 != nil }
            guard let record = mock.requests.last, mock.requests.count > 0 else { continue }
            switch record.outcome {
            case .mocked: #expect(end.value == true)
            case .failed: #expect(end.value == false)
            default: Issue.record("\(record)")
            }
            mock.engine.store.reset()
            mock.addResponses(forPath: "/a", host: "h", responses: [.handler { _ in .plaintext("answer") }])
        }
    }
}
