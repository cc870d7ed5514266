import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A front end that starts another exchange for a redirect, as the loading system of Apple's systems does.
@Suite(.bounded) struct RedirectHandoverTests {
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

    @Test func handedOverRequestIsNotInFlight() async throws {
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "/b")])
        try run("/a")
        // Returns at once: nothing is in flight.
        await mock.waitUntilIdle()
        #expect(!Task.isCancelled)
    }
}
