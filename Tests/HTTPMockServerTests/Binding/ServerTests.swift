import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The mocks of an instance through a server, asked by plain bytes.
@Suite struct ServerTests {
    private static func get(_ target: String, _ fields: String = "", method: String = "GET") -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n"
    }

    /// Sends one request on a connection of its own and reads the answer.
    private static func ask(
        _ server: HTTPMock.Server, _ target: String, _ fields: String = "", method: String = "GET", port: Int? = nil
    ) throws -> RawResponse {
        let client = try RawClient(port: port ?? server.port)
        try client.send(get(target, fields, method: method))
        return try client.readResponse(hasBody: method != "HEAD")
    }

    // MARK: Hosts

    @Test func servesTheDefaultDomainUnlessToldOtherwise() async throws {
        let mock = HTTPMock()
        mock.defaultDomain = "api.test"
        mock.addResponses(forPath: "/user", responses: [.plaintext("Alice")])
        let server = try await mock.serve()
        #expect(server.baseURL.absoluteString == "http://127.0.0.1:\(server.port)")
        #expect(try Self.ask(server, "/user?x=1").text == "Alice")
        #expect(mock.requests.map(\.request.url.absoluteString) == ["https://api.test/user?x=1"])
    }

    @Test func servesTheOriginThatWasGiven() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", host: "api.example.com:8443", responses: [.plaintext("ok")])
        let server = try await mock.serve(as: "http://API.example.com:8443/")
        #expect(try Self.ask(server, "/").text == "ok")
        #expect(mock.requests.map(\.request.url.absoluteString) == ["http://api.example.com:8443/"])
    }

    @Test func servesAnotherHostOnAPortOfItsOwn() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/token", host: "auth.example.com", responses: [.plaintext("t")])
        let server = try await mock.serve(as: "https://api.example.com")
        let url = try server.baseURL(forHost: "auth.example.com")
        #expect(try server.baseURL(forHost: "AUTH.example.com") == url)
        #expect(try server.baseURL(forHost: "api.example.com") == server.baseURL)
        #expect(url != server.baseURL)
        #expect(try Self.ask(server, "/token", port: url.port).text == "t")
    }

    @Test func takesTheHostOfAnAbsoluteTarget() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/x", host: "other.example.com", responses: [.plaintext("other")])
        let server = try await mock.serve()
        #expect(try Self.ask(server, "http://other.example.com/x").text == "other")
        #expect(mock.requests.first?.request.url.absoluteString == "http://other.example.com/x")
    }

    @Test(arguments: ["api.example.com", "https://", "https://h/path", "https://h?q", "https://u@h", "ftp://h", ""])
    func refusesAnOriginThatIsNone(text: String) async throws {
        await #expect(throws: HTTPMockError.self) { try await HTTPMock().serve(as: text) }
    }

    @Test(arguments: ["", "https://h", "h/x", "u@h"])
    func refusesAHostThatIsNone(text: String) async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        #expect(throws: HTTPMockError.self) { try server.baseURL(forHost: text) }
    }

    @Test func namesAPortThatIsInUse() async throws {
        let mock = HTTPMock()
        let first = try await mock.serve()
        let error = await #expect(throws: HTTPMockError.self) { try await HTTPMock().serve(port: first.port) }
        #expect(error?.message.contains("127.0.0.1:\(first.port)") == true)
        #expect(error?.message.contains("To fix this, ") == true)
        withExtendedLifetime(first) {}
    }

    @Test func listensOnIPv6() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.plaintext("six")])
        guard let server = try? await mock.serve(address: .ipv6) else { return }
        #expect(server.baseURL.absoluteString == "http://[::1]:\(server.port)")
        // Not by `URLSession`, which on Linux takes no address in brackets.
        let client = try RawClient(port: server.port, address: .ipv6)
        try client.send(Self.get("/"))
        #expect(try client.readResponse().text == "six")
    }

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
        for name in ["Host", "Connection", "X-Hop", "Transfer-Encoding"] { #expect(request.header(name) == nil) }
    }

    @Test func answersOptionsOfTheServerItself() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", method: .options, responses: [.status(.noContent)])
        let server = try await mock.serve()
        #expect(try Self.ask(server, "*", method: "OPTIONS").status == 204)
    }

    @Test func sharesLogAndQueuesWithTheSession() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/n", responses: (1...4).map { .plaintext("\($0)") })
        let server = try await mock.serve()
        var texts: [String] = []
        for _ in 0..<2 {
            texts.append(try Self.ask(server, "/n").text)
            texts.append(try await HTTPReply.get("https://example.com/n", from: mock.urlSession).text)
        }
        #expect(texts == ["1", "2", "3", "4"])
        #expect(mock.requests.count == 4)
        #expect(mock.unusedResponses.isEmpty)
    }

    // MARK: Responses

    @Test func sendsEachFieldOfAName() async throws {
        let mock = HTTPMock()
        let response = MockResponse.empty(headers: ["X-B": "1"]).addingHeader("Set-Cookie", "a=1; Path=/")
            .addingHeader("Set-Cookie", "b=2")
        mock.addResponses(forPath: "/", responses: [response])
        let server = try await mock.serve()
        let head = try Self.ask(server, "/").head
        #expect(head.contains("\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2\r\n"))
        #expect(head.contains("\r\nX-B: 1\r\n"))
    }

    @Test func answersAnUnmockedRequestByThePolicy() async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        let response = try Self.ask(server, "/nothing")
        #expect(response.status == 404)
        #expect(response.text.contains("No mock for example.com/nothing"))
    }

    @Test func answersHEADLikeGETWithoutTheBody() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.plaintext("hello", lifetime: .eternal)])
        mock.addResponses(forPath: "/s", responses: [.stream([Data("a".utf8)], every: .zero)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/", method: "HEAD") + Self.get("/s", method: "HEAD") + Self.get("/"))
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
        try client.send(Self.get("/"))
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
        #expect(try Self.ask(server, "/items/7").text == "7 1")
        #expect(try Self.ask(server, "/items/8").text == "8 2")
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
        let response = try Self.ask(server, "/")
        #expect(response["Content-Length"] == "\(bytes.count)")
        #expect(response.body == Array(bytes))
    }

    // MARK: Failures

    @Test func resetsForAFailure() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.failure(.networkConnectionLost)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/"))
        let (bytes, end) = try client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(end == .reset)
    }

    @Test func resetsAfterSomeBytes() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/", responses: [.plaintext("hello", delivery: .failing(.networkConnectionLost, afterBytes: 3))])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/"))
        #expect(RawResponse(head: try client.read(until: "\r\n\r\n"))["Content-Length"] == "5")
        let (bytes, end) = try client.readToEnd()
        #expect(bytes == Array("hel".utf8))
        #expect(end == .reset)
    }

    @Test(arguments: [MockResponse.failure(.timedOut), .plaintext("", delivery: .never)])
    func stallsForATimeout(response: MockResponse) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [response])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/"))
        #expect(try client.end(within: 100) == .open)
        server.stop()
        #expect(try client.end() != .open)
    }

    @Test func sendsTheTextOfAResponseThatCannotBeMade() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.file(url: URL(fileURLWithPath: "/no/such/file"))])
        let server = try await mock.serve()
        let response = try Self.ask(server, "/")
        #expect(response.status == 500)
        #expect(response["Content-Type"] == "text/plain; charset=utf-8")
        #expect(response.text.contains("/no/such/file"))
    }

    @Test(arguments: [
        ("", MockResponse.WireEnding.close, RawClient.End.closed), ("garbage", .close, .closed),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi", .reset, .reset), ("", .reset, .reset),
    ])
    func sendsRawBytes(text: String, ending: MockResponse.WireEnding, end: RawClient.End) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.wire(Data(text.utf8), then: ending)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/"))
        let received = try client.readToEnd()
        #expect(String(decoding: received.bytes, as: UTF8.self) == text)
        #expect(received.end == end)
        #expect(mock.requests.first?.responseBody == Data(text.utf8))
    }

    @Test func stallsAfterRawBytes() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.wire(Data("HTTP/1.1 2".utf8), then: .stall)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/"))
        #expect(try client.read(until: "HTTP/1.1 2") == "HTTP/1.1 2")
        #expect(try client.end(within: 100) == .open)
    }

    @Test(arguments: [("x", URLError.Code.cannotParseResponse), ("", .networkConnectionLost)])
    func failsRawBytesInProcess(text: String, code: URLError.Code) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.wire(Data(text.utf8), then: .close)])
        let error = await #expect(throws: URLError.self) {
            try await HTTPReply.get("https://example.com/", from: mock.urlSession)
        }
        #expect(error?.code == code)
    }

    // MARK: Redirects

    @Test func keepsAClientThatFollowsARedirectOnTheServer() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "https://example.com/b?x#y")])
        mock.addResponses(forPath: "/b", responses: [.redirect(to: "//auth.example.com/c")])
        mock.addResponses(forPath: "/c", host: "*.example.com", responses: [.redirect(to: "d")])
        mock.addResponses(forPath: "/d", host: "auth.example.com", responses: [.plaintext("end")])
        let server = try await mock.serve()
        #expect(try Self.ask(server, "/a")["Location"] == "\(server.baseURL)/b?x#y")
        let location = try Self.ask(server, "/b")["Location"]
        let auth = try server.baseURL(forHost: "auth.example.com")
        #expect(location == "\(auth)/c")
        #expect(try Self.ask(server, "/c", port: auth.port)["Location"] == "d")
        #expect(try Self.ask(server, "/d", port: auth.port).text == "end")
    }

    @Test func leavesALocationThatLeadsElsewhere() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "https://elsewhere.example/b")])
        let server = try await mock.serve()
        #expect(try Self.ask(server, "/a")["Location"] == "https://elsewhere.example/b")
    }

    @Test func leavesTheLocationOfAClientThatAsksAProxy() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "http://example.com/b")])
        let server = try await mock.serve()
        #expect(try Self.ask(server, "http://example.com/a")["Location"] == "http://example.com/b")
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
        let response = try Self.ask(server, "/x", "X-Own: 2\r\nConnection: X-Hop\r\nX-Hop: 1\r\n")
        #expect(response.text == "real")
        #expect(response["X-Real"] == "1")
        #expect(response["Keep-Alive"] == nil)
        let request = try #require(seen.withLock { $0 })
        #expect(request.headers["Host"] == "127.0.0.1:\(real.port)")
        #expect(request.headers["X-Own"] == "2")
        #expect(request.headers["X-Hop"] == nil)
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
        try client.send(Self.get("/"))
        #expect(try client.readToEnd().bytes.isEmpty)
    }

    @Test func cancelsTheRequestOfAClientThatResets() async throws {
        let mock = HTTPMock()
        let gate = ResponseGate()
        mock.addResponses(forPath: "/", responses: [.plaintext("", delivery: .held(gate))])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/"))
        await gate.reached()
        client.reset()
        #expect(
            await eventually {
                if case .failed? = mock.requests.first?.outcome { true } else { false }
            })
        withExtendedLifetime(server) {}
    }
}
