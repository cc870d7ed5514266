import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Timeouts on a manual clock; the differential table tests timeouts in real time.
@Suite(.bounded) struct TimeoutTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let delivery: MockResponse.Delivery
        var request: TimeInterval?
        var session: TimeInterval?
        var resource: TimeInterval?
        /// The second at which the request ends.
        let end: Int
        var isAnswered = false
    }

    static let rows = [
        Row(testDescription: "Foundation's own minute", delivery: .never, end: 60),
        Row(testDescription: "the request's", delivery: .never, request: 5, end: 5),
        Row(testDescription: "the session's", delivery: .never, session: 7, end: 7),
        Row(testDescription: "the request's before the session's", delivery: .never, request: 9, session: 7, end: 9),
        Row(testDescription: "the resource's", delivery: .never, request: 9, resource: 4, end: 4),
        Row(testDescription: "a late answer", delivery: .delayed(8), request: 5, end: 5),
        Row(testDescription: "an answer at the limit", delivery: .delayed(5), request: 5, end: 5),
        Row(testDescription: "an answer in time", delivery: .delayed(4), request: 5, end: 4, isAnswered: true),
        Row(testDescription: "a closed gate", delivery: .held(ResponseGate()), request: 5, end: 5),
        Row(
            testDescription: "chunks in time", delivery: .chunked(size: 2, every: .seconds(4)), request: 5, end: 8,
            isAnswered: true),
        Row(
            testDescription: "chunks in time, though not all", delivery: .chunked(size: 2, every: .seconds(4)),
            request: 5, resource: 6, end: 6),
        Row(testDescription: "late chunks", delivery: .chunked(size: 2, every: .seconds(6)), request: 5, end: 5),
    ]

    @Test(arguments: rows, [ClientStyle.asyncData, .handlerUpload, .delegateData, .asyncDownload])
    func requestEndsInTime(row: Row, style: ClientStyle) async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/a", responses: [.plaintext("answer", delivery: row.delivery)])
        let configuration = URLSessionConfiguration.uncached
        row.session.map { configuration.timeoutIntervalForRequest = $0 }
        row.resource.map { configuration.timeoutIntervalForResource = $0 }
        mock.install(in: configuration)
        var request = URLRequest(url: try #require(URL(string: "https://example.com/a")))
        if ClientStyle.upload.contains(style) { request.httpMethod = "POST" }
        row.request.map { request.timeoutInterval = $0 }

        let end = Observed<ClientOutcome?>(nil)
        let driver = ClientDriver(session: URLSession(configuration: configuration))
        let running = Task { [request] in
            let outcome = await driver.run(request, as: style)
            end.change { $0 = outcome }
        }
        for second in 1...row.end {
            await clock.waitForPendingResponses(1)
            #expect(end.value == nil, "after \(second - 1) seconds")
            clock.advance(by: .seconds(1))
        }
        await running.value
        let outcome = try #require(end.value)
        if row.isAnswered {
            #expect(outcome.text == "answer")
        } else {
            #expect(outcome.isTimedOut, "\(outcome)")
            #expect(outcome.error?.failingTarget == "/a")
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func resourceTimeoutIncludesRedirects() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "/b", delivery: .delayed(3))])
        mock.addResponses(forPath: "/b", responses: [.plaintext("late", delivery: .delayed(3))])
        let configuration = URLSessionConfiguration.uncached
        configuration.timeoutIntervalForResource = 5
        mock.install(in: configuration)
        let url = try #require(URL(string: "https://example.com/a"))
        async let outcome = ClientDriver(session: URLSession(configuration: configuration))
            .run(URLRequest(url: url), as: .handlerData)
        for seconds in [3, 2] {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(seconds))
        }
        #expect(await outcome.isTimedOut)
        #expect(await outcome.error?.failingTarget == "/b")
    }

    @Test(arguments: [MockResponse.Delivery.delayed(30), .held(ResponseGate())])
    func cancelledRequestLeavesTheClock(delivery: MockResponse.Delivery) async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/a", responses: [.plaintext("answer", delivery: delivery)])
        let request = URLRequest(url: try #require(URL(string: "https://example.com/a")))
        let probe = TaskProbe(request, as: .handlerData, configuration: mock.urlSession.configuration)
        probe.task.resume()
        await clock.waitForPendingResponses(1)
        probe.task.cancel()
        #expect(await probe.outcome().isCancelled)
        #expect(await eventually { clock.pendingResponseCount == 0 })
    }
}
