import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Released values may be the user's, and their deinitializers may use the instance.
@Suite(.bounded) struct ReleaseTests {
    private final class Probe: Error, Sendable {
        let mock: HTTPMock
        let released: Observed<Int>

        init(_ mock: HTTPMock, _ released: Observed<Int>) {
            self.mock = mock
            self.released = released
        }

        deinit {
            // Each of these calls locks the store.
            _ = (mock.requests.count, mock.unusedResponses.count, mock.unmockedPolicy)
            mock.addResponses(forPath: "/released", responses: [.empty()])
            released.change { $0 += 1 }
        }
    }

    /// A handler, a predicate and a policy often refer to the mock of their test.
    @Test func endedInstanceIsReleasedAlthoughItsClosuresReferToIt() async {
        weak var released: HTTPMock?
        do {
            let mock = HTTPMock()
            mock.addResponses(
                forPath: "/a", when: .where("any") { _ in mock.requests.isEmpty },
                responses: [.handler { _ in .plaintext("\(mock.requests.count)") }])
            mock.unmockedPolicy = .mock(.handler { _ in .plaintext("\(mock.requests.count)") })
            released = mock
            mock.end(because: "the test has ended")
            mock.release()
        }
        #expect(await eventually { released == nil })
    }

    private let mock = HTTPMock()
    private let released = Observed(0)

    /// Registers a response and a condition that retain a probe each.
    private func register(_ path: String = "/a") {
        let (probe, other) = (Probe(mock, released), Probe(mock, released))
        mock.addResponses(
            forPath: path, when: .where("probe") { _ in withExtendedLifetime(other) { true } },
            responses: [.handler { _ in withExtendedLifetime(probe) { .empty() } }])
    }

    @Test func clearingTheQueuesReleasesTheirResponses() async {
        register()
        mock.clearQueues()
        await released.wait { $0 == 2 }
        #expect(released.value == 2)
    }

    @Test func clearingTheQueuesReleasesResponsesThatWereUsed() async throws {
        register()
        _ = try await mock.data(for: .example("/a"))
        _ = try await mock.data(for: .example("/other"))
        mock.clearQueues()
        await released.wait { $0 == 2 }
        #expect(released.value == 2)
        // The log stays the same.
        #expect("\(mock.requests[0])".contains("mocked by example.com/a  (ReleaseTests.swift:"))
        #expect("\(mock.requests[1].outcome, default: "")".contains("nearest: example.com/a  (ReleaseTests.swift:"))
    }

    @Test func endedTaskThatItsClientKeepsRetainsNoRegistration() async {
        register()
        let isEnded = Observed(false)
        let task = mock.urlSession.dataTask(with: .example("/a")) { _, _, _ in isEnded.change { $0 = true } }
        task.resume()
        await isEnded.wait { $0 }
        mock.clearQueues()
        await released.wait { $0 == 2 }
        #expect(released.value == 2)
        withExtendedLifetime(task) {}
    }

    @Test func clearingReleasesAnInstanceThatItsConditionRetains() async throws {
        weak var engine: MockEngine?
        do {
            let mock = HTTPMock()
            engine = mock.engine
            mock.addResponses(
                forPath: "/a", when: .where("any") { _ in mock.requests.count >= 0 },
                responses: [.empty(lifetime: .eternal)])
            _ = try await mock.data(for: .example("/a"))
            mock.clearQueues()
        }
        #expect(await eventually { engine == nil })
    }

    @Test func clearingAHostReleasesItsResponses() async {
        register()
        mock.clearQueue(forHost: "example.com")
        await released.wait { $0 == 2 }
        #expect(released.value == 2)
    }

    @Test func resettingReleasesTheResponses() async {
        register()
        mock.reset()
        await released.wait { $0 == 2 }
        #expect(released.value == 2)
    }

    @Test func replacingReleasesTheEarlierResponses() async {
        let probe = Probe(mock, released)
        mock.addResponses(forPath: "/a", responses: [.failure(probe)])
        _ = consume probe
        mock.replaceResponses(forPath: "/a", responses: [.empty()])
        await released.wait { $0 == 1 }
        #expect(released.value == 1)
    }

    @Test func changingThePolicyReleasesTheEarlierPolicy() async {
        mock.unmockedPolicy = .throwError(Probe(mock, released))
        mock.unmockedPolicy = .notFound
        await released.wait { $0 == 1 }
        #expect(released.value == 1)
    }

    @Test func resettingReleasesTheErrorsInTheLog() async {
        mock.addResponses(forPath: "/a", responses: [.failure(Probe(mock, released))])
        await #expect(throws: Probe.self) { try await mock.data(for: .example("/a")) }
        mock.reset()
        await released.wait { $0 == 1 }
        #expect(released.value == 1)
    }

    /// An object that uses a session when it is released, which would stop the process on a work queue.
    private final class SessionUser: Sendable {
        private let session: URLSession
        private let released: Observed<Int>

        init(_ session: URLSession, _ released: Observed<Int>) {
            self.session = session
            self.released = released
        }

        deinit {
            session.dataTask(with: .example("/released")).cancel()
            released.change { $0 += 1 }
        }
    }

    enum Use: CaseIterable {
        case handler, handlerOfAHandler, sequence, predicate
    }

    @Test(arguments: Use.allCases)
    func usedValueIsReleasedWhereItMayUseASession(use: Use) async {
        let count = 50
        let other = HTTPMock().urlSession
        for _ in 0..<count {
            let mock = HTTPMock()
            do {
                let user = SessionUser(other, released)
                let handler: @Sendable (MockRequest) -> MockResponse = { _ in withExtendedLifetime(user) { .empty() } }
                switch use {
                case .handler: mock.addResponses(forPath: "/a", responses: [.handler(lifetime: .single, handler)])
                case .handlerOfAHandler:
                    mock.addResponses(
                        forPath: "/a", responses: [.handler(lifetime: .single) { _ in .handler(handler) }])
                case .sequence:
                    let chunks = AsyncStream<Data>(unfolding: { withExtendedLifetime(user) { Data([1]) } })
                    mock.addResponses(
                        forPath: "/a",
                        responses: [.stream(chunks, delivery: .failing(.networkConnectionLost, afterBytes: 3))])
                case .predicate:
                    mock.addResponses(
                        forPath: "/a",
                        when: .where("clears") { [weak mock] _ in
                            mock?.clearQueues()
                            return withExtendedLifetime(user) { true }
                        }, responses: [.empty()])
                }
            }
            _ = try? await mock.data(for: .example("/a"))
        }
        await released.wait { $0 == count }
        #expect(released.value == count)
    }

    @Test func fullLogReleasesTheEarliestBodies() async throws {
        let store = Store()
        store.change { $0.contents.log = RequestLog(RequestLog.Limits(requests: 10, body: 100, bodies: 150)) }
        let url = try #require(URL(string: "https://h/"))
        for _ in 0..<40 {
            let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 1)
            let body = Data(
                bytesNoCopy: bytes, count: 64,
                deallocator: .custom { pointer, _ in
                    pointer.deallocate()
                    _ = store.records.count
                    released.change { $0 += 1 }
                })
            let request = MockRequest(URLRequest(url: url), url: url, body: Data())
            var record = store.arrive(request).record
            record.contents.append(body, upTo: .max)
            record.contents.end(nil, at: nil)
            store.end(record, of: nil)
        }
        await released.wait { $0 >= 30 }
        #expect(released.value >= 30)
    }
}
