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
        try await mock.waitForRequest(path: path)
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
}
