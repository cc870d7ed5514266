import Foundation
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A front end that starts another exchange for a redirect, as the loading system of Apple's systems does.
@Suite struct RedirectHandoverTests {
    private let mock = HTTPMock()
    private let transport = HandoverTransport()

    /// Runs one exchange until the front end stops it.
    private func run(_ path: String) throws {
        let request = URLRequest.example(path)
        let exchange = Exchange(engine: mock.engine, transport: transport)
        exchange.start(MockRequest(request, url: try #require(request.url), body: Data()))
        #expect(exchange.isOver)
        // The loading system stops each protocol at the end.
        exchange.cancel()
    }

    @Test func redirectIsLoggedAsTheAnswerOfItsRequest() throws {
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "/b")])
        mock.addResponses(forPath: "/b", responses: [.plaintext("x")])

        try run("/a")
        let next = try #require(transport.handedOver.withLock { $0 })
        try run(next.url?.path ?? "")

        #expect(mock.requests.map(\.request.path) == ["/a", "/b"])
        #expect(mock.requests.map(\.status) == [302, 200])
        for record in mock.requests {
            guard case .mocked = record.outcome else {
                Issue.record("\(record)")
                continue
            }
        }
    }
}

/// A transport that hands redirects over, and answers for the client.
private final class HandoverTransport: ResponseTransport {
    let handedOver = Locked<URLRequest?>(nil)

    let isOpen = true

    func perform(_ work: @escaping @Sendable () -> Void) { work() }

    func timeouts(for request: MockRequest) -> Timeouts { Timeouts(idle: nil, total: nil) }

    func receive(_ head: ResponseHead) {}

    func receive(_ chunk: Data, then ready: (@Sendable () -> Void)?) { ready?() }

    func finish() {}

    func fail(_ error: any Error) {}

    func stop() {}

    func askToFollow(
        _ next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void
    ) {
        answer(next)
    }

    func follow(_ next: URLRequest, after head: ResponseHead) -> URLRequest? {
        handedOver.withLock { $0 = next }
        return nil
    }
}
