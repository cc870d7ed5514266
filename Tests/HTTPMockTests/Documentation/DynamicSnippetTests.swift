import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs the documents' snippets about handlers, streams and time.
@Suite(.bounded) struct DynamicSnippetTests {
    let mock = HTTPMock()
    let user = User(id: 7, name: "Alice")

    private func put(_ user: User, to url: String) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = "PUT"
        let (data, response) = try await mock.urlSession.upload(for: request, from: try JSONEncoder().encode(user))
        return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
    }

    /// Makes a request with a data task, and returns each chunk.
    private func chunks(of url: String) async throws -> [String] {
        let delegate = ChunkCollector()
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        session.dataTask(with: try #require(URL(string: url))).resume()
        return try await delegate.chunks()
    }

    @Test func aHandlerMakesTheResponse() async throws {
        mock.addResponses(
            forPath: "/users/{id}", host: "api.example.com", method: .put,
            responses: [
                .handler { request in
                    guard let id = request.pathParameter("id").flatMap(Int.init) else {
                        return .status(.badRequest)
                    }
                    let sent = try request.json(as: User.self)
                    let status: MockResponse.Status = request.callCount == 1 ? .created : .ok
                    return .encodable(User(id: id, name: sent.name), status: status)
                }
            ])

        let alice = User(id: 0, name: "Alice")
        #expect(try await put(alice, to: "https://api.example.com/users/7") == #"201 {"id":7,"name":"Alice"}"#)
        #expect(try await put(alice, to: "https://api.example.com/users/8") == #"200 {"id":8,"name":"Alice"}"#)
        #expect(try await put(alice, to: "https://api.example.com/users/x") == "400 ")
    }

    @Test func anErrorOfAHandlerIsTheRequests() async throws {
        mock.addResponses(forPath: "/flaky") {
            MockResponse.handler(lifetime: .multiple(2)) { _ in throw URLError(.networkConnectionLost) }
            MockResponse.plaintext("third time lucky")
        }

        for _ in 1...2 {
            let error = await #expect(throws: URLError.self) {
                try await mock.urlSession.answer("https://example.com/flaky")
            }
            #expect(error?.code == .networkConnectionLost)
        }
        #expect(try await mock.urlSession.answer("https://example.com/flaky") == "200 third time lucky")
    }

    @Test func aHandlerAnswersEveryUnmockedRequest() async throws {
        mock.unmockedPolicy = .mock(.handler { request in .plaintext("\(request.callCount) \(request.path)") })

        #expect(try await mock.urlSession.answer("https://example.com/a") == "200 1 /a")
        #expect(try await mock.urlSession.answer("https://example.com/b") == "200 2 /b")
    }

    @Test func chunksArriveOneByOne() async throws {
        mock.addResponses(forPath: "/log") {
            MockResponse.stream(
                [Data("one ".utf8), Data("two".utf8)], every: .milliseconds(10), contentType: "text/plain")
        }
        mock.addResponses(
            forPath: "/prices",
            responses: [
                .events(
                    [
                        ServerSentEvent(event: "price", data: "12.50"),
                        ServerSentEvent(id: "2", event: "price", data: "12.75"),
                    ], every: .milliseconds(10))
            ])

        #expect(try await chunks(of: "https://example.com/log") == ["one ", "two"])
        #expect(
            try await chunks(of: "https://example.com/prices") == [
                "event: price\ndata: 12.50\n\n", "event: price\nid: 2\ndata: 12.75\n\n",
            ])
    }

    @Test func aTestPushesChunks() async throws {
        let feedURL = try #require(URL(string: "https://example.com/feed"))
        let (pieces, feed) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/feed", responses: [.stream(pieces)])

        async let answer = mock.urlSession.data(from: feedURL)
        feed.yield(Data("first ".utf8))
        feed.yield(Data("second".utf8))
        feed.finish()
        #expect(try await answer.0 == Data("first second".utf8))
    }

    @Test func everyDeliveryHasAName() async throws {
        let gate = ResponseGate()
        let text = String(repeating: "x", count: 25)
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/") {
            MockResponse.plaintext(text, delivery: .instant)
            MockResponse.plaintext(text, delivery: .delayed(.seconds(2)))
            MockResponse.plaintext(text, delivery: .delayed(0.5...1.5, seed: 1))
            MockResponse.plaintext(text, delivery: .throttled(bytesPerSecond: 10))
            MockResponse.plaintext(text, delivery: .chunked(size: 9, every: .seconds(1)).after(.seconds(2)))
            MockResponse.plaintext(text, delivery: .failing(.networkConnectionLost, afterBytes: 10))
            MockResponse.plaintext(text, delivery: .held(gate))
            MockResponse.plaintext(text, delivery: .never)
        }

        gate.open()
        let time = Task {
            while !Task.isCancelled {
                await clock.waitForPendingResponses(1)
                clock.advance(by: .milliseconds(100))
            }
        }
        defer { time.cancel() }
        var seconds: [Double] = []
        var codes: [URLError.Code] = []
        for _ in 1...8 {
            let start = clock.now
            do {
                #expect(try await mock.urlSession.answer("https://example.com/") == "200 \(text)")
            } catch {
                codes.append(try #require(error as? URLError).code)
            }
            seconds.append(start.duration(to: clock.now) / .seconds(1))
        }
        #expect(codes == [.networkConnectionLost, .timedOut])
        // The clock moves on by itself here, so a request may take longer than its response waits.
        let least = [0, 2, 0.5, 2.4, 4, 0, 0, 60]
        #expect(zip(seconds, least).allSatisfy { $0 >= $1 }, "\(seconds)")
    }

    @Test func aManualClockMakesTime() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(
            forPath: "/users/7", host: "api.example.com",
            responses: [.encodable(user, delivery: .delayed(.seconds(30)))])
        let client = UserClient(session: mock.urlSession)

        async let loaded = client.user(7)
        await clock.waitForSleepers(1)  // the request waits for its response
        clock.advance(by: .seconds(30))
        #expect(try await loaded == user)
    }

    @Test func aTimeoutComesAtOnce() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(
            forPath: "/users/7", host: "api.example.com", responses: [.encodable(user, delivery: .never)])
        let client = UserClient(session: mock.urlSession)

        let loading = Task { try await client.user(7) }
        await clock.waitForPendingResponses(1)
        clock.advance(by: .seconds(60))  // Foundation's timeout, unless the request or its session has another
        let error = await #expect(throws: URLError.self) { try await loading.value }
        #expect(error?.code == .timedOut)
    }

    @Test func aGateDelaysAResponse() async throws {
        let gate = ResponseGate()
        mock.addResponses(
            forPath: "/users/7", host: "api.example.com", responses: [.encodable(user, delivery: .held(gate))])
        let client = UserClient(session: mock.urlSession)

        async let loaded = client.user(7)
        await gate.reached()  // the request has arrived; look here at what the app shows while it loads
        gate.open()
        #expect(try await loaded == user)
    }
}

/// Collects the chunks of one task.
private final class ChunkCollector: NSObject, URLSessionDataDelegate, Sendable {
    private let stream: AsyncThrowingStream<String, any Error>
    private let continuation: AsyncThrowingStream<String, any Error>.Continuation

    override init() {
        (stream, continuation) = AsyncThrowingStream.makeStream(of: String.self)
    }

    func chunks() async throws -> [String] {
        try await stream.reduce(into: []) { $0.append($1) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(String(decoding: data, as: UTF8.self))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish(throwing: error)
    }
}
