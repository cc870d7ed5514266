import Foundation
import HTTPMock
import HTTPMockContract
import TestSupport
import Testing

@testable import HTTPMockServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Which response an upgrade takes, and what refuses it.
@Suite(.bounded) struct WebSocketUpgradeTests {
    private static let socket = MockResponse.webSocket()

    private static func get(_ server: HTTPMock.Server, _ path: String = "/") throws -> RawResponse {
        let client = try RawClient(port: server.port)
        try client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.readResponse()
    }

    private static func upgradeStatus(_ server: HTTPMock.Server, _ path: String = "/") throws -> Int {
        try RawWebSocket(server, path).answer.status
    }

    // MARK: Two kinds

    @Test func registrationAnswersBothKindsFromOneQueue() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/graphql", responses: [.json("{}", lifetime: .eternal), Self.socket])
        #expect(mock.registrationProblems.isEmpty)
        let server = try await mock.serve()
        #expect(try Self.upgradeStatus(server, "/graphql") == 101)
        #expect(try Self.get(server, "/graphql").status == 200)
        #expect(try Self.upgradeStatus(server, "/graphql") == 101)
    }

    @Test func plainRegistrationIsNoCandidateForAnUpgrade() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/feed", method: .get, responses: [.json("{}", lifetime: .eternal)])
        mock.addResponses(forPath: "/feed", responses: [Self.socket])
        let server = try await mock.serve()
        #expect(try Self.upgradeStatus(server, "/feed") == 101)
        #expect(try Self.get(server, "/feed").status == 200)
    }

    @Test func webSocketIsNoCandidateForAPlainRequest() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/feed", method: .get, responses: [Self.socket])
        mock.addResponses(forPath: "/**", responses: [.json("{}", lifetime: .eternal)])
        let server = try await mock.serve()
        #expect(try Self.get(server, "/feed").status == 200)
        #expect(try Self.upgradeStatus(server, "/feed") == 101)
    }

    @Test func misspelledPathOfAnUpgradeIsCorrectedBeforeAnythingIsRegistered() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/rooms/7", responses: [Self.socket], line: 3)
        let server = try await mock.serve()
        let text = try RawWebSocket(server, "/room/7").answer.text
        #expect(
            text.hasSuffix(
                """
                  the request asks for a WebSocket.
                  Did you mean "/room/7"? Change "/rooms/7" at WebSocketUpgradeTests.swift:3.

                """), "\(text)")
        #expect(!text.contains("register"), "\(text)")
    }

    @Test func upgradeThatNoRegistrationIsNearToIsToBeRegisteredAsAWebSocket() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/rooms/7", responses: [Self.socket])
        let server = try await mock.serve()
        let text = try RawWebSocket(server, "/other").answer.text
        #expect(
            text.hasSuffix(
                """
                  the request asks for a WebSocket. To fix this, register MockResponse.webSocket { socket in … } for its path.

                """), "\(text)")
        #expect(!text.contains(".empty()"), "\(text)")
    }

    @Test func editOfARegistrationForPlainRequestsIsNotSuggestedForAnUpgrade() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/rooms/7", responses: [.json("{}", lifetime: .eternal)])
        let server = try await mock.serve()
        let text = try RawWebSocket(server, "/room/7").answer.text
        #expect(text.hasSuffix("register MockResponse.webSocket { socket in … } for its path.\n"), "\(text)")
        #expect(!text.contains("Did you mean"), "\(text)")
    }

    @Test func usedUpWebSocketIsToBeQueuedAgainWhereItIsRegistered() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.webSocket(lifetime: .single)], line: 3)
        let server = try await mock.serve()
        #expect(try Self.upgradeStatus(server, "/a") == 101)
        let text = try RawWebSocket(server, "/a").answer.text
        #expect(
            text.hasSuffix(
                "give a response at WebSocketUpgradeTests.swift:3 the lifetime .eternal, or queue another there.\n"),
            "\(text)")
    }

    /// The host that a client of the port sends is that of the port, so that the edit is uncertain.
    @Test func upgradeForAnotherHostIsToBeRegisteredAsAWebSocketOrServedAsThatHost() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/live", host: "chat.example.com", responses: [Self.socket])
        let server = try await mock.serve()
        let text = try RawWebSocket(server, "/live").answer.text
        #expect(text.contains("mock.serve(as: \"https://chat.example.com\"), or register MockResponse.webSocket {"))
        #expect(!text.contains(".empty()"), "\(text)")
    }

    @Test func refusalsBeforeAWebSocketAreUsedInOrder() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.status(401), .status(503), Self.socket])
        let server = try await mock.serve()
        #expect(try (0..<3).map { _ in try Self.upgradeStatus(server) } == [401, 503, 101])
    }

    @Test func maintenanceByPriorityAnswersBothKinds() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [Self.socket, .json("{}")])
        mock.addResponses(forPath: "/**", priority: 1, responses: [.status(503, lifetime: .eternal)])
        let server = try await mock.serve()
        #expect(try Self.upgradeStatus(server) == 503)
        #expect(try Self.get(server).status == 503)
        mock.removeResponses(forPath: "/**")
        #expect(try Self.upgradeStatus(server) == 101)
    }

    @Test func conditionRefusesSomeUpgrades() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [Self.socket])
        mock.addResponses(forPath: "/", when: .not(.bearerToken("t")), responses: [.status(401, lifetime: .eternal)])
        let server = try await mock.serve()
        #expect(try Self.upgradeStatus(server) == 401)
        #expect(try RawWebSocket(server, fields: "Authorization: Bearer t\r\n").answer.status == 101)
    }

    @Test func lifetimeCountsConnections() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.webSocket(lifetime: .multiple(2)), .status(503)])
        let server = try await mock.serve()
        #expect(try (0..<4).map { _ in try Self.upgradeStatus(server) } == [101, 101, 503, 404])
    }

    @Test func eternalResponseHidesOnlyResponsesOfItsKinds() {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [Self.socket, .json("{}")])
        mock.addResponses(forPath: "/b", responses: [.json("{}", lifetime: .eternal), .status(404)])
        mock.addResponses(forPath: "/c", responses: [Self.socket, Self.socket])
        mock.addResponses(forPath: "/d", responses: [.handler { _ in .empty() }, Self.socket])
        let hidden = mock.registrationProblems.filter { $0.text.contains(".eternal") }.map(\.text)
        #expect(hidden.count == 3)
        #expect(!hidden.contains { $0.contains("/a") })
    }

    // MARK: Handlers and policies

    @Test func handlerDecidesByTheRequest() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") {
            MockResponse.handler { request in
                guard request.isWebSocketUpgrade else { return .plaintext("plain") }
                guard request.header("Sec-WebSocket-Protocol") != nil else { return .plaintext("no protocol") }
                return .webSocket { try await $0.send("hi") }
            }
        }
        let server = try await mock.serve()
        #expect(try Self.get(server).text == "plain")
        #expect(try RawWebSocket(server).answer.text == "no protocol")
        let client = try RawWebSocket(server, fields: "Sec-WebSocket-Protocol: chat\r\n")
        #expect(client.answer["Sec-WebSocket-Protocol"] == "chat")
        #expect(try await client.read() == .text("hi"))
        #expect(try await client.read().code == 1000)
    }

    @Test func policyOpensAWebSocket() async throws {
        let mock = HTTPMock()
        mock.unmockedPolicy = .mock(.webSocket { try await $0.send("hi") })
        let server = try await mock.serve()
        #expect(try await RawWebSocket(server).read() == .text("hi"))
    }

    @Test(arguments: [true, false]) func passthroughOfAnUpgradeIs501(isRegistered: Bool) async throws {
        let mock = HTTPMock()
        if isRegistered {
            mock.addResponses(forPath: "/", responses: [.passthrough])
        } else {
            mock.unmockedPolicy = .passthrough
        }
        let server = try await mock.serve()
        let answer = try RawWebSocket(server).answer
        #expect(answer.status == 501)
        #expect(answer.text.contains("asks for a WebSocket, which is neither passed through"))
    }

    // MARK: What is wrong uses up nothing

    @Test func upgradeWithoutAFittingResponseIsUnmocked() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.json("{}")])
        let server = try await mock.serve()
        let answer = try RawWebSocket(server).answer
        #expect(answer.status == 404)
        #expect(answer.text.contains("the nearest registration answers plain HTTP"))
        #expect(
            answer.text.contains(
                "To fix this, write MockResponse.webSocket { socket in … } at WebSocketUpgradeTests.swift:"))
        #expect(try Self.get(server).status == 200)
    }

    @Test func upgradeThatMatchesNothingSaysWhatToRegister() async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        let answer = try RawWebSocket(server).answer
        #expect(answer.status == 404)
        #expect(answer.text.contains("register MockResponse.webSocket { socket in … } for its path"))
    }

    @Test func plainRequestToAWebSocketIs426AndAFailure() async throws {
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.addResponses(forPath: "/", responses: [.webSocket(lifetime: .single)])
        let server = try await mock.serve()
        let answer = try Self.get(server)
        #expect(answer.status == 426)
        #expect(answer["Upgrade"] == "websocket")
        #expect(answer["Connection"] == "Upgrade")
        let problem = try #require(mock.problems.first)
        #expect(problem.kind == .failure)
        #expect(problem.text.contains("GET https://example.com/ is no WebSocket upgrade"))
        #expect(problem.text.contains("registered for example.com/"))
        #expect(try Self.upgradeStatus(server) == 101)
    }

    @Test func otherVersionIs426AndTheConnectionGoesOn() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.webSocket(lifetime: .single)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        let handshake = RawWebSocket.handshake("/")
        try client.send(handshake.replacingOccurrences(of: "Version: 13", with: "Version: 8"))
        let answer = try client.readResponse()
        #expect(answer.status == 426)
        #expect(answer["Sec-WebSocket-Version"] == "13")
        #expect(answer["Upgrade"] == "websocket")
        #expect(answer["Connection"] == "Upgrade")
        try client.send(handshake)
        #expect(try client.readResponse().status == 101)
        #expect(mock.turnedDown.count == 1)
    }

    @Test func invalidKeyIs400AndUsesUpNothing() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.webSocket(lifetime: .single)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawWebSocket.handshake("/").replacingOccurrences(of: "Sec-WebSocket-Key", with: "X"))
        #expect(try client.readResponse().status == 400)
        #expect(try client.end() == .closed)
        #expect(try Self.upgradeStatus(server) == 101)
    }

    @Test(arguments: ["HTTP/1.0", "no option", "another protocol"]) func otherUpgradeIsAPlainRequest(kind: String)
        async throws
    {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [Self.socket, .plaintext("plain")])
        let server = try await mock.serve()
        var handshake = RawWebSocket.handshake("/")
        switch kind {
        case "HTTP/1.0": handshake = handshake.replacingOccurrences(of: "HTTP/1.1", with: "HTTP/1.0")
        case "no option": handshake = handshake.replacingOccurrences(of: "Connection: Upgrade", with: "X: Y")
        default: handshake = handshake.replacingOccurrences(of: "Upgrade: websocket", with: "Upgrade: h2c")
        }
        let client = try RawClient(port: server.port)
        try client.send(handshake)
        #expect(try client.readResponse().text == "plain")
    }

    // MARK: Absolute targets

    @Test(arguments: [
        ("ws://chat.test/live?a=1", "http://chat.test/live?a=1"),
        ("WSS://chat.test/live?a=1", "https://chat.test/live?a=1"),
    ])
    func schemeOfAWebSocketInATargetIsThatOfHTTP(target: String, url: String) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/live", host: "chat.test", responses: [Self.socket])
        let server = try await mock.serve()
        #expect(try Self.upgradeStatus(server, target) == 101)
        #expect(mock.requests.first?.url.absoluteString == url)
    }

    @Test func upgradeOfATargetWithTheSchemeOfAWebSocketThatMatchesNothingIsDiagnosed() async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        let answer = try RawWebSocket(server, "wss://chat.test/live").answer
        #expect(answer.status == 404)
        #expect(answer.text.contains("GET https://chat.test/live"))
        #expect(answer.text.contains("register MockResponse.webSocket { socket in … } for its path"))
    }

    // MARK: Contracts

    @Test(arguments: ["/user", "/live"]) func upgradeIsOutsideContracts(path: String) async throws {
        let document = """
            {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://example.com"}],
            "paths": {"/user": {"get": {"responses": {"200": {"description": "d"}}}}}}
            """
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.check(against: try APIContract(Data(document.utf8)), optional: true)
        mock.addResponses(forPath: path, method: .get, responses: [Self.socket])
        let server = try await mock.serve()
        let client = try RawWebSocket(server, path)
        #expect(client.answer.status == 101)
        try await client.close()
        #expect(mock.problems.isEmpty)
        #expect(mock.problemsAtEnd(testHasFailed: false).isEmpty)
        // A plain response there does break the contract.
        mock.addResponses(forPath: path, method: .get, responses: [.status(.noContent)])
        #expect(!mock.problems.isEmpty)
    }

    // MARK: In process

    @Test func upgradeInProcessFailsWithAnErrorThatNamesTheServer() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [Self.socket])
        var request = URLRequest(url: try #require(URL(string: "https://example.com/")))
        request.setValue("websocket", forHTTPHeaderField: "Upgrade")
        let error = await #expect(throws: (any Error).self) { _ = try await mock.data(for: request) }
        #expect(HTTPMockError(try #require(error))?.message.contains("mock.serve().webSocketURL") == true)
    }

    @Test func plainRequestInProcessToAWebSocketFailsWithAnErrorThatNamesTheServer() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [Self.socket])
        let request = URLRequest(url: try #require(URL(string: "https://example.com/")))
        let error = await #expect(throws: (any Error).self) { _ = try await mock.data(for: request) }
        #expect(HTTPMockError(try #require(error))?.message.contains("await mock.serve()") == true)
    }

    // MARK: The answer

    @Test(
        arguments: [
            (nil, "a, b", "a"), (["b"], "a, b", "b"), (["b", "a"], "a, b", "a"), ([], "a, b", nil), (["c"], "a", nil),
            (nil, nil, nil), (["a"], nil, nil),
        ] as [([String]?, String?, String?)])
    func selectsTheFirstListedSubprotocolOfTheClient(
        protocols: [String]?, offered: String?, selected: String?
    ) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.webSocket(protocols: protocols)])
        let server = try await mock.serve()
        let fields = offered.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
        let client = try RawWebSocket(server, fields: fields)
        #expect(client.answer["Sec-WebSocket-Protocol"] == selected)
        #expect(try await mock.webSocket(timeout: .seconds(600)).subprotocol == selected)
    }

    @Test func sendsTheFieldsThatWereGiven() async throws {
        let mock = HTTPMock()
        let response = MockResponse.webSocket(headers: ["X-A": "1"]).addingHeader("Set-Cookie", "a=1")
        mock.addResponses(forPath: "/", responses: [response])
        let server = try await mock.serve()
        let answer = try RawWebSocket(server, fields: "Sec-WebSocket-Extensions: permessage-deflate\r\n").answer
        #expect(answer["X-A"] == "1")
        #expect(answer["Set-Cookie"] == "a=1")
        #expect(answer["Upgrade"] == "websocket")
        #expect(answer["Connection"] == "Upgrade")
        #expect(answer["Date"] != nil)
        #expect(answer["Sec-WebSocket-Extensions"] == nil)
        #expect(answer["Content-Length"] == nil)
    }

    @Test(arguments: [
        (MockResponse.webSocket(headers: ["Upgrade": "x"]), "the field Upgrade"),
        (MockResponse.webSocket(headers: ["Sec-WebSocket-Accept": "x"]), "the field Sec-WebSocket-Accept"),
        (
            MockResponse.webSocket(headers: ["Content-Length": "1"]),
            "the field Content-Length, which the handshake sets or excludes"
        ),
        (MockResponse.webSocket(protocols: ["a b"]), "the subprotocol \"a b\""),
        (MockResponse.webSocket(delivery: .chunked(size: 1, every: .seconds(1))), "has a delivery that cuts a body"),
        (MockResponse.webSocket(delivery: .throttled(bytesPerSecond: 9)), "has a delivery that cuts a body"),
    ])
    func reportsAMistakeInTheRegistration(response: MockResponse, text: String) {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [response])
        #expect(mock.registrationProblems.count == 1)
        #expect(mock.registrationProblems.first?.text.contains(text) == true)
        #expect(mock.registrationProblems.first?.text.contains("To fix this, ") == true)
    }

    @Test func reportsAWebSocketUnderAnotherMethod() {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", method: .post, responses: [Self.socket])
        mock.addResponses(forPath: "/", method: .get, responses: [Self.socket])
        #expect(mock.registrationProblems.map(\.text).filter { $0.contains("its method is POST") }.count == 1)
        #expect(mock.registrationProblems.count == 1)
    }

    // MARK: Deliveries

    @Test func framesBeforeAHeldAnswerAreRead() async throws {
        let mock = HTTPMock()
        let gate = ResponseGate()
        mock.addResponses(forPath: "/", responses: [.webSocket(delivery: .held(gate))])
        let server = try await mock.serve()
        let client = try RawWebSocket(server, then: ClientFrame.text("early").bytes, waits: false)
        await gate.reached()
        try client.send(.text("late"))
        #expect(await mock.requestsInFlight.count == 1)
        gate.open()
        try client.readAnswer()
        let socket = try await mock.webSocket(timeout: .seconds(600))
        #expect(try await socket.receive(timeout: .seconds(600)) == .text("early"))
        #expect(try await socket.receive(timeout: .seconds(600)) == .text("late"))
    }

    @Test func answerWaitsOnTheClockOfTheMock() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/", responses: [.webSocket(delivery: .delayed(.seconds(60)))])
        let server = try await mock.serve(delay: .seconds(30))
        let client = try RawWebSocket(server, waits: false)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(30))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(60))
        try client.readAnswer()
        #expect(client.answer.status == 101)
    }

    @Test func neverAnsweredUpgradeWaits() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.webSocket(delivery: .never)])
        let server = try await mock.serve()
        let client = try RawWebSocket(server, waits: false)
        try await mock.waitForRequest(path: "/", timeout: .seconds(600))
        #expect(client.client.isSilent(for: 100))
    }

    @Test func faultCountsTheBytesOfFrames() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/") {
            MockResponse.webSocket(delivery: .failing(.networkConnectionLost, afterBytes: 9)) { socket in
                for _ in 0..<3 { try await socket.send("hello") }
            }
        }
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        #expect(client.answer.status == 101)
        let (bytes, end) = try client.client.readToEnd()
        #expect(bytes == [0x81, 5] + Array("hello".utf8) + [0x81, 5])
        #expect(end == .reset)
        let closing = try await mock.webSocket(timeout: .seconds(600)).closed()
        #expect(closing == .init(code: .abnormalClosure, isClean: false))
        guard case .failed(let error)? = mock.requests.first?.outcome else {
            Issue.record("the request has not failed")
            return
        }
        #expect((error as? URLError)?.code == .networkConnectionLost)
    }

    @Test func faultAfterNoBytesAcceptsAndThenResets() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/", responses: [.webSocket(delivery: .failing(.networkConnectionLost, afterBytes: 0))])
        let server = try await mock.serve()
        let client = try RawWebSocket(server)
        #expect(client.answer.status == 101)
        #expect(try client.client.end() == .reset)
    }

    @Test func failureResetsBeforeTheAnswer() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.failure(.networkConnectionLost), Self.socket])
        let server = try await mock.serve()
        let client = try RawWebSocket(server, waits: false)
        #expect(try client.client.end() == .reset)
        #expect(try Self.upgradeStatus(server) == 101)
    }

    @Test func wireAnswersWithItsBytesAndUsesUpNoWebSocket() async throws {
        let bytes = Data("HTTP/1.1 101 Nearly\r\nUpgrade: x\r\n\r\n\u{1}".utf8)
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/", responses: [.wire(bytes, then: .close), .wire(bytes, then: .reset), Self.socket])
        let server = try await mock.serve()
        for expected in [RawClient.End.closed, .reset] {
            let (read, end) = try RawWebSocket(server, waits: false).client.readToEnd()
            #expect(Data(read) == bytes)
            #expect(end == expected)
        }
        #expect(mock.webSockets().isEmpty)
        #expect(try Self.upgradeStatus(server) == 101)
    }

    @Test func urlsForWebSocketsHaveThePortsOfTheServer() async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        #expect(server.webSocketURL.absoluteString == "ws://127.0.0.1:\(server.port)")
        let other = try server.webSocketURL(forHost: "chat.example.com")
        #expect(other.port == (try server.baseURL(forHost: "chat.example.com").port))
        #expect(other.scheme == "ws")
    }
}
