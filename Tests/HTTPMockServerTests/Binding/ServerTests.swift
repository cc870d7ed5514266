import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The mocks of an instance through a server, asked by plain bytes.
@Suite(.bounded) struct ServerTests {
    // MARK: Requests

    @Test func showsTheRequestToTheMock() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/login", method: .post, when: .json(["user": "alice"]), responses: [.status(.noContent)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(
            "POST /login HTTP/1.1\r\nHost: h\r\nConnection: X-Hop\r\nX-Hop: 1\r\nX-A: 1\r\nx-a: 2\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n8\r\n{\"user\":\r\n8\r\n\"alice\"}\r\n0\r\n\r\n")
        #expect(try client.readResponse().status == 204)
        let request = try #require(mock.requests.first?.request)
        #expect(request.bodyString == #"{"user":"alice"}"#)
        #expect(request.header("X-A") == "1, 2")
        #expect(request.headers.values(for: "X-A") == ["1", "2"])
        for name in ["Host", "Connection", "X-Hop", "Transfer-Encoding"] { #expect(request.header(name) == nil) }
    }

    @Test func answersOptionsOfTheServerItself() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", method: .options, responses: [.status(.noContent)])
        let server = try await mock.serve()
        #expect(try server.ask("*", method: "OPTIONS").status == 204)
    }

    @Test func sharesLogAndQueuesWithTheSession() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/n", responses: (1...4).map { .plaintext("\($0)") })
        let server = try await mock.serve()
        var texts: [String] = []
        for _ in 0..<2 {
            texts.append(try server.ask("/n").text)
            texts.append(try await HTTPReply.get("https://example.com/n", from: mock.urlSession).text)
        }
        #expect(texts == ["1", "2", "3", "4"])
        #expect(mock.requests.count == 4)
        #expect(mock.unusedResponses.isEmpty)
    }

    // MARK: Responses

    @Test(arguments: ["he", ""]) func connectionIsLostAfterABodyThatIsShorterThanItsLength(body: String) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.plaintext(body, headers: ["Content-Length": "9"])])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.read(until: "\r\n\r\n").contains("Content-Length: 9\r\n"))
        #expect(try client.read(count: body.utf8.count) == Array(body.utf8))
        #expect(try client.end() == .reset)
        guard case .failed(let error)? = mock.requests.first?.outcome else {
            Issue.record("the request has not failed")
            return
        }
        #expect((error as? URLError)?.code == .networkConnectionLost)
    }

    @Test func sendsEachFieldOfAName() async throws {
        let mock = HTTPMock()
        let response = MockResponse.empty(headers: ["X-B": "1"]).addingHeader("Set-Cookie", "a=1; Path=/")
            .addingHeader("Set-Cookie", "b=2")
        mock.addResponses(forPath: "/", responses: [response])
        let server = try await mock.serve()
        let head = try server.ask("/").head
        #expect(head.contains("\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2\r\n"))
        #expect(head.contains("\r\nX-B: 1\r\n"))
    }

    @Test func answersAnUnmockedRequestByThePolicy() async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        let response = try server.ask("/nothing")
        #expect(response.status == 404)
        #expect(response.text.contains("No mock for example.com/nothing"))
    }

    @Test func answersHEADLikeGETWithoutTheBody() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.plaintext("hello", lifetime: .eternal)])
        mock.addResponses(forPath: "/s", responses: [.stream([Data("a".utf8)], every: .zero)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/", method: "HEAD") + RawClient.get("/s", method: "HEAD") + RawClient.get("/"))
        #expect(try client.readResponse(hasBody: false)["Content-Length"] == "5")
        let stream = try client.readResponse(hasBody: false)
        #expect(stream.status == 200)
        #expect(try client.readResponse().text == "hello")
    }

    @Test(arguments: [("1.1", "chunked"), ("1.0", nil)])
    func sendsASequenceAsItComes(version: String, coding: String?) async throws {
        let mock = HTTPMock()
        let (sequence, source) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/", responses: [.stream(sequence)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/\(version)\r\nHost: h\r\n\r\n")
        let head = RawResponse(head: try client.read(until: "\r\n\r\n"))
        #expect(head["Transfer-Encoding"] == coding)
        #expect(head["Content-Length"] == nil)
        for text in ["one", "three"] {
            source.yield(Data(text.utf8))
            // Each arrives before the next is given.
            #expect(try client.read(until: text).hasSuffix(text))
        }
        source.finish()
        if coding != nil {
            #expect(try client.read(until: "0\r\n\r\n") == "\r\n0\r\n\r\n")
        } else {
            #expect(try client.end() == .closed)
        }
    }

    @Test func waitsForTheClockOfTheMock() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/", responses: [.plaintext("done", delivery: .delayed(.seconds(30)))])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/"))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(30))
        #expect(try client.readResponse().text == "done")
    }

    @Test func callsHandlers() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/items/{id}",
            responses: [.handler { .plaintext("\($0.pathParameter("id") ?? "") \($0.callCount)") }])
        let server = try await mock.serve()
        #expect(try server.ask("/items/7").text == "7 1")
        #expect(try server.ask("/items/8").text == "8 2")
    }

    @Test func sendsAFileInChunks() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("HTTPMockServer-\(UUID()).bin")
        var bytes = Data()
        for number in 0..<700_000 { bytes.append(contentsOf: "\(number % 10)\n".utf8) }
        try bytes.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.file(url: url)])
        let server = try await mock.serve()
        let response = try server.ask("/")
        #expect(response["Content-Length"] == "\(bytes.count)")
        #expect(response.body == Array(bytes))
    }

    // MARK: Passthrough

    @Test func passesThroughWithoutTheFieldsOfTheConnection() async throws {
        let seen = Locked<LoopbackRequest?>(nil)
        let real = LoopbackServer { request in
            seen.withLock { $0 = request }
            return .text("real", headers: ["X-Real": "1", "Keep-Alive": "timeout=5"])
        }
        defer { real.stop() }
        let mock = HTTPMock()
        mock.unmockedPolicy = .passthrough
        let server = try await mock.serve(as: "http://127.0.0.1:\(real.port)")
        let response = try server.ask("/x", "X-Own: 2\r\nConnection: X-Hop\r\nX-Hop: 1\r\n")
        #expect(response.text == "real")
        #expect(response["X-Real"] == "1")
        #expect(response["Keep-Alive"] == nil)
        let request = try #require(seen.withLock { $0 })
        #expect(request.headers["Host"] == "127.0.0.1:\(real.port)")
        #expect(request.headers["X-Own"] == "2")
        #expect(request.headers["X-Hop"] == nil)
    }

    @Test func passesEachCookieOnInAFieldOfItsOwn() async throws {
        let expiring = "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT"
        let real = LoopbackServer { _ in
            .text("", headers: ["Set-Cookie": expiring, "Set-Cookie": "b=2; Path=/"])
        }
        defer { real.stop() }
        let mock = HTTPMock()
        mock.unmockedPolicy = .passthrough
        let server = try await mock.serve(as: "http://127.0.0.1:\(real.port)")
        let head = try server.ask("/").head
        #expect(head.contains("\r\nSet-Cookie: \(expiring)\r\nSet-Cookie: b=2; Path=/\r\n"))
    }

    // MARK: The end

    @Test func stopsWhenItIsReleased() async throws {
        let mock = HTTPMock()
        var server: HTTPMock.Server? = try await mock.serve()
        let port = try #require(server?.port)
        let client = try RawClient(port: port)
        server = nil
        #expect(try client.end() != .open)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    }

    @Test func stopsWhenItsMockIsReleased() async throws {
        var mock: HTTPMock? = HTTPMock()
        let server = try #require(try await mock?.serve())
        mock = nil
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
        #expect(throws: HTTPMockError.self) { try server.baseURL(forHost: "a.example.com") }
    }

    @Test func stopsWhenTheTestOfItsMockEnds() async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        mock.end(because: "over")
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
    }

    @Test func stopsInAHandler() async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        mock.addResponses(
            forPath: "/",
            responses: [
                .handler { _ in
                    server.stop()
                    return .plaintext("never")
                }
            ])
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/"))
        #expect(try client.readToEnd().bytes.isEmpty)
    }

    @Test func cancelsTheRequestOfAClientThatResets() async throws {
        let mock = HTTPMock()
        let gate = ResponseGate()
        mock.addResponses(forPath: "/", responses: [.plaintext("", delivery: .held(gate))])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/"))
        await gate.reached()
        client.reset()
        #expect(
            await eventually {
                if case .failed? = mock.requests.first?.outcome { true } else { false }
            })
        withExtendedLifetime(server) {}
    }
}

extension HTTPMock.Server {
    /// Sends one request on a connection of its own and reads the answer.
    ///
    /// - Parameters:
    ///   - target: The target of the request.
    ///   - fields: More lines of the head, each with its end.
    ///   - method: The method.
    ///   - port: A port of the server; the first one unless given.
    func ask(
        _ target: String, _ fields: String = "", method: String = "GET", port: Int? = nil
    ) throws -> RawResponse {
        let client = try RawClient(port: port ?? self.port)
        try client.send(RawClient.get(target, fields, method: method))
        return try client.readResponse(hasBody: method != "HEAD")
    }

    /// Sends the bytes of one request on a connection of its own and reads the answer.
    func ask(bytes text: String) throws -> RawResponse {
        let client = try RawClient(port: port)
        try client.send(text)
        return try client.readResponse()
    }
}

extension RawClient {
    /// The text of a request without a body.
    static func get(_ target: String, _ fields: String = "", method: String = "GET") -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n"
    }
}
