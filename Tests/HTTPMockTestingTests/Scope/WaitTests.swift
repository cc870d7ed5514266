import Foundation
import HTTPMockServer
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMock
@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Waits that nothing ends, and requests in flight, are named with what would end them.
@Suite(.bounded) struct WaitTests {
    /// A wait of a test that nothing ends.
    enum Wait: CaseIterable {
        case sleepers, sleepersThatArePending, gate, idle, request, updates

        var text: String {
            switch self {
            case .sleepers:
                "waitForSleepers(2) waits; sleepers on this clock: 0. To fix this, give this clock to the mock"
            case .sleepersThatArePending:
                "waitForSleepers(1) waits; sleepers on this clock: 0. To fix this, write waitForPendingResponses(1), because"
            case .gate: "gate.reached() waits for a response that no request has brought to the gate. To fix this, "
            case .idle:
                "waitUntilIdle() waits; requests in flight: 1. To fix this, end what they wait for, or cancel them"
            case .request:
                "waitForRequest waits for GET /b, which has not arrived. To fix this, make the code under test"
            case .updates: "a loop over requestUpdates waits for the end of a request, and none has ended since. To fix"
            }
        }

        func perform(_ mock: HTTPMock, _ clock: ManualClock) async {
            switch self {
            case .sleepers: await clock.waitForSleepers(2)
            case .sleepersThatArePending: await clock.waitForSleepers(1)
            case .gate: await ResponseGate().reached()
            case .idle: await mock.waitUntilIdle()
            case .request: _ = try? await mock.waitForRequest(.get, "/b", timeout: .seconds(3_600))
            case .updates: for await _ in mock.requestUpdates {}
            }
        }
    }

    /// Waits until a number of waits is pending in a test, whose name is a part of their texts.
    private func waitForWaits(_ count: Int, in name: String) async {
        #expect(await eventually { PendingWait.waits(containing: name).count >= count })
    }

    @Test func loopOverUpdatesOfAMockThatNoTestWaitsForIsNoPendingWait() async throws {
        let mock = HTTPMock()
        mock.engine.ignoreStalls()
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let loop = Task {
            begin.finish()
            for await _ in mock.requestUpdates {}
        }
        for await _ in begins {}
        for _ in 0..<1_000 { await Task.yield() }
        #expect(PendingWait.waits(containing: "loopOverUpdatesOfAMockThatNoTestWaitsFor").isEmpty)
        loop.cancel()
        await loop.value
    }

    // One after the other, because their reports differ only in the wait.
    @Test(.serialized, arguments: Wait.allCases)
    func waitThatNothingEndsIsReportedOnceWithItsTest(wait: Wait) async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(forPath: "/a", responses: [.empty(delivery: .never)])
        let request = mock.urlSession.dataTask(with: try #require(URL(string: "https://example.com/a")))
        request.resume()
        await clock.waitForPendingResponses(1)
        let name = "(in the test \"waitThatNothingEndsIsReportedOnceWithItsTest(wait:)\")."
        let reports = InterceptedReports(containing: name)
        let task = Task { await wait.perform(mock, clock) }
        await waitForWaits(1, in: name)
        for _ in 0..<3 * StallWatch.limit { PendingWait.look(atWaitsContaining: name) }
        #expect(reports.texts.count == 1)
        #expect(reports.texts.first?.hasPrefix("HTTPMock: no progress for ten seconds: \(wait.text)") == true)
        task.cancel()
        await task.value
        request.cancel()
    }

    @Test func waitForRequestsThatMoveIsNotReported() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        let name = "waitForRequestsThatMoveIsNotReported"
        let reports = InterceptedReports(containing: name)
        let body = "abcdefgh"
        mock.addResponses(
            forPath: "/a", responses: [.plaintext(body, delivery: .chunked(size: 1, every: .seconds(1)))])
        let request = mock.urlSession.dataTask(with: try #require(URL(string: "https://example.com/a")))
        request.resume()
        await clock.waitForSleepers(1)
        let task = Task { await mock.waitUntilIdle() }
        await waitForWaits(1, in: name)
        for _ in 0..<body.count - 1 {
            await clock.waitForSleepers(1)
            _ = mock.engine.reportStalledRequests()
            _ = await mock.requestsInFlight
            for _ in 0..<StallWatch.limit - 2 { PendingWait.look(atWaitsContaining: name) }
            clock.advance(by: .seconds(1))
        }
        await task.value
        #expect(reports.texts.isEmpty)
    }

    @Test func cancelledTestNamesAllThatWait() async throws {
        let name = "cancelledTestNamesAllThatWait"
        let reports = InterceptedReports(
            containing: "\(name)()\" was cancelled, perhaps by its time limit, while these")
        let gate = ResponseGate()
        let trait = HTTPMockTrait.httpMock(clock: .manual) {
            Host("a.com") { Path("/x", line: 7) { MockResponse.plaintext("x", delivery: .held(gate)) } }
        }
        let running = Task {
            await CollectedIssues.of(trait) {
                async let answer: Void = get("https://a.com/x")
                async let other: Void = ResponseGate().reached()
                _ = try? await HTTPMock.current.waitForRequest(path: "/y", timeout: .seconds(3_600))
                await answer
                await other
            }
        }
        await gate.reached()
        await waitForWaits(2, in: name)
        running.cancel()
        let issues = await running.value
        let report = try #require(reports.texts.first)
        #expect(report.contains("\n  gate.reached() waits for") && report.contains("\n  waitForRequest waits for "))
        #expect(reports.texts.count == 1)
        #expect(issues.text.contains("waits at a gate that nobody has opened"), "\(issues.text)")
    }

    @Test func cancelledTaskOfATestThatEndsIsNotNamed() async {
        let reports = InterceptedReports(containing: "cancelledTaskOfATestThatEndsIsNotNamed")
        _ = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let task = Task { await ResponseGate().reached() }
            task.cancel()
            await task.value
        }
        #expect(reports.texts.isEmpty)
    }

    @Test func requestsInFlightAreOneWarningGroupedByTheirWaits() async {
        let (gate, asked) = (ResponseGate(), DispatchSemaphore(value: 0))
        defer { asked.signal() }
        let trait = HTTPMockTrait.httpMock(host: "a.com", allowsUnused: true) {
            Path("/held", line: 7) { MockResponse.empty(lifetime: .eternal, delivery: .held(gate)) }
            Path(
                "/asked",
                when: .where("is asked") { _ in
                    asked.wait()
                    return true
                }, line: 8
            ) { MockResponse.empty() }
        }
        let issues = await CollectedIssues.of(trait) {
            let mock = HTTPMock.current
            for (number, path) in (["/asked"] + (1...22).map { "/held?n=\($0)" }).enumerated() {
                mock.urlSession.dataTask(with: try #require(URL(string: "https://a.com\(path)"))).resume()
                #expect(await eventually { mock.requests.count > number })
            }
            let areWaiting = await eventually {
                await mock.requestsInFlight.count { $0.wait.hasPrefix("waits") } == 23
            }
            #expect(areWaiting)
        }
        #if compiler(>=6.3)
            let held = (1...19).map {
                "  GET https://a.com/held?n=\($0) waits at a gate that nobody has opened, registered for a.com/held  "
                    + "(WaitTests.swift:7)"
            }
            #expect(
                issues.texts == [
                    """
                    HTTPMock: 23 requests were in flight when the test ended, so their responses are unfinished
                      GET https://a.com/asked waits for a condition to be evaluated
                        To end that wait, end what the predicate waits for.
                    \(held.joined(separator: "\n"))
                        To end that wait, open the gate: gate.open().
                      and 3 more
                      To fix this, await every request in the test, or cancel it.
                    """
                ])
        #endif
        #expect(issues.failureCount == 0)
    }

    @Test func requestsInFlightOfOneFixAreOneGroupWhateverTheirRemainingTimes() async {
        let trait = HTTPMockTrait.httpMock(host: "a.com", clock: .manual, allowsUnused: true) {
            Path("/*") { MockResponse.empty(lifetime: .eternal, delivery: .delayed(.seconds(30))) }
        }
        let issues = await CollectedIssues.of(trait) {
            let (mock, clock) = (HTTPMock.current, HTTPMock.current.manualClock)
            for number in 1...3 {
                mock.urlSession.dataTask(with: try #require(URL(string: "https://a.com/\(number)"))).resume()
                await clock.waitForSleepers(number)
                clock.advance(by: .seconds(1))
            }
        }
        #if compiler(>=6.3)
            let lines = issues.texts.flatMap { $0.components(separatedBy: "\n") }
            #expect(lines.count == 6)
            #expect(
                zip(lines.dropFirst(), [27, 28, 29]).allSatisfy { $0.hasPrefix("  GET") && $0.contains("\($1).0 s") })
            let fix = "advance the clock while it waits: await clock.waitForSleepers(1), then clock.advance(by:)"
            #expect(lines.count { $0 == "    To end that wait, \(fix)." } == 1)
        #endif
        #expect(issues.failureCount == 0)
    }

    /// The requests in flight that no registration answers.
    private static let unregistered: [(String, @Sendable (HTTPMock, ResponseGate, URL) async throws -> Void)] = [
        (
            "waits at a gate that nobody has opened",
            { mock, gate, url in
                mock.unmockedPolicy = .mock(.empty(delivery: .held(gate)))
                mock.urlSession.dataTask(with: url).resume()
                await gate.reached()
            }
        ),
        (
            "waits for the real network",
            { mock, gate, url in
                mock.unmockedPolicy = .passthrough
                mock.urlSession.dataTask(with: url).resume()
                await gate.reached()
            }
        ),
        (
            "waits for its own body stream, which gives nothing",
            { mock, _, url in
                let (isRead, end) = (Observed(false), DispatchSemaphore(value: 0))
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.httpBodyStream = SteppedStream {
                    isRead.change { $0 = true }
                    end.wait()
                    // Later reads do not wait.
                    end.signal()
                }
                mock.urlSession.dataTask(with: request).resume()
                await isRead.wait { $0 }
                mock.engine.store.addEndAction { end.signal() }
            }
        ),
    ]

    @Test(arguments: unregistered)
    func requestInFlightWithoutARegistrationIsAWarning(
        wait: String, begin: @escaping @Sendable (HTTPMock, ResponseGate, URL) async throws -> Void
    ) async throws {
        let (service, gate) = (HTTPMock(), ResponseGate())
        service.addResponses(forPath: "/slow", host: "**", responses: [.empty(delivery: .held(gate))])
        let server = try await service.serve()
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            try await begin(.current, gate, server.baseURL.appendingPathComponent("slow"))
        }
        #if compiler(>=6.3)
            let lines = issues.texts.flatMap { $0.components(separatedBy: "\n") }
            #expect(
                lines.first == "HTTPMock: a request was in flight when the test ended, so its response is unfinished")
            #expect(lines.dropFirst().first?.hasSuffix("/slow \(wait)") == true, "\(lines)")
        #endif
        #expect(issues.failureCount == 0)
        server.stop()
    }
}

extension PendingWait {
    /// Returns the waits whose text contains another one.
    fileprivate static func waits(containing part: String) -> [PendingWait] {
        state.withLock { Array($0.waits.values) }.filter { $0.description.contains(part) }
    }

    /// Looks at the waits whose text contains another one, as the watch does.
    fileprivate static func look(atWaitsContaining part: String) {
        for wait in waits(containing: part) { wait.look() }
    }
}
