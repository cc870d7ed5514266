import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Values of the user whose deinitializers use a session are released where that is allowed, whatever released them.
@Suite(.bounded) struct UserValueReleaseTests {
    /// A client whose deinitializer uses the session of another instance, which stops the process on a work queue.
    private final class Client: Error, Sendable {
        private let task: URLSessionTask
        private let released: Observed<Int>

        init(_ session: URLSession, _ released: Observed<Int>) {
            task = session.dataTask(with: .example("/other"))
            self.released = released
        }

        deinit {
            task.cancel()
            released.change { $0 += 1 }
        }
    }

    private struct ClientClock: Clock, Sendable {
        let client: Client
        var now: ContinuousClock.Instant { .now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
        }
    }

    @TaskLocal private static var service: Client?

    /// The object that refers to the client.
    enum Owner: CaseIterable {
        case handler, predicate, policy, sequence, error, clock, taskLocal
    }

    /// The use of the instance before its release.
    enum Ending: CaseIterable {
        case neverRequested, requested, cancelled, reset, testEnded
    }

    @Test(arguments: Owner.allCases, Ending.allCases)
    func valueIsReleasedOffTheWorkQueue(owner: Owner, ending: Ending) async {
        let released = Observed(0)
        let other = HTTPMock().urlSession
        let rounds = 12
        for _ in 0..<rounds {
            // The task that ends the last request may be the last that refers to the instance.
            await Self.run(owner, ending, Client(other, released))
        }
        await released.wait { $0 == rounds }
        #expect(released.value == rounds)
    }

    private static func run(_ owner: Owner, _ ending: Ending, _ client: Client) async {
        switch owner {
        case .taskLocal:
            await $service.withValue(client) { await use(HTTPMock(), nil, ending) }
        case .clock:
            await use(HTTPMock(clock: ClientClock(client: client)), nil, ending)
        default:
            await use(HTTPMock(), (owner, client), ending)
        }
    }

    private static func use(_ mock: HTTPMock, _ owned: (Owner, Client)?, _ ending: Ending) async {
        mock.addResponses(forPath: "/plain", responses: [.plaintext("x", lifetime: .eternal)])
        mock.addResponses(forPath: "/never", responses: [.plaintext("x", lifetime: .eternal, delivery: .never)])
        if let (owner, client) = owned { register(owner, client, in: mock) }
        if ending != .neverRequested { _ = try? await mock.data(for: .example("/owned")) }
        switch ending {
        case .neverRequested, .requested: break
        case .cancelled:
            let task = mock.urlSession.dataTask(with: .example("/never"))
            task.resume()
            task.cancel()
        case .reset: mock.reset()
        case .testEnded: mock.end(because: "the test has ended \(UUID())")
        }
        await withCheckedContinuation { continuation in
            mock.urlSession.dataTask(with: .example("/plain")) { _, _, _ in continuation.resume() }.resume()
        }
    }

    private static func register(_ owner: Owner, _ client: Client, in mock: HTTPMock) {
        let handler: @Sendable (MockRequest) -> MockResponse = { _ in withExtendedLifetime(client) { .empty() } }
        switch owner {
        case .handler: mock.addResponses(forPath: "/owned", responses: [.handler(handler)])
        case .predicate:
            mock.addResponses(
                forPath: "/owned", when: .where("client") { _ in withExtendedLifetime(client) { true } },
                responses: [.empty()])
        case .policy: mock.unmockedPolicy = .mock(.handler(handler))
        case .sequence:
            let chunks = AsyncStream<Data>(unfolding: { withExtendedLifetime(client) { nil } })
            mock.addResponses(forPath: "/owned", responses: [.stream(chunks)])
        case .error: mock.addResponses(forPath: "/owned", responses: [.failure(client)])
        case .clock, .taskLocal: break
        }
    }
}
