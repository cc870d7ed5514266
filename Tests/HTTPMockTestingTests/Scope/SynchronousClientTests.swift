import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Synchronous tests, which block their threads of the cooperative pool, all of them at the same time.
@Suite(.bounded) struct SynchronousClientTests {
    /// Makes a request and blocks the thread until its end.
    private func status(_ path: String, of session: URLSession = HTTPMock.current.urlSession) -> Int? {
        guard let url = URL(string: "https://example.com\(path)") else { return nil }
        let isDone = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var status: Int?
        session.dataTask(with: url) { _, response, _ in
            status = (response as? HTTPURLResponse)?.statusCode
            isDone.signal()
        }.resume()
        // The limit keeps a defect from blocking the whole run.
        guard isDone.wait(timeout: .now() + 120) == .success else { return nil }
        return status
    }

    @Test(.httpMock, arguments: 0..<16) func unmockedRequestFailsItsOwnTest(number: Int) {
        withKnownIssue {
            #expect(status("/nothing/\(number)") == 404)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("GET https://example.com/nothing/\(number)") }
        }
    }

    @Test(
        .httpMock { Path("/h/{number}", responses: [.handler { .plaintext($0.pathParameter("number") ?? "") }]) },
        arguments: 0..<16)
    func handlerAnswers(number: Int) {
        #expect(status("/h/\(number)") == 200)
    }

    @Test(
        .httpMock { Path("/s", responses: [.stream(AsyncStream<Data> { $0.finish() })]) }, arguments: 0..<16)
    func streamAnswers(number: Int) {
        #expect(status("/s") == 200)
    }
}
