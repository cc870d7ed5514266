import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Passed-through requests, beyond the scenarios of the differential table.
@Suite(.bounded) struct PassthroughTests {
    private let mock = HTTPMock()

    private func passthroughDriver() -> ClientDriver {
        mock.unmockedPolicy = .passthrough
        return ClientDriver(session: mock.urlSession)
    }

    private func request(_ url: URL, as style: ClientStyle = .asyncData) -> URLRequest {
        var request = URLRequest(url: url)
        if ClientStyle.upload.contains(style) { request.httpMethod = "POST" }
        return request
    }

    @Test(arguments: ClientStyle.allCases)
    func passthroughResponsePassesOnlyItsOwnRequests(style: ClientStyle) async {
        let server = LoopbackServer { .text("network \($0.bodyText)") }
        mock.addResponses(
            forPath: "/open", host: "127.0.0.1", responses: [.passthrough(lifetime: .single), .plaintext("mocked")])
        let driver = ClientDriver(session: mock.urlSession)
        let isUpload = ClientStyle.upload.contains(style)
        let body = Data("body".utf8)

        let first = await driver.run(request(server.url("/open"), as: style), as: style, body: body)
        let second = await driver.run(request(server.url("/open"), as: style), as: style, body: body)
        let other = await driver.run(request(server.url("/other"), as: style), as: style, body: body)

        #expect(first.text == (isUpload ? "network body" : "network "))
        #expect(second.text == "mocked")
        #expect(other.status == 404)
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: ClientStyle.allCases)
    func redirectFromAMockToAnUnmockedTargetIsFollowedOnTheNetwork(style: ClientStyle) async {
        let server = LoopbackServer { .text("\($0.method) \($0.bodyText)", headers: ["X-From": "network"]) }
        let driver = passthroughDriver()
        mock.addResponses(forPath: "/a", responses: [.redirect(to: server.url("/b"), status: .temporaryRedirect)])
        let url = URL(string: "https://example.com/a")!
        let outcome = await driver.run(request(url, as: style), as: style, body: Data("body".utf8))
        #expect(outcome.text == (ClientStyle.upload.contains(style) ? "POST body" : "GET "))
        #expect(outcome.target == "/b")
        #expect(outcome.headers["x-from"] == "network")
    }

    @Test func redirectOfTheNetworkIsFollowedOnTheNetwork() async {
        let server = LoopbackServer { $0.path == "/a" ? .redirect(to: "/b") : .text("network") }
        mock.addResponses(forPath: "/a", host: "127.0.0.1", responses: [.passthrough])
        mock.addResponses(forPath: "/b", host: "127.0.0.1", responses: [.plaintext("mocked")])
        let outcome = await ClientDriver(session: mock.urlSession).run(request(server.url("/a")), as: .asyncData)
        #expect(outcome.text == "network")
    }

    @Test func chunksReachADelegateBeforeTheEnd() async {
        let server = LoopbackServer { _ in .text("0123456789").ending(.hang(afterBytes: 4)) }
        mock.unmockedPolicy = .passthrough
        let probe = TaskProbe(
            request(server.url("/a")), as: .delegateData, configuration: mock.urlSession.configuration)
        probe.task.resume()
        let events = await probe.delegate?.waitForEvents { $0.count >= 2 }
        #expect(events == [.response(status: 200), .data(Data("0123".utf8))])
        probe.task.cancel()
        #expect(await probe.outcome().isCancelled)
        await server.waitForNoConnection()
    }

    @Test(arguments: TaskProbe.styles)
    func cancelledRequestIsCancelledOnTheNetwork(style: ClientStyle) async {
        let server = LoopbackServer { _ in .hanging }
        mock.unmockedPolicy = .passthrough
        let probe = TaskProbe(request(server.url("/a")), as: style, configuration: mock.urlSession.configuration)
        probe.task.resume()
        await server.waitForRequests()
        probe.task.cancel()
        let outcome = await probe.outcome()
        #expect(outcome.isCancelled)
        #expect(outcome.error?.failingTarget == "/a")
        await server.waitForNoConnection()
    }

    @Test(arguments: [false, true])
    func redirectThatIsDecidedAfterTheEndSendsNothing(isCancelled: Bool) async {
        let server = LoopbackServer { $0.path == "/a" ? .redirect(to: "/b") : .text("network") }
        mock.unmockedPolicy = .passthrough
        let delegate = HoldingDelegate()
        let configuration = mock.urlSession.configuration
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: server.url("/a"))
        task.resume()
        await delegate.questions.wait { !$0.isEmpty }
        if isCancelled { task.cancel() } else { mock.engine.store.endTest(HTTPMockError("the test has ended")) }
        await delegate.isOver.wait { $0 }
        delegate.follow()
        await HTTPMock().settle()
        #expect(mock.requests.map(\.request.path) == ["/a"])
        #expect(server.requests.map(\.path) == ["/a"])
    }

    @Test func secondDecisionAboutARedirectIsIgnored() async {
        let server = LoopbackServer { $0.path == "/a" ? .redirect(to: "/b") : .text("network") }
        mock.unmockedPolicy = .passthrough
        let delegate = HoldingDelegate()
        let configuration = mock.urlSession.configuration
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: server.url("/a")).resume()
        await delegate.questions.wait { !$0.isEmpty }
        delegate.follow()
        delegate.follow()
        await delegate.isOver.wait { $0 }
        #expect(mock.requests.map(\.request.path) == ["/a", "/b"])
        #expect(server.requests.map(\.path) == ["/a", "/b"])
    }

    @Test func requestIsCancelledWhileItIsRedirected() async {
        let server = LoopbackServer { $0.path == "/a" ? .redirect(to: "/b") : .text("network") }
        mock.unmockedPolicy = .passthrough
        for round in 1...128 {
            let probe = TaskProbe(
                request(server.url("/a")), as: .handlerData, configuration: mock.urlSession.configuration)
            probe.task.resume()
            if round.isMultiple(of: 2) { await mock.settle() }
            await jitter(round % 32, of: .microseconds(100))
            probe.task.cancel()
            let outcome = await probe.outcome()
            #expect(outcome.isCancelled || outcome.text == "network")
        }
    }

    @Test func cancelledSwiftTaskIsCancelledOnTheNetwork() async {
        let server = LoopbackServer { _ in .hanging }
        mock.unmockedPolicy = .passthrough
        let (session, request) = (mock.urlSession, request(server.url("/a")))
        let task = Task { try await session.data(for: request) }
        await server.waitForRequests()
        task.cancel()
        await #expect(throws: URLError.self) { try await task.value }
        await server.waitForNoConnection()
    }

    @Test func refusedConnectionIsAnErrorWithItsURL() async {
        let closed = ClosedPort()
        let url = closed.url("/a")
        let native = await ClientDriver(session: URLSession(configuration: .uncached)).run(request(url), as: .asyncData)
        let outcome = await passthroughDriver().run(request(url), as: .asyncData)
        #expect(outcome == native)
        #expect(outcome.error?.code == URLError.cannotConnectToHost.rawValue)
        #expect(outcome.error?.failingTarget == "/a")
        withExtendedLifetime(closed) {}
    }

    @Test(arguments: ClientStyle.data + ClientStyle.download)
    func unknownHostIsAnErrorWithItsURL(style: ClientStyle) async {
        let url = NetworkWatch().unresolvable("/a")
        let outcome = await passthroughDriver().run(request(url), as: style)
        #expect(outcome.error?.code == URLError.cannotFindHost.rawValue)
        #expect(outcome.error?.failingTarget == "/a")
    }

    @Test func timeoutBelowASecondDoesNotExpireAtOnce() async {
        let server = LoopbackServer { _ in .text("in time").delayed(.milliseconds(100)) }
        var request = request(server.url("/a"))
        request.timeoutInterval = 0.9
        var texts: [String?] = []
        // More than once, because a busy machine may need longer than the timeout.
        for _ in 0..<20 where !texts.contains("in time") {
            texts.append(await passthroughDriver().run(request, as: .asyncData).text)
        }
        #expect(texts.contains("in time"))
    }

    #if canImport(FoundationNetworking)
        /// The timeouts of a request, of its session and of the passthrough session.
        ///
        /// A request with 60 seconds has the timeout of its session. The timeout of the passthrough session, which may
        /// be shorter than the response needs, does not count.
        @Test(
            arguments: [(0, 60, 1), (.infinity, 60, 1), (60, 0, 1), (60, 60, .infinity)]
                as [(TimeInterval, TimeInterval, TimeInterval)])
        func requestWithoutATimeoutHasNoneOnTheNetwork(
            ofRequest: TimeInterval, ofSession: TimeInterval, ofGiven: TimeInterval
        ) async {
            let server = LoopbackServer { _ in .text("late").delayed(.seconds(2)) }
            let given = URLSessionConfiguration.ephemeral
            given.timeoutIntervalForRequest = ofGiven
            let mock = HTTPMock(passthroughSession: URLSession(configuration: given))
            mock.unmockedPolicy = .passthrough
            let configuration = URLSessionConfiguration.uncached
            configuration.timeoutIntervalForRequest = ofSession
            mock.install(in: configuration)
            var request = request(server.url("/a"))
            request.timeoutInterval = ofRequest
            let driver = ClientDriver(session: URLSession(configuration: configuration))
            #expect(await driver.run(request, as: .asyncData).text == "late")
        }
    #endif

    @Test func givenSessionAddsItsHeadersAndCookies() async throws {
        let server = LoopbackServer { .text("\($0.headers["X-Given"] ?? "") \($0.headers["Cookie"] ?? "")") }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Given": "given"]
        let properties: [HTTPCookiePropertyKey: Any] = [
            .name: "own", .value: "1", .domain: "127.0.0.1", .path: "/",
        ]
        configuration.httpCookieStorage?.setCookie(try #require(HTTPCookie(properties: properties)))
        let given = URLSession(configuration: configuration)
        let mock = HTTPMock(passthroughSession: given)
        mock.unmockedPolicy = .passthrough
        #expect(mock.passthroughSession === given)
        let outcome = await ClientDriver(session: mock.urlSession).run(request(server.url("/a")), as: .asyncData)
        #expect(outcome.text == "given own=1")
    }

    @Test func passthroughWithTheMocksOwnSessionReachesTheNetwork() async {
        let server = LoopbackServer { _ in .text("network") }
        let configuration = URLSessionConfiguration.ephemeral
        let outer = HTTPMock()
        outer.install(in: configuration)
        let mock = HTTPMock(passthroughSession: URLSession(configuration: configuration))
        mock.unmockedPolicy = .passthrough
        outer.addResponses(forPath: "/a", host: "127.0.0.1", responses: [.plaintext("another mock")])
        let driver = ClientDriver(session: mock.urlSession)
        #expect(await driver.run(request(server.url("/a")), as: .asyncData).text == "another mock")
        #expect(server.connectionCount == 0)
        outer.unmockedPolicy = .passthrough
        #expect(await driver.run(request(server.url("/b")), as: .asyncData).text == "network")
    }

    @Test func requestInFlightEndsWhenItsMockIsReleased() async {
        let server = LoopbackServer { _ in .text("network").delayed(.milliseconds(200)) }
        let probe: TaskProbe
        do {
            let mock = HTTPMock()
            mock.unmockedPolicy = .passthrough
            let configuration = URLSessionConfiguration.uncached
            mock.install(in: configuration)
            probe = TaskProbe(request(server.url("/a")), as: .handlerData, configuration: configuration)
            probe.task.resume()
            await server.waitForRequests()
        }
        #expect(await probe.outcome().text == "network")
    }

    @Test(arguments: TaskProbe.styles)
    func suspendedAndResumedRequestIsAnswered(style: ClientStyle) async {
        let server = LoopbackServer { _ in .text("network") }
        mock.unmockedPolicy = .passthrough
        for round in 1...20 {
            let probe = TaskProbe(request(server.url("/a")), as: style, configuration: mock.urlSession.configuration)
            probe.task.resume()
            for _ in 0..<(round % 4) {
                if round > 10 { await Task.yield() }
                probe.task.suspend()
                probe.task.resume()
            }
            #expect(await probe.outcome().error == nil)
            #expect(probe.endCount == 1)
        }
    }

    @Test(arguments: TaskProbe.styles)
    func suspendedRequestIsSentOnceAndReceivesNothing(style: ClientStyle) async {
        let isSuspended = DispatchSemaphore(value: 0)
        let server = LoopbackServer { request in
            _ = isSuspended.wait(timeout: .now() + 120)
            return .text("network \(request.bodyText)")
        }
        mock.unmockedPolicy = .passthrough
        let probe = TaskProbe(request(server.url("/a")), as: style, configuration: mock.urlSession.configuration)
        probe.task.resume()
        await server.waitForRequests()
        probe.task.suspend()
        isSuspended.signal()
        await server.waitForNoConnection()
        await probe.settle()
        let endCount = probe.endCount
        probe.task.resume()
        #expect(await probe.outcome().error == nil)
        #expect(endCount == 0 && probe.endCount == 1)
        #expect(server.connectionCount == 1)
    }

    @Test func concurrentRequestsGetTheirOwnResponses() async {
        let server = LoopbackServer { .text($0.path + $0.bodyText) }
        let driver = passthroughDriver()
        let styles: [ClientStyle] = [.asyncData, .handlerUpload, .asyncDownload, .handlerData]
        await withTaskGroup { group in
            for number in 1...60 {
                let style = styles[number % styles.count]
                let request = request(server.url("/\(number)"), as: style)
                group.addTask {
                    let outcome = await driver.run(request, as: style, body: Data("x".utf8))
                    #expect(outcome.text == (style == .handlerUpload ? "/\(number)x" : "/\(number)"))
                }
            }
        }
        #expect(server.connectionCount == 60)
    }

    @Test func bigBodiesArriveInBothDirections() async {
        let server = LoopbackServer { LoopbackResponse(body: $0.body) }
        let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let driver = passthroughDriver()
        for style in ClientStyle.upload {
            let outcome = await driver.run(request(server.url("/a"), as: style), as: style, body: body)
            #expect(outcome.data == body, "\(style)")
        }
    }

    @Test(arguments: NoEscapeTests.challengeAnswers.indices)
    func challengeOfTheNetworkIsDelivered(answer: Int) async {
        let server = LoopbackServer { _ in
            .text("who?", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
        }
        let driver = passthroughDriver()
        for style in ClientStyle.allCases {
            let delegate = RecordingDelegate()
            delegate.challengeAnswer = NoEscapeTests.challengeAnswers[answer]
            let outcome = await driver.run(
                request(server.url("/a"), as: style), as: style, body: Data("b".utf8), delegate: delegate)
            #expect(outcome.status == 401)
            #expect(outcome.text == "who?")
        }
        #expect(server.connectionCount == ClientStyle.allCases.count)
    }
}

/// A delegate that keeps the questions about redirects.
private final class HoldingDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    struct Question: Sendable {
        let request: URLRequest
        let answer: @Sendable (URLRequest?) -> Void
    }

    let questions = Observed<[Question]>([])
    let isOver = Observed(false)

    /// Answers the first question.
    func follow() {
        guard let question = questions.value.first else { return }
        question.answer(question.request)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        questions.change { $0.append(Question(request: request, answer: completionHandler)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        isOver.change { $0 = true }
    }
}
