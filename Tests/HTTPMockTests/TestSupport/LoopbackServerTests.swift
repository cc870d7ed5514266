import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct LoopbackServerTests {
    private let driver = ClientDriver(session: URLSession(configuration: .ephemeral))

    @Test func requestArrivesWhole() async throws {
        let server = LoopbackServer { .text($0.bodyText.uppercased(), status: 201, headers: ["X-Kind": "echo"]) }
        var request = URLRequest(url: server.url("/a%20b/c?q=1&q=2"))
        request.httpMethod = "PUT"
        request.setValue("yes", forHTTPHeaderField: "X-Asked")
        request.httpBody = Data("body".utf8)

        let outcome = await driver.run(request, as: .handlerData)

        let received = try #require(server.requests.first)
        #expect(received.method == "PUT")
        #expect(received.target == "/a%20b/c?q=1&q=2")
        #expect(received.path == "/a%20b/c")
        #expect(received.query == "q=1&q=2")
        #expect(received.headers["x-asked"] == "yes")
        #expect(received.bodyText == "body")
        #expect(outcome.status == 201)
        #expect(outcome.text == "BODY")
        #expect(outcome.headers["x-kind"] == "echo")
        #expect(server.connectionCount == 1)
    }

    @Test func chunkedRequestBodyIsPutTogether() async throws {
        let server = LoopbackServer { _ in .status(204) }
        var request = URLRequest(url: server.url("/up"))
        request.httpMethod = "POST"
        request.setValue("chunked", forHTTPHeaderField: "Transfer-Encoding")
        let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })

        let outcome = await driver.run(request, as: .delegateStreamUpload, body: body)

        #expect(outcome.status == 204)
        #expect(server.requests.map(\.body) == [body])
    }

    @Test func clientThatExpectsContinueSendsItsBody() async throws {
        let server = LoopbackServer { .text("\($0.body.count)") }
        var request = URLRequest(url: server.url("/up"))
        request.httpMethod = "POST"
        request.setValue("100-continue", forHTTPHeaderField: "Expect")

        let outcome = await driver.run(request, as: .handlerUpload, body: Data(count: 3_000_000))

        #expect(outcome.text == "3000000")
    }

    @Test(arguments: [LoopbackResponse.Framing.length, .chunked, .close])
    func chunksArriveOneByOne(framing: LoopbackResponse.Framing) async {
        let server = LoopbackServer { _ in
            .chunks(["one", "two", "three"], framing: framing, pause: .milliseconds(200))
        }
        let outcome = await driver.run(URLRequest(url: server.url()), as: .delegateData)

        #expect(outcome.text == "onetwothree")
        #expect(outcome.events.count { if case .data = $0 { true } else { false } } >= 2)
        #expect(
            outcome.comparable().events == [.response(status: 200), .data(Data("onetwothree".utf8)), .completed(nil)])
    }

    @Test(arguments: [204, 304])
    func bodilessStatusSendsNoBody(status: Int) async {
        let server = LoopbackServer { _ in .text("not to be sent", status: status) }
        let outcome = await driver.run(URLRequest(url: server.url()), as: .handlerData)
        #expect(outcome.status == status)
        #expect(outcome.data == Data())
    }

    @Test func headSendsOnlyTheLength() async {
        let server = LoopbackServer { _ in .text("12345") }
        var request = URLRequest(url: server.url())
        request.httpMethod = "HEAD"
        let outcome = await driver.run(request, as: .handlerData)
        #expect(outcome.data == Data())
        #expect(outcome.headers["content-length"] == "5")
    }

    @Test func repeatedHeadersAreSentEach() async {
        let server = LoopbackServer { _ in .text("", headers: ["X-Two": "1", "X-Two": "2"]) }
        let outcome = await driver.run(URLRequest(url: server.url()), as: .handlerData)
        #expect(outcome.headers["x-two"] == "1, 2")
    }

    @Test(arguments: [
        (LoopbackResponse.closing, URLError.Code.badServerResponse),
        (LoopbackResponse.text("0123456789").ending(.close(afterBytes: 4)), URLError.Code.unknown),
        (LoopbackResponse.chunks(["0123", "4567"]).ending(.close(afterBytes: 6)), URLError.Code.unknown),
    ])
    func earlyEndIsAnError(response: LoopbackResponse, code: URLError.Code) async {
        let server = LoopbackServer { _ in response }
        let outcome = await driver.run(URLRequest(url: server.url("/cut")), as: .handlerData)
        #expect(
            outcome.error
                == ClientError(domain: NSURLErrorDomain, code: code.rawValue, isURLError: true, failingTarget: "/cut"))
    }

    @Test func stopEndsHangingConnections() async {
        let server = LoopbackServer { $0.path == "/head" ? .hanging : .text("0123").ending(.hang(afterBytes: 2)) }
        let session = URLSession(configuration: .ephemeral)
        for path in ["/head", "/body"] {
            session.dataTask(with: server.url(path)) { _, _, _ in }.resume()
        }
        #expect(await server.waitForRequests(2).map(\.path).sorted() == ["/body", "/head"])
        #expect(server.openConnectionCount == 2)

        server.stop()

        #expect(server.openConnectionCount == 0)
        let late = await driver.run(URLRequest(url: server.url()), as: .handlerData)
        #expect(late.error?.code == URLError.cannotConnectToHost.rawValue)
    }

    @Test func clientThatGoesEndsItsConnection() async {
        let server = LoopbackServer { _ in .hanging }
        let session = URLSession(configuration: .ephemeral)
        let task = session.dataTask(with: server.url()) { _, _, _ in }
        task.resume()
        await server.waitForRequests()

        task.cancel()

        await server.waitForNoConnection()
        #expect(server.openConnectionCount == 0)
    }

    @Test func stoppedServersLeaveNoThreadAndNoDescriptor() async throws {
        guard ProcessResources.threads != nil else { return }
        // Other tests open and close at the same time: a leak would show in each round.
        let rounds = 8
        let serverCount = 40
        var isClean = false
        for _ in 1...rounds where !isClean {
            let descriptors = try #require(ProcessResources.openFileDescriptors)
            let threads = try #require(ProcessResources.threads)
            let servers = (1...serverCount).map { _ in LoopbackServer { _ in .hanging } }
            for server in servers {
                server.stop()
            }
            isClean =
                try #require(ProcessResources.openFileDescriptors) < descriptors + serverCount
                && #require(ProcessResources.threads) < threads + serverCount / 2
        }
        #expect(isClean)
    }
}
