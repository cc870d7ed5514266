import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request times out whatever it waits for, and its end is in the log.
@Suite(.bounded) struct ExchangeTimeoutTests {
    /// The things that a request may wait for without end.
    enum Obstacle: CaseIterable {
        case bodyStream
        case delegateThatGivesNoBodyStream
        case delegateThatDecidesNoRedirect
        case predicate
        case handler
        case report
        case sequence
        case closedGate
    }

    private let clock = ManualClock()
    private let release = DispatchSemaphore(value: 0)

    /// Starts a request that meets an obstacle, with a timeout of five seconds.
    private func start(_ obstacle: Obstacle, _ mock: HTTPMock, reached: @escaping @Sendable () -> Void)
        -> URLSessionTask
    {
        let release = release
        let block: @Sendable () -> Void = {
            reached()
            release.wait()
            release.signal()
        }
        var request = URLRequest.example("/a", method: "POST")
        request.timeoutInterval = 5
        let configuration = URLSessionConfiguration.uncached
        mock.install(in: configuration)
        let delegate = SilentDelegate(reached)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        var response = MockResponse.plaintext("x", lifetime: .eternal)
        var conditions: [RequestCondition] = []
        switch obstacle {
        case .bodyStream:
            request.httpBodyStream = BlockingStream(block)
        case .delegateThatGivesNoBodyStream:
            mock.addResponses(forPath: "/a", responses: [response])
            let task = session.uploadTask(withStreamedRequest: request)
            task.resume()
            return task
        case .delegateThatDecidesNoRedirect: response = .redirect(to: "/b")
        case .predicate:
            conditions = [
                .where("blocks") { _ in
                    block()
                    return true
                }
            ]
        case .handler:
            response = .handler { _ in
                block()
                return .plaintext("late")
            }
        case .report:
            mock.unmockedPolicy = .report { _ in { block() } }
        case .sequence:
            response = .stream(
                AsyncStream<Data>(unfolding: {
                    reached()
                    try? await Task.sleep(for: .seconds(3_600))
                    return nil
                }))
        case .closedGate:
            let gate = ResponseGate()
            response = .plaintext("x", delivery: .held(gate))
            Task {
                await gate.reached()
                reached()
            }
        }
        if obstacle != .report {
            let registration = Registration(
                host: "example.com", path: "/a", conditions: conditions, responses: [response],
                location: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
            _ = mock.engine.store.add([registration])
        }
        let task = session.dataTask(with: request)
        task.resume()
        return task
    }

    @Test(arguments: Obstacle.allCases)
    func requestTimesOutWhateverItWaitsFor(obstacle: Obstacle) async throws {
        let mock = HTTPMock(clock: clock)
        let isReached = Observed(false)
        let task = start(obstacle, mock) { isReached.change { $0 = true } }
        await isReached.wait { $0 }
        clock.advance(by: .seconds(5))
        #expect(await eventually { task.state == .completed })
        #expect((task.error as? URLError)?.code == .timedOut)
        let record = try #require(mock.requests.first)
        #expect(record.duration != nil)
        #expect("\(record.outcome, default: "")".hasPrefix(obstacle == .report ? "unmocked" : "failed"))
        release.signal()
    }

    @Test(arguments: Obstacle.allCases)
    func requestEndsWithItsTestWhateverItWaitsFor(obstacle: Obstacle) async throws {
        let mock = HTTPMock(clock: clock)
        let isReached = Observed(false)
        let task = start(obstacle, mock) { isReached.change { $0 = true } }
        await isReached.wait { $0 }
        mock.end(because: "the test has ended")
        #expect(await eventually { task.state == .completed })
        #expect("\(task.error, default: "")".contains("the test has ended"))
        #expect(mock.requests.count == 1)
        release.signal()
    }

    @Test(arguments: Obstacle.allCases)
    func requestCanBeCancelledWhateverItWaitsFor(obstacle: Obstacle) async throws {
        let mock = HTTPMock(clock: clock)
        let isReached = Observed(false)
        let task = start(obstacle, mock) { isReached.change { $0 = true } }
        await isReached.wait { $0 }
        task.cancel()
        #expect(await eventually { task.state == .completed })
        #expect((task.error as? URLError)?.code == .cancelled)
        #expect(await eventually { mock.requests.first?.duration != nil })
        release.signal()
    }

    @Test func predicateThatBlocksDelaysNoOtherRequest() async throws {
        let mock = HTTPMock()
        let release = release
        mock.addResponses(
            forPath: "/p",
            when: .where("blocks") { _ in
                release.wait()
                release.signal()
                return true
            }, responses: [.plaintext("x")])
        mock.addResponses(forPath: "/a", responses: [.plaintext("answer", lifetime: .multiple(3))])
        async let blocked = mock.reply("/p")
        for _ in 0..<3 { #expect(try await mock.reply("/a").body == "answer") }
        release.signal()
        #expect(try await blocked.body == "x")
    }

    @Test func predicateMayUseTheMock() async throws {
        let mock = HTTPMock()
        let session = mock.urlSession
        mock.addResponses(forPath: "/inner", responses: [.plaintext("inner")])
        let text = Observed<String?>(nil)
        mock.addResponses(
            forPath: "/outer",
            when: .where("asks the mock") { request in
                guard request.path == "/outer", text.value == nil else { return true }
                let done = DispatchSemaphore(value: 0)
                session.dataTask(with: .example("/inner")) { data, _, _ in
                    text.change { $0 = String(decoding: data ?? Data(), as: UTF8.self) }
                    done.signal()
                }.resume()
                done.wait()
                return true
            }, responses: [.plaintext("outer")])
        #expect(try await mock.reply("/outer").body == "outer")
        #expect(text.value == "inner")
    }

    /// A predicate that has no thread for 250 ms loses its place, so such a run says nothing.
    @Test func requestsAreMatchedInTheOrderOfTheirArrival() async throws {
        let texts = (0..<20).map { "\($0)" }
        var answers: [String] = []
        var hasWaited = true
        for _ in 0..<10 where answers != texts && hasWaited {
            (answers, hasWaited) = await matchedInOrder(texts)
        }
        #expect(answers == texts)
    }

    /// Returns the answers in the order of the requests, and whether a predicate waited too long for a thread.
    private func matchedInOrder(_ texts: [String]) async -> (answers: [String], hasWaited: Bool) {
        let mock = HTTPMock()
        let evaluations = Observed([ContinuousClock.now])
        mock.addResponses(
            forPath: "/a",
            when: .where("any") { _ in
                evaluations.change { $0.append(.now) }
                return true
            }, responses: texts.map { .plaintext($0) })
        let session = mock.urlSession
        let answers = Observed<[Int: String]>([:])
        for number in texts.indices {
            session.dataTask(with: .example("/a")) { data, _, _ in
                answers.change { $0[number] = String(decoding: data ?? Data(), as: UTF8.self) }
            }.resume()
        }
        await answers.wait { $0.count == texts.count }
        let times = evaluations.value
        // From the predicate before the late one to the one that came too early.
        let pauses = zip(times, times.dropFirst(2)).map { $0.duration(to: $1) }
        let hasWaited = pauses.contains { $0 >= .milliseconds(240) }
        return (answers.value.sorted { $0.key < $1.key }.map(\.value), hasWaited)
    }

    @Test func endlessBodyStreamIsReadNoFurtherAfterTheEnd() async throws {
        let mock = HTTPMock()
        let count = Observed(0)
        var request = URLRequest.example("/a", method: "POST")
        request.httpBodyStream = BlockingStream { count.change { $0 += 1 } }
        let task = mock.urlSession.dataTask(with: request)
        task.resume()
        await count.wait { $0 > 10 }
        task.cancel()
        #expect(await eventually { task.state == .completed })
        // One read may be under way.
        let last = count.value + 1
        for _ in 0..<20 { await mock.settle() }
        #expect(count.value <= last)
    }

    @Test func secondAnswerToNeedNewBodyStreamIsIgnored() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.plaintext("1"), .plaintext("2")])
        let delegate = DoubleBodyDelegate()
        let configuration = URLSessionConfiguration.uncached
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        let task = session.uploadTask(withStreamedRequest: .example("/a", method: "POST"))
        task.resume()
        #expect(await eventually { task.state == .completed })
        await mock.settle()
        #expect(mock.unusedResponses.count == 1)
        #expect(mock.requests.count { $0.request.path == "/a" } == 1)
        #expect(delegate.wasOnDelegateQueue.value == true)
        _ = session
    }
}

/// A body whose reads call a closure first and never come to an end.
private final class BlockingStream: InputStream {
    private let onRead: @Sendable () -> Void

    init(_ onRead: @escaping @Sendable () -> Void) {
        self.onRead = onRead
        super.init(data: Data())
    }

    override var hasBytesAvailable: Bool { true }
    override func open() {}
    override func close() {}

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        onRead()
        buffer.update(repeating: 0, count: 1)
        return 1
    }
}

/// A delegate that never answers.
private final class SilentDelegate: NSObject, URLSessionDataDelegate {
    private let reached: @Sendable () -> Void

    init(_ reached: @escaping @Sendable () -> Void) {
        self.reached = reached
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, needNewBodyStream: @escaping @Sendable (InputStream?) -> Void
    ) {
        reached()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        reached()
    }
}

/// A delegate that gives a body twice.
private final class DoubleBodyDelegate: NSObject, URLSessionDataDelegate {
    let wasOnDelegateQueue = Observed<Bool?>(nil)

    func urlSession(
        _ session: URLSession, task: URLSessionTask, needNewBodyStream: @escaping @Sendable (InputStream?) -> Void
    ) {
        wasOnDelegateQueue.change { $0 = OperationQueue.current === session.delegateQueue }
        needNewBodyStream(InputStream(data: Data("one".utf8)))
        needNewBodyStream(InputStream(data: Data("two".utf8)))
    }
}
