import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The order of a request's events and its cancellation, which the network can't produce reliably.
@Suite(.bounded) struct PassthroughLoadTests {
    /// A request that was passed to the network.
    private struct Sent: Sendable {
        let request: URLRequest
        let file: URL?
        let task: URLSessionTask
    }

    private let mock = HTTPMock()
    private let other = HTTPMock()
    private let sent = Observed<[Sent]>([])

    /// Creates a load that sends its requests to another mock, which never answers.
    private func load(_ request: MockRequest) -> PassthroughLoad {
        other.addResponses(forPath: "/a", responses: [.plaintext("", lifetime: .eternal, delivery: .never)])
        let (session, sent) = (other.urlSession, sent)
        let exchange = Exchange(engine: mock.engine, transport: HandoverTransport())
        return PassthroughLoad(
            request, for: exchange, during: ExchangeWait(.network), queue: DispatchQueue(label: "test")
        ) { request, file, _ in
            let task = session.dataTask(with: request)
            sent.change { $0.append(Sent(request: request, file: file, task: task)) }
            return task
        }
    }

    private func request(_ content: RequestBody = .data(Data())) throws -> MockRequest {
        let request = URLRequest.example("/a")
        return MockRequest(request, url: try #require(request.url), content: content)
    }

    private func redirect() throws -> HTTPURLResponse {
        let url = try #require(URLRequest.example("/a").url)
        return try #require(
            HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: ["Location": "/b"]))
    }

    @Test func cancelledRequestIsNotSent() throws {
        let load = load(try request())
        load.cancel()
        load.forward()
        #expect(sent.value.isEmpty)
    }

    @Test func redirectOfACancelledTaskIsNotAnswered() throws {
        let load = load(try request())
        load.forward()
        #expect(try load.redirect(redirect()))
        load.cancel()
        #expect(try !load.redirect(redirect()))
    }

    @Test func taskWhoseRedirectIsAnsweredIsNotCancelled() async throws {
        let load = load(try request())
        load.forward()
        #expect(try load.redirect(redirect()))
        load.cancel()
        let task = try #require(sent.value.first?.task)
        for _ in 0..<5 { await other.settle() }
        #expect(task.state == .running)
        task.cancel()
    }

    @Test func fileOfAnUploadIsNotRead() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(repeating: 7, count: 100).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let uploaded = try UploadedFile(file, readingUpTo: 10)
        let load = load(try request(.file(uploaded)))
        load.forward()
        #expect(sent.value.first?.file == file)
        #expect(sent.value.first?.request.httpBody == nil)
        load.cancel()
    }
}
