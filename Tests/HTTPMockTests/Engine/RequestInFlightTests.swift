import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests in flight are described with what they wait for, and reported if they make no progress.
@Suite(.bounded) struct RequestInFlightTests {
    private let clock = ManualClock()
    private let mock: HTTPMock

    init() {
        mock = HTTPMock(clock: clock)
    }

    enum Wait: CaseIterable {
        case delay, gate, never, handler, sequence

        var response: MockResponse {
            switch self {
            case .delay: .plaintext("x", delivery: .delayed(.seconds(30)))
            case .gate: .plaintext("x", delivery: .held(ResponseGate()))
            case .never: .empty(delivery: .never)
            case .handler:
                .handler { _ in
                    try await Task.sleep(for: .seconds(3_600))
                    return .empty()
                }
            case .sequence: .stream(AsyncStream<Data> { _ in })
            }
        }

        var text: String {
            switch self {
            case .delay: "waits on a manual clock that nobody has advanced, 30.0 seconds left"
            case .gate: "waits at a gate that nobody has opened"
            case .never: "is never answered, because of its delivery .never"
            case .handler: "waits for its handler to return"
            case .sequence: "waits for the next chunk of its sequence"
            }
        }
    }

    /// Starts a request, and returns what it waits for.
    private func wait(of kind: Wait, path: String) async throws -> (request: RequestInFlight, task: URLSessionTask) {
        mock.addResponses(forPath: path, responses: [kind.response], line: 7)
        let task = mock.urlSession.dataTask(with: .example(path))
        task.resume()
        try await mock.waitForRequest(path: path, timeout: .seconds(600))
        var found: RequestInFlight?
        for _ in 0..<10_000 where found?.wait != kind.text { found = await mock.requestsInFlight.first }
        return (try #require(found), task)
    }

    @Test(arguments: Wait.allCases)
    func requestIsDescribedWithItsWait(kind: Wait) async throws {
        let (found, task) = try await wait(of: kind, path: "/a")
        #expect(found.wait == kind.text)
        #expect(found.location?.line == 7)
        #expect(found.description.hasPrefix("GET https://example.com/a \(kind.text) (registered at "))
        task.cancel()
        await mock.waitUntilIdle()
        #expect(await mock.requestsInFlight.isEmpty)
    }

    @Test func requestWithoutProgressIsReportedOnce() async throws {
        let path = "/stalled-\(UUID().uuidString)"
        let reports = InterceptedReports(containing: path)
        let (_, task) = try await wait(of: .gate, path: path)
        for _ in 0..<3 * StallWatch.limit { #expect(mock.engine.reportStalledRequests()) }
        _ = await mock.requestsInFlight
        #expect(reports.texts.count == 1)
        #expect(reports.texts.first?.hasPrefix("HTTPMock: no progress for ten seconds: GET ") == true)
        #expect(reports.texts.first?.contains("\n") == false)
        task.cancel()
        await mock.waitUntilIdle()
        #expect(!mock.engine.reportStalledRequests())
    }

    @Test func requestWithProgressIsNotReported() async throws {
        let path = "/slow-\(UUID().uuidString)"
        let reports = InterceptedReports(containing: path)
        // Without the real watch, which on a busy machine looks often enough between two steps of this test.
        mock.engine.store.transition { $0.isWatched = true }
        mock.addResponses(
            forPath: path, responses: [.plaintext("abcdefgh", delivery: .chunked(size: 1, every: .seconds(1)))])
        async let reply = mock.reply(path)
        for _ in 0..<7 {
            await clock.waitForSleepers(1)
            for _ in 0..<StallWatch.limit - 2 { _ = mock.engine.reportStalledRequests() }
            _ = await mock.requestsInFlight
            clock.advance(by: .seconds(1))
        }
        #expect(try await reply.body == "abcdefgh")
        #expect(reports.texts.isEmpty)
    }

    @Test func delayOnAManualClockNamesTheAdvances() async throws {
        clock.advance(by: .seconds(5))
        let path = "/advanced"
        mock.addResponses(forPath: path, responses: [.empty(delivery: .delayed(.seconds(30)))])
        var request = URLRequest.example(path)
        request.timeoutInterval = 600
        let task = mock.urlSession.dataTask(with: request)
        task.resume()
        await clock.waitForSleepers(1)
        let wait = "waits on a manual clock that was advanced by"
        #expect(
            await mock.requestsInFlight.map(\.wait) == [
                "\(wait) 5.0 seconds before the wait began, and not since, 30.0 seconds left"
            ])
        clock.advance(by: .seconds(10))
        #expect(
            await mock.requestsInFlight.map(\.wait) == ["\(wait) 10.0 seconds since the wait began, 20.0 seconds left"])
        task.cancel()
        await mock.waitUntilIdle()
    }

    @Test func timeoutThatComesBeforeTheDelayIsNamed() async throws {
        mock.addResponses(forPath: "/late", responses: [.empty(delivery: .delayed(.seconds(90)))])
        let task = mock.urlSession.dataTask(with: .example("/late"))
        task.resume()
        await clock.waitForSleepers(1)
        let wait = try #require(await mock.requestsInFlight.first?.wait)
        #expect(wait.hasSuffix("nobody has advanced, and times out in 60.0 seconds, before its delay ends"))
        task.cancel()
        await mock.waitUntilIdle()
    }

    @Test func cancelledRequestIsLoggedWithItsWait() async throws {
        let (_, task) = try await wait(of: .gate, path: "/cancelled")
        task.cancel()
        await mock.waitUntilIdle()
        let text = "\(try #require(mock.requests.first))"
        #expect(text.hasSuffix(", cancelled while it waits at a gate that nobody has opened"), "\(text)")
    }

    @Test func bytesOfAPassedThroughRequestAreProgress() async throws {
        let url = try #require(URL(string: "https://example.com/passed-\(UUID().uuidString)"))
        let reports = InterceptedReports(containing: url.path)
        let exchange = Exchange(engine: mock.engine, transport: HandoverTransport())
        let request = MockRequest(URLRequest(url: url), url: url, body: Data())
        exchange.log(request)
        let wait = exchange.beginWait(for: .network, until: nil)
        let load = PassthroughLoad(request, for: exchange, during: wait, queue: .main) { request, _, _ in
            URLSession.shared.dataTask(with: request)
        }
        let looks = { for _ in 0..<StallWatch.limit - 1 { exchange.lookForProgress() } }
        for _ in 0..<StallWatch.limit {
            looks()
            load.receive(Data([1]))
            looks()
            load.noteProgress()
        }
        #expect(reports.texts.isEmpty)
        looks()
        exchange.lookForProgress()
        exchange.lookForProgress()
        #expect(reports.texts.count == 1)
        exchange.cancel()
    }

    @Test func bytesThatAPassedThroughUploadSendsAreProgress() async throws {
        let server = LoopbackServer { _ in .hanging }
        let url = server.url("/upload-\(UUID().uuidString)")
        let reports = InterceptedReports(containing: url.path)
        let exchange = Exchange(engine: mock.engine, transport: HandoverTransport())
        var upload = URLRequest(url: url)
        upload.httpMethod = "POST"
        upload.httpBody = Data("body".utf8)
        let request = MockRequest(upload, url: url, body: Data("body".utf8))
        exchange.log(request)
        let wait = exchange.beginWait(for: .network, until: nil)
        let delegate = PassthroughDelegate()
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        let load = PassthroughLoad(request, for: exchange, during: wait, queue: .main) { request, _, load in
            let task = session.dataTask(with: request)
            delegate.add(load, for: task)
            return task
        }
        for _ in 1..<StallWatch.limit { exchange.lookForProgress() }
        load.forward()
        #expect(await server.waitForRequests().first?.bodyText == "body")
        // The event is on the delegate queue before the server has the bytes.
        await withCheckedContinuation { reached in session.delegateQueue.addOperation { reached.resume() } }
        exchange.lookForProgress()
        exchange.lookForProgress()
        #expect(reports.texts.isEmpty)
        exchange.cancel()
        load.cancel()
        session.invalidateAndCancel()
    }

    @Test func bytesOfABodyStreamAreProgress() async throws {
        let path = "/streamed-\(UUID().uuidString)"
        let reports = InterceptedReports(containing: path)
        let reads = Observed(0)
        let next = DispatchSemaphore(value: 0)
        var request = URLRequest.example(path, method: "POST")
        request.httpBodyStream = SteppedStream {
            reads.change { $0 += 1 }
            next.wait()
        }
        let task = mock.urlSession.dataTask(with: request)
        task.resume()
        for round in 1...StallWatch.limit {
            // A byte is noted before the next read begins.
            await reads.wait { $0 == round }
            for _ in 0..<StallWatch.limit - 2 { _ = mock.engine.reportStalledRequests() }
            #expect(await mock.requestsInFlight.first?.wait == "waits for its own body stream, which gives nothing")
            next.signal()
        }
        #expect(reports.texts.isEmpty)
        task.cancel()
        await mock.waitUntilIdle()
        next.signal()
    }

    /// A sweep gives up a run whose code does not end, and a later test must not print its requests.
    @Test func givenUpRequestIsNotReported() async throws {
        let path = "/given-up-\(UUID().uuidString)"
        let reports = InterceptedReports(containing: path)
        mock.addResponses(forPath: path, responses: [.empty(delivery: .never)])
        let task = mock.urlSession.dataTask(with: .example(path))
        task.resume()
        try await mock.waitForRequest(timeout: .seconds(600))
        mock.engine.ignoreStalls()
        for _ in 0..<3 * StallWatch.limit { #expect(!mock.engine.reportStalledRequests()) }
        #expect(reports.texts.isEmpty)
        task.cancel()
    }
}
