import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct WaitForRequestTests {
    private let mock = HTTPMock()

    private func get(_ address: String) async throws {
        _ = try await mock.data(for: URLRequest(url: try #require(URL(string: address))))
    }

    @Test func loggedRequestIsReturnedAtOnceEarliestFirst() async throws {
        try await get("https://a.com/x?n=1")
        try await get("https://a.com/x?n=2")
        let record = try await mock.waitForRequest(method: .get, host: "a.com", path: "/x", timeout: .zero)
        #expect(record.request.queryValue("n") == "1")
    }

    @Test func requestThatArrivesLaterEndsTheWait() async throws {
        let mock = mock
        let waiting = Task { try await mock.waitForRequest(path: "/track", timeout: .seconds(600)) }
        #expect(await eventually { mock.engine.store.watcherCount == 1 })
        try await get("https://a.com/other")
        try await get("https://a.com/track")
        #expect(try await waiting.value.request.path == "/track")
    }

    @Test func failedWaitListsWhatArrived() async throws {
        try await get("https://u:p@a.com/other?token=t")
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.waitForRequest(method: .post, host: "a.com", path: "/track", timeout: .milliseconds(10))
        }
        #expect(
            error?.message == """
                HTTPMock: POST a.com/track did not arrive within 0.01 seconds
                  nearest: GET /other?token=REDACTED
                    method is GET, expected POST; path is "/other", expected "/track"
                  these arrived:
                    GET https://REDACTED@a.com/other?token=REDACTED
                """)
        #expect(mock.engine.store.watcherCount == 0)
    }

    @Test func secretsOfThePathAreMaskedInTheNearestLine() async throws {
        try await get("https://a.com/a;token=abc/b")
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.waitForRequest(path: "/a/c", timeout: .zero)
        }
        #expect(
            error?.message == """
                HTTPMock: /a/c did not arrive within 0.0 seconds
                  nearest: GET /a;token=REDACTED/b
                    path is "/a;token=REDACTED/b", expected "/a/c"
                  these arrived:
                    GET https://a.com/a;token=REDACTED/b
                """)
    }

    @Test func pathIsFoundAsTheSummaryPrintsIt() async throws {
        try await get("https://a.com/a;token=abc/b%20c")
        _ = try await mock.waitForRequest(path: "/a;token=REDACTED/b%20c", timeout: .zero)
    }

    @Test func failedWaitForAnyRequestReportsThatNoneArrived() async {
        let error = await #expect(throws: HTTPMockError.self) { try await mock.waitForRequest(timeout: .zero) }
        #expect(
            error?.message == """
                HTTPMock: no request arrived within 0.0 seconds
                  no request arrived at all
                """)
    }

    @Test(arguments: [
        (HTTPMock.HTTPMethod?.some(.post), String?.none, String?.none, "POST /**"), (nil, "a.com", nil, "a.com/**"),
        (nil, nil, "track", "/track"),
    ])
    func failedWaitNamesItsFilter(
        method: HTTPMock.HTTPMethod?, host: String?, path: String?, text: String
    ) async {
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.waitForRequest(method: method, host: host, path: path, timeout: .zero)
        }
        #expect(error?.message.hasPrefix("HTTPMock: \(text) did not arrive within 0.0 seconds\n") == true)
    }

    @Test func patternThatCannotMatchFailsAtOnce() async {
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.waitForRequest(path: "/a#b", timeout: .seconds(600))
        }
        #expect(error?.message.hasPrefix("HTTPMock: no request can match: the path \"/a#b\" has a fragment") == true)
    }

    @Test(arguments: [Duration.seconds(-1), .zero]) func expiredTimeoutStillFindsALoggedRequest(timeout: Duration)
        async throws
    {
        try await get("https://a.com/x")
        try await mock.waitForRequest(path: "/x", timeout: timeout)
    }

    @Test func endlessTimeoutIsAllowed() async throws {
        let mock = mock
        let waiting = Task { try await mock.waitForRequest(path: "/x", timeout: .seconds(Int64.max)) }
        #expect(await eventually { mock.engine.store.watcherCount == 1 })
        try await get("https://a.com/x")
        _ = try await waiting.value
    }

    /// Blocks each request with a body before its answer is decided, so that a wait that returns too early does so
    /// meanwhile.
    private final class Obstacle: EngineExtension {
        let hasReturned = Locked(false)
        private let lookCount: Int

        init(lookCount: Int = 100) {
            self.lookCount = lookCount
        }

        func block() {
            var count = 0
            while count < lookCount, !hasReturned.withLock({ $0 }) {
                count += 1
                usleep(1_000)
            }
        }

        /// Not in the task that makes the request, which may have the only thread.
        func workNeeded(for request: MockRequest) -> MatchingWork { .readsBody }

        func inspect(_ request: MockRequest, number: Int) -> RequestInspection {
            block()
            return RequestInspection()
        }
    }

    @Test(arguments: [false, true]) func waitThatHasReturnedFindsTheResponseUsed(isHeld: Bool) async throws {
        let mock = HTTPMock()
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("x", delivery: isHeld ? .held(gate) : .instant)])
        let obstacle = Obstacle()
        mock.insert(obstacle)
        let waiting = Task {
            try await mock.waitForRequest(path: "/a", timeout: .seconds(300))
            let unused = mock.unusedResponses
            obstacle.hasReturned.withLock { $0 = true }
            return unused
        }
        #expect(await eventually { mock.engine.store.watcherCount == 1 })
        async let reply = mock.reply("/a", method: "POST", body: "x")
        #expect(try await waiting.value.isEmpty)
        gate.open()
        #expect(try await reply.body == "x")
    }

    @Test func waitForAnUnmockedRequestEndsOnceThePolicyIsAsked() async throws {
        let mock = HTTPMock()
        let obstacle = Obstacle()
        let isAsked = Locked(false)
        mock.unmockedPolicy = .report { _ in
            obstacle.block()
            isAsked.withLock { $0 = true }
            return {}
        }
        // Nearly the path of the request, so that source files are read for the diagnosis.
        mock.addResponses(forPath: "/users", responses: [.plaintext("x")])
        let waiting = Task {
            try await mock.waitForRequest(path: "/user", timeout: .seconds(300))
            let wasAsked = isAsked.withLock { $0 }
            obstacle.hasReturned.withLock { $0 = true }
            return wasAsked
        }
        #expect(await eventually { mock.engine.store.watcherCount == 1 })
        async let reply = mock.reply("/user")
        #expect(try await waiting.value)
        #expect(try await reply.status == 404)
    }

    @Test func cancellingARequestBeforeItsAnswerIsDecidedEndsTheWait() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.plaintext("x")])
        let obstacle = Obstacle(lookCount: .max)
        mock.insert(obstacle)
        defer { obstacle.hasReturned.withLock { $0 = true } }
        let start = ContinuousClock.now
        let waiting = Task { try await mock.waitForRequest(path: "/a", timeout: .seconds(300)) }
        #expect(await eventually { mock.engine.store.watcherCount == 1 })
        let replying = Task { try await mock.reply("/a", method: "POST", body: "x") }
        #expect(await eventually { mock.requests.count == 1 })
        replying.cancel()
        _ = try await waiting.value
        // The wait was ended by the request, and not by its deadline.
        #expect(ContinuousClock.now - start < .seconds(300))
    }

    @Test func hopOnTheNetworkEndsTheWaitBeforeItIsAnswered() async throws {
        let server = LoopbackServer { $0.path == "/a" ? .redirect(to: "/b") : .hanging }
        let mock = HTTPMock()
        mock.unmockedPolicy = .passthrough
        let start = ContinuousClock.now
        let waiting = Task { try await mock.waitForRequest(path: "/b", timeout: .seconds(300)) }
        #expect(await eventually { mock.engine.store.watcherCount == 1 })
        let replying = Task { try await mock.reply(server.url("/a").absoluteString) }
        _ = try await waiting.value
        #expect(ContinuousClock.now - start < .seconds(300))
        replying.cancel()
    }

    /// As while a predicate runs for long.
    @Test func requestThatIsNotDecidedAtTheDeadlineIsReturned() async throws {
        let mock = HTTPMock()
        let store = mock.engine.store
        for (path, timeout) in [("/a", 0.2), ("/b", 2), ("/c", 20)] {
            let url = try #require(URL(string: "https://h\(path)"))
            let waiting = Task { try await mock.waitForRequest(path: path, timeout: .seconds(timeout)) }
            _ = await eventually { store.watcherCount == 1 }
            _ = store.arrive(MockRequest(URLRequest(url: url), url: url, body: Data()))
            // On a slow machine the deadline may have passed before the arrival.
            if let record = try? await waiting.value {
                #expect(record.request.path == path)
                return
            }
        }
        Issue.record("no wait returned the request that had arrived")
    }

    @Test func waitContinuesAfterAReset() async throws {
        let mock = mock
        let waiting = Task { try await mock.waitForRequest(path: "/x", timeout: .seconds(600)) }
        #expect(await eventually { mock.engine.store.watcherCount == 1 })
        mock.reset()
        try await get("https://a.com/x")
        _ = try await waiting.value
    }

    @Test func listingIsLimitedToTheLatest() async throws {
        for number in 1...25 { try await get("https://a.com/\(number)") }
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.waitForRequest(path: "/x", timeout: .zero)
        }
        let lines = error?.message.components(separatedBy: "\n") ?? []
        #expect(lines.count == 24)
        #expect(lines[1] == "  nearest: GET /1")
        #expect(lines[3] == "  the last 20 of 25 that arrived:")
        #expect(lines.last == "    GET https://a.com/25")
    }
}

extension Store {
    /// The number of tasks that wait.
    var watcherCount: Int { read { $0.waits.count + $0.requestWaits.count } }
}
