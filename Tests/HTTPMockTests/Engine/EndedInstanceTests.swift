import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct EndedInstanceTests {
    private let reason = HTTPMockError("the test has ended")

    enum Wait: String, CaseIterable, Sendable {
        case gate, delay, never, handler, stream, network
    }

    @Test(arguments: Wait.allCases) func waitingRequestsAreEnded(wait: Wait) async throws {
        let server = LoopbackServer { _ in .hanging }
        let mock = HTTPMock()
        let response: MockResponse =
            switch wait {
            case .gate: .empty(delivery: .held(ResponseGate()))
            case .delay: .empty(delivery: .delayed(.seconds(3_600)))
            case .never: .empty(delivery: .never)
            case .handler:
                .handler { _ in
                    try await Task.sleep(for: .seconds(3_600))
                    return .empty()
                }
            case .stream: .stream([Data([1]), Data([2])], every: .seconds(3_600))
            case .network: .passthrough
            }
        mock.addResponses(forPath: "/**", host: "**", responses: [response])
        let address = wait == .network ? server.url() : URL(string: "http://h/")!
        let outcome = Observed<String?>(nil)
        mock.urlSession.dataTask(with: address) { _, _, error in
            outcome.change { $0 = error.map { "\($0)" } ?? "none" }
        }.resume()
        if wait == .network { _ = await server.waitForRequests(1) }
        #expect(await eventually { mock.engine.store.exchangesInFlight.count == 1 })

        mock.end(because: reason.message)

        await outcome.wait { $0 != nil }
        #expect(outcome.value == "the test has ended")
        #expect("\(mock.requests[0].outcome, default: "")" == "failed: the test has ended")
    }

    /// Ends the test between the arrival of a request and its first wait.
    private final class EndingExtension: EngineExtension {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) {
            self.end = end
        }

        func inspect(_ request: MockRequest, number: Int) -> RequestInspection {
            end()
            return RequestInspection()
        }
    }

    @Test(arguments: [MockResponse.empty(delivery: .never), .handler { _ in .empty(delivery: .never) }])
    func requestThatFirstWaitsAfterTheEndIsEnded(response: MockResponse) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", host: "h", responses: [response])
        mock.insert(EndingExtension { [weak mock, reason] in mock?.end(because: reason.message) })
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.data(for: URLRequest(url: URL(string: "http://h/")!))
        }
        #expect(error?.message == reason.message)
        #expect(mock.engine.store.exchangesInFlight.isEmpty)
    }

    @Test func laterRequestsFailAndUseNoResponse() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", host: "h", responses: [.empty()])
        mock.end(because: reason.message)
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.data(for: URLRequest(url: URL(string: "http://h/")!))
        }
        #expect(error?.message == reason.message)
        #expect(mock.unusedResponses.count == 1)
    }

    @Test func memoryOfAnEndedInstanceIsReleased() async throws {
        weak var engine: MockEngine?
        weak var session: URLSession?
        do {
            let mock = HTTPMock()
            engine = mock.engine
            mock.addResponses(forPath: "/**", host: "h", responses: [.empty(lifetime: .eternal, delivery: .never)])
            session = mock.urlSession
            let ended = Observed(0)
            for _ in 0..<10 {
                mock.urlSession.dataTask(with: URL(string: "http://h/")!) { _, _, _ in ended.change { $0 += 1 } }
                    .resume()
            }
            #expect(await eventually { mock.engine.store.exchangesInFlight.count == 10 })
            mock.end(because: "over")
            await ended.wait { $0 == 10 }
        }
        // The queues still release the work that ended the requests.
        #expect(await eventually { engine == nil && session == nil })
    }
}
