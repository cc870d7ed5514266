import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct HandlerTests {
    private let mock = HTTPMock()

    @Test func handlerGetsTheWholeRequest() async throws {
        let seen = Observed<MockRequest?>(nil)
        mock.addResponses(
            forPath: "/users/{id}/posts/{slug}", method: .post,
            responses: [
                .handler { request in
                    seen.change { $0 = request }
                    return .status(.created)
                }
            ])
        let reply = try await mock.reply(
            "/users/7/posts/caf%C3%A9?q=a&q=b&flag", method: "POST",
            headers: ["Content-Type": "application/json", "Cookie": "sid=1; theme=dark"], body: #"{"n":1}"#)
        #expect(reply.status == 201)
        let request = try #require(seen.value)
        #expect(request.url.absoluteString == "https://example.com/users/7/posts/caf%C3%A9?q=a&q=b&flag")
        #expect(request.method == .post)
        #expect(request.host == "example.com")
        #expect(request.port == 443)
        #expect(request.path == "/users/7/posts/caf%C3%A9")
        #expect(request.pathParameter("id") == "7")
        #expect(request.pathParameter("slug") == "café")
        #expect(request.pathParameter("other") == nil)
        #expect(request.queryValues("q") == ["a", "b"])
        #expect(request.header("content-type") == "application/json")
        #expect(request.cookies == ["sid": "1", "theme": "dark"])
        #expect(request.bodyString == #"{"n":1}"#)
        #expect(try request.json(as: [String: Int].self) == ["n": 1])
        #expect(request.callCount == 1)
        #expect(request.urlRequest.httpBody == request.body)
    }

    @Test(arguments: ClientStyle.upload)
    func handlerGetsTheBodyOfEveryClientStyle(style: ClientStyle) async throws {
        mock.addResponses(forPath: "/upload", responses: [.handler { .plaintext("got \($0.bodyString)") }])
        let body = Data("body of \(style)".utf8)
        let outcome = await ClientDriver(session: mock.urlSession).run(
            .example("/upload", method: "PUT"), as: style, body: body)
        #expect(outcome.text == "got body of \(style)")
    }

    @Test func callCountCountsOnlyItsRegistration() async throws {
        mock.addResponses(forPath: "/a", responses: [.handler { .plaintext("a\($0.callCount)") }])
        mock.addResponses(
            forPath: "/b", responses: [.plaintext("first"), .handler { .plaintext("b\($0.callCount)") }])
        #expect(try await mock.reply("/a").body == "a1")
        #expect(try await mock.reply("/b").body == "first")
        #expect(try await mock.reply("/b").body == "b2")
        #expect(try await mock.reply("/a").body == "a2")
        #expect(try await mock.reply("/a").body == "a3")
    }

    @Test func concurrentCallsAreCountedOnceEach() async throws {
        mock.addResponses(forPath: "/n", responses: [.handler { .plaintext("\($0.callCount)") }])
        let counts = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 1...100 { group.addTask { [mock] in Int(try await mock.reply("/n").body) } }
            return try await group.reduce(into: [Int]()) { $0.append($1 ?? 0) }
        }
        #expect(counts.sorted() == Array(1...100))
    }

    @Test func handlerMayReturnAnyResponseIncludingAnotherHandler() async throws {
        mock.addResponses(forPath: "/target", responses: [.plaintext("target", lifetime: .eternal)])
        mock.addResponses(
            forPath: "/{kind}",
            responses: [
                .handler { request in
                    switch request.pathParameter("kind") {
                    case "handler":
                        .handler { inner in
                            .handler { innermost in
                                .plaintext("\(inner.callCount) \(innermost.pathParameter("kind") ?? "?")")
                            }
                        }
                    case "redirect": .redirect(to: "/target")
                    case "failure": .failure(.cannotConnectToHost)
                    case "stream": .stream([Data("a".utf8), Data("b".utf8)], every: .milliseconds(1))
                    case "never": .plaintext("late", delivery: .never)
                    case "json": .encodable(["a": 1], status: .accepted, headers: ["X-A": "b"])
                    default: .file(url: URL(fileURLWithPath: "/nowhere/at/all"))
                    }
                }
            ])
        #expect(try await mock.reply("/handler").body == "1 handler")
        #expect(try await mock.reply("/redirect").body == "target")
        #expect(try await mock.reply("/stream").body == "ab")
        let json = try await mock.reply("/json")
        #expect((json.status, json.body, json.headers["X-A"]) == (202, #"{"a":1}"#, "b"))
        #expect(json.headers["Content-Type"] == "application/json")
        #expect(await urlErrorCode { try await mock.reply("/failure") } == .cannotConnectToHost)
        #expect(await urlErrorCode { try await mock.reply("/never", timeout: 0.05) } == .timedOut)
        let error = await #expect(throws: HTTPMockError.self) { try await mock.reply("/missing") }
        #expect(error?.message.contains("/nowhere/at/all") == true)
    }

    @Test func headersOfTheScopeApplyToAHandlersResponse() async throws {
        mock.registerResponses {
            Host("example.com") {
                Headers(["X-Host": "h", "X-Both": "host"])
                Path("/h") { MockResponse.handler { _ in .plaintext("x", headers: ["x-both": "own"]) } }
            }
        }
        let headers = try await mock.reply("/h").headers
        #expect(headers["X-Host"] == "h")
        #expect(headers.first { $0.key.lowercased() == "x-both" }?.value == "own")
    }

    @Test func errorThrownByAHandlerFailsTheRequest() async throws {
        struct Refused: Error, Equatable { var reason: String }
        mock.addResponses(forPath: "/url", responses: [.handler { _ in throw URLError(.networkConnectionLost) }])
        mock.addResponses(forPath: "/own", responses: [.handler { _ in throw Refused(reason: "no") }])
        mock.addResponses(
            forPath: "/ns",
            responses: [.handler { _ in throw NSError(domain: NSURLErrorDomain, code: URLError.Code.badURL.rawValue) }])
        let error = await #expect(throws: URLError.self) { try await mock.reply("/url") }
        #expect(error?.code == .networkConnectionLost)
        #expect(error?.failingURL?.absoluteString == "https://example.com/url")
        await #expect(throws: Refused(reason: "no")) { try await mock.reply("/own") }
        let converted = await #expect(throws: URLError.self) { try await mock.reply("/ns") }
        #expect(converted?.code == .badURL)
    }

    @Test func slowHandlerDelaysNoOtherRequest() async throws {
        let gate = Observed(false)
        let isCalled = Observed(false)
        mock.addResponses(
            forPath: "/slow",
            responses: [
                .handler { _ in
                    isCalled.change { $0 = true }
                    await gate.wait { $0 }
                    return .plaintext("slow")
                }
            ])
        mock.addResponses(forPath: "/fast", responses: [.handler { _ in .plaintext("fast") }])
        mock.addResponses(forPath: "/fast", when: .where("always") { _ in true }, responses: [.plaintext("plain")])
        async let slow = mock.reply("/slow")
        await isCalled.wait { $0 }
        #expect(try await mock.reply("/fast").body == "plain")
        #expect(try await HTTPMock.answering("other").reply("/").body == "other")
        gate.change { $0 = true }
        #expect(try await slow.body == "slow")
    }

    @Test func handlerThatBlocksItsThreadDelaysNoPlainResponse() async throws {
        let (isCalled, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        mock.addResponses(
            forPath: "/blocking",
            responses: [
                .handler { _ in
                    Self.block(isCalled, mayGoOn)
                    return .plaintext("blocked")
                }
            ])
        mock.addResponses(forPath: "/plain", responses: [.plaintext("plain", delivery: .delayed(.milliseconds(1)))])
        let done = DispatchSemaphore(value: 0)
        let texts = Observed<[String]>([])
        for path in ["/blocking", "/plain"] {
            mock.urlSession.dataTask(with: .example(path)) { data, _, _ in
                texts.change { $0.append(String(decoding: data ?? Data(), as: UTF8.self)) }
                if path == "/plain" { mayGoOn.signal() }
                done.signal()
            }.resume()
            if path == "/blocking" { Self.wait(isCalled) }
        }
        Self.wait(done)
        Self.wait(done)
        #expect(texts.value == ["plain", "blocked"])
    }

    private static func block(_ isCalled: DispatchSemaphore, _ mayGoOn: DispatchSemaphore) {
        isCalled.signal()
        mayGoOn.wait()
    }

    private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test func handlerMayUseTheMockItself() async throws {
        mock.addResponses(forPath: "/inner", responses: [.plaintext("inner", lifetime: .eternal)])
        mock.addResponses(
            forPath: "/outer",
            responses: [
                .handler { [mock] _ in
                    mock.addResponses(forPath: "/later", responses: [.plaintext("later")])
                    return .plaintext("outer \(try await mock.reply("/inner").body)")
                }
            ])
        #expect(try await mock.reply("/outer").body == "outer inner")
        #expect(try await mock.reply("/later").body == "later")
    }

    // MARK: Cancellation

    @Test func handlerIsCancelledWithItsRequest() async throws {
        let states = Observed<[String]>([])
        mock.addResponses(
            forPath: "/wait",
            responses: [
                .handler { _ in
                    states.change { $0.append("called") }
                    do {
                        try await Task.sleep(for: .seconds(3_600))
                    } catch {
                        states.change { $0.append("cancelled \(Task.isCancelled)") }
                        throw error
                    }
                    return .empty()
                }
            ])
        let task = mock.urlSession.dataTask(with: .example("/wait"))
        task.resume()
        await states.wait { $0.count == 1 }
        task.cancel()
        await states.wait { $0.count == 2 }
        #expect(states.value == ["called", "cancelled true"])
    }

    @Test func everyCancelledRequestCancelsItsHandler() async throws {
        let (called, cancelled) = (Observed(0), Observed(0))
        mock.addResponses(
            forPath: "/wait",
            responses: [
                .handler { _ in
                    called.change { $0 += 1 }
                    await withTaskCancellationHandler {
                        _ = await cancelled.wait { _ in false }
                    } onCancel: {
                        cancelled.change { $0 += 1 }
                    }
                    return .empty()
                }
            ])
        let tasks = (1...50).map { _ in mock.urlSession.dataTask(with: .example("/wait")) }
        for task in tasks { task.resume() }
        await called.wait { $0 == 50 }
        for task in tasks { task.cancel() }
        await cancelled.wait { $0 == 50 }
        #expect(called.value == 50)
    }

    @Test func handlerIsNotCalledForARequestCancelledBeforeItsStart() async throws {
        let called = Observed(0)
        mock.addResponses(
            forPath: "/wait",
            responses: [
                .handler { _ in
                    called.change { $0 += 1 }
                    return .plaintext("called")
                }
            ])
        for _ in 1...50 {
            let task = mock.urlSession.dataTask(with: .example("/wait"))
            task.cancel()
            task.resume()
            let loading = Task { [mock] in
                withUnsafeCurrentTask { $0?.cancel() }
                return try await mock.reply("/wait")
            }
            await #expect(throws: (any Error).self) { try await loading.value }
        }
        #expect(called.value == 0)
        #expect(try await mock.reply("/wait").body == "called")
    }

    @Test func handlerIsCancelledWhenItsRequestTimesOut() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        let states = Observed<[String]>([])
        mock.addResponses(
            forPath: "/wait",
            responses: [
                .handler { _ in
                    states.change { $0.append("called") }
                    await withTaskCancellationHandler {
                        _ = await states.wait { $0.contains("cancelled") }
                    } onCancel: {
                        states.change { $0.append("cancelled") }
                    }
                    return .plaintext("too late")
                }
            ])
        let loading = Task { try await mock.reply("/wait", timeout: 10) }
        await states.wait { $0.count == 1 }
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: URLError.self) { try await loading.value }
        #expect(error?.code == .timedOut)
        await states.wait { $0 == ["called", "cancelled"] }
    }

    @Test func durationOfAHandlerCountsForTheTimeout() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(
            forPath: "/wait",
            responses: [
                .handler { _ in
                    try await clock.sleep(for: .seconds(6))
                    return .plaintext("late", delivery: .delayed(.seconds(6)))
                }
            ])
        let loading = Task { try await mock.reply("/wait", timeout: 10) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(6))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(4))
        #expect(await urlErrorCode { try await loading.value } == .timedOut)
    }

    // MARK: Delivery

    @Test func deliveryOfAHandlerPrecedesThatOfItsResponse() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(
            forPath: "/wait",
            responses: [
                .handler(lifetime: .single, delivery: .delayed(.seconds(2))) { _ in
                    .plaintext("done", delivery: .delayed(.seconds(3)))
                },
                .handler(lifetime: .single, delivery: .delayed(.seconds(2))) { _ in throw URLError(.badURL) },
            ])
        let done = Task { try await mock.reply("/wait").body }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        #expect(try await done.value == "done")
        let failed = Task { try await mock.reply("/wait").body }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        #expect(await urlErrorCode { try await failed.value } == .badURL)
    }

    @Test func deliveryOfAHandlerCutsAResponseThatIsWhole() async throws {
        mock.addResponses(
            forPath: "/cut",
            responses: [
                .handler(lifetime: .single, delivery: .chunked(size: 2, every: .zero)) { _ in .plaintext("abcde") },
                .handler(delivery: .chunked(size: 2, every: .zero)) { _ in
                    .plaintext("abcde", delivery: .chunked(size: 4, every: .zero))
                },
            ])
        for expected in [["ab", "cd", "e"], ["abcd", "e"]] {
            let outcome = await ClientDriver(session: mock.urlSession).run(.example("/cut"), as: .delegateData)
            #expect(outcome.chunks == expected)
        }
    }

    // MARK: The unmocked policy

    @Test func policyWithAHandlerHasItsOwnCallCount() async throws {
        mock.unmockedPolicy = .mock(.handler { .plaintext("\($0.method) \($0.path) \($0.callCount)") })
        mock.addResponses(forPath: "/known", responses: [.plaintext("known")])
        #expect(try await mock.reply("/known").body == "known")
        #expect(try await mock.reply("/known").body == "GET /known 1")
        #expect(try await mock.reply("/x", method: "POST", body: "b").body == "POST /x 2")
        mock.unmockedPolicy = .mock(.handler { .plaintext("anew \($0.callCount)") })
        #expect(try await mock.reply("/y").body == "anew 1")
        mock.addResponses(forPath: "/y", responses: [.plaintext("targeted", lifetime: .eternal)])
        #expect(try await mock.reply("/y").body == "targeted")
    }
}
