import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// No request leaves the process, unless a policy or a response passes it through.
@Suite(.bounded) struct NoEscapeTests {
    private let watch = NetworkWatch()

    private struct Refusal: Error {}

    /// The ways to make a session use the mock.
    enum Installation: CaseIterable, Sendable {
        case ownSession
        case protocolClass
        case install
    }

    private func configuration(_ installation: Installation, of mock: HTTPMock) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        switch installation {
        case .ownSession: return mock.urlSession.configuration
        case .protocolClass: configuration.protocolClasses = [mock.protocolClass]
        case .install: mock.install(in: configuration)
        }
        return configuration
    }

    private func request(_ url: URL, as style: ClientStyle) -> URLRequest {
        var request = URLRequest(url: url)
        if ClientStyle.upload.contains(style) { request.httpMethod = "POST" }
        return request
    }

    @Test(arguments: ["notFound", "mock", "throwError"], ClientStyle.allCases)
    func unmockedRequestStaysInTheProcess(policy: String, style: ClientStyle) async throws {
        // The policy that throws writes each diagnosis to standard error; all of them name the port of this test.
        let port = try #require(watch.url().port)
        let reports = InterceptedReports(containing: "\(port)")
        defer { #expect(reports.texts.count == (policy == "throwError" ? 3 * Installation.allCases.count : 0)) }
        for installation in Installation.allCases {
            let mock = HTTPMock()
            switch policy {
            case "mock": mock.unmockedPolicy = .mock(.plaintext("mocked", status: .accepted))
            case "throwError": mock.unmockedPolicy = .throwError(Refusal())
            default: mock.unmockedPolicy = .notFound
            }
            let driver = ClientDriver(session: URLSession(configuration: configuration(installation, of: mock)))
            for url in [watch.url("/a?b=c"), watch.unresolvable("/a"), watch.url("/", host: "user:secret@127.0.0.1")] {
                let outcome = await driver.run(request(url, as: style), as: style, body: Data("body".utf8))
                switch policy {
                case "mock": #expect(outcome.status == 202)
                case "throwError": #expect(outcome.error?.domain.contains("Refusal") == true)
                default: #expect(outcome.status == 404)
                }
            }
            withExtendedLifetime(mock) {}
        }
        #expect(await watch.connectionCount() == 0)
    }

    @Test(arguments: ClientStyle.allCases)
    func redirectToAnUnmockedHostStaysInTheProcess(style: ClientStyle) async {
        let mock = HTTPMock()
        for status in [301, 302, 303, 307, 308] {
            mock.addResponses(
                forPath: "/a", responses: [.redirect(to: watch.url("/escape"), status: .other(status))])
        }
        let driver = ClientDriver(session: mock.urlSession)
        for _ in 1...5 {
            let outcome = await driver.run(
                request(URL(string: "https://example.com/a")!, as: style), as: style, body: Data("body".utf8))
            #expect(outcome.status == 404)
            #expect(outcome.target == "/escape")
        }
        #expect(await watch.connectionCount() == 0)
    }

    static let challengeAnswers: [RecordingDelegate.ChallengeAnswer] = [
        .init(.performDefaultHandling),
        .init(.useCredential, credential: URLCredential(user: "u", password: "p", persistence: .forSession)),
        .init(.cancelAuthenticationChallenge), .init(.rejectProtectionSpace),
    ]

    @Test(arguments: 0..<challengeAnswers.count, ClientStyle.allCases)
    func challengeIsDeliveredAndNeverAnswered(answer: Int, style: ClientStyle) async {
        let mock = HTTPMock()
        let url = watch.url("/secret")
        let challenge = MockResponse.plaintext(
            "who?", status: .unauthorized, lifetime: .eternal, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
        mock.addResponses(forPath: "/secret", host: "127.0.0.1", responses: [challenge])
        let configuration = URLSessionConfiguration.uncached
        mock.install(in: configuration)
        let space = URLProtectionSpace(
            host: "127.0.0.1", port: url.port!, protocol: "http", realm: "r",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        let credential = URLCredential(user: "stored", password: "p", persistence: .forSession)
        configuration.urlCredentialStorage?.setDefaultCredential(credential, for: space)
        let driver = ClientDriver(session: URLSession(configuration: configuration))
        for location in [ClientDriver.DelegateOwner.session, .task] {
            let delegate = RecordingDelegate()
            delegate.challengeAnswer = Self.challengeAnswers[answer]
            let outcome = await driver.run(
                request(url, as: style), as: style, body: Data("body".utf8), delegate: delegate, at: location)
            #expect(outcome.status == 401)
            #expect(outcome.text == "who?")
            #expect(outcome.headers["www-authenticate"] == "Basic realm=\"r\"")
            #expect(!outcome.events.contains { if case .challenge = $0 { true } else { false } })
        }
        #expect(await watch.connectionCount() == 0)
    }

    @Test(arguments: [Installation.protocolClass, .install], ClientStyle.allCases)
    func sessionWhoseMockIsReleasedFailsWithAnExplanation(installation: Installation, style: ClientStyle) async {
        let session: URLSession
        do {
            let mock = HTTPMock()
            mock.unmockedPolicy = .passthrough
            session = URLSession(configuration: configuration(installation, of: mock))
        }
        let outcome = await ClientDriver(session: session).run(
            request(watch.url("/a"), as: style), as: style, body: Data("body".utf8))
        #expect(outcome.error?.domain == "HTTPMockError")
        #expect(outcome.status == nil)
        #expect(await watch.connectionCount() == 0)
    }

    @Test(arguments: ClientStyle.allCases)
    func ownSessionAnswersWithoutItsMock(style: ClientStyle) async {
        let session: URLSession
        do {
            let mock = HTTPMock()
            mock.addResponses(forPath: "/a", host: "127.0.0.1", responses: [.plaintext("kept", lifetime: .eternal)])
            session = mock.urlSession
        }
        // A style with a delegate of the session would need another session.
        guard !style.isDelegateDriven else { return }
        let driver = ClientDriver(session: session)
        #expect(await driver.run(request(watch.url("/a"), as: style), as: style).text == "kept")
        #expect(await driver.run(request(watch.url("/b"), as: style), as: style).status == 404)
        #expect(await watch.connectionCount() == 0)
    }

    @Test func requestInFlightEndsWhenItsMockIsReleased() async {
        let gate = ResponseGate()
        let configuration = URLSessionConfiguration.uncached
        let probe: TaskProbe
        do {
            let mock = HTTPMock()
            mock.addResponses(forPath: "/a", host: "127.0.0.1", responses: [.plaintext("kept", delivery: .held(gate))])
            mock.install(in: configuration)
            probe = TaskProbe(URLRequest(url: watch.url("/a")), as: .handlerData, configuration: configuration)
            probe.task.resume()
            await gate.reached()
        }
        gate.open()
        #expect(await probe.outcome().text == "kept")
        #expect(await watch.connectionCount() == 0)
    }

    @Test func classesAfterTheMockAreNeverUsed() async {
        let mock = HTTPMock()
        let configuration = URLSessionConfiguration.uncached
        let others = configuration.protocolClasses?.count ?? 0
        mock.install(in: configuration)
        mock.install(in: configuration)
        #expect(configuration.protocolClasses?.count == others + 1)
        let outcome = await ClientDriver(session: URLSession(configuration: configuration)).run(
            URLRequest(url: watch.url("/a")), as: .asyncData)
        #expect(outcome.status == 404)
        #expect(await watch.connectionCount() == 0)
    }

    @Test func newerMockReplacesTheMockOfASession() async {
        let older = HTTPMock()
        let newer = HTTPMock()
        newer.addResponses(forPath: "/a", host: "127.0.0.1", responses: [.plaintext("newer")])
        let configuration = URLSessionConfiguration.uncached
        older.install(in: configuration)
        newer.install(in: configuration)
        let outcome = await ClientDriver(session: URLSession(configuration: configuration)).run(
            URLRequest(url: watch.url("/a")), as: .asyncData)
        #expect(outcome.text == "newer")
    }

    @Test func upgradeToAWebSocketIsRefused() async throws {
        let mock = HTTPMock()
        let request = URLRequest.example("/socket", headers: ["Upgrade": "websocket"])
        let error = await #expect(throws: (any Error).self) { try await mock.data(for: request) }
        #expect(error.flatMap { HTTPMockError($0) }?.cause == .unsupportedRequest)
    }

    @Test func webSocketStaysInTheProcess() async throws {
        let mock = HTTPMock()
        let http = watch.url("/socket").absoluteString
        let url = try #require(URL(string: http.replacingOccurrences(of: "http", with: "ws")))
        let delegate = RecordingDelegate()
        let session = URLSession(
            configuration: mock.urlSession.configuration, delegate: delegate, delegateQueue: nil)
        session.webSocketTask(with: url).resume()
        #expect(await delegate.completion?.code == URLError.unsupportedURL.rawValue)
        #expect(await watch.connectionCount() == 0)
    }
}
