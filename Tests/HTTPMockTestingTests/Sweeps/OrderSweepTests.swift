import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct OrderSweepTests {
    /// Requests a path, and returns the body; the error's code if the request fails.
    private static func get(_ path: String, of mock: HTTPMock) async -> String {
        guard let url = URL(string: "https://a.com\(path)") else { return "" }
        do {
            return String(decoding: try await mock.data(for: URLRequest(url: url)).0, as: UTF8.self)
        } catch {
            return "\((error as? URLError)?.code.rawValue ?? 0)"
        }
    }

    /// Registers a text for each letter.
    @MockBuilder private static func letters(_ letters: String) -> [MockElement] {
        Host("a.com") {
            for letter in letters { Path("/\(letter)", responses: [.plaintext("\(letter)")]) }
        }
    }

    /// The letters in the order in which their responses arrive.
    private static func arrivals(_ letters: String, of mock: HTTPMock) async -> String {
        await withTaskGroup(of: String.self) { group in
            for letter in letters { group.addTask { await get("/\(letter)", of: mock) } }
            return await group.reduce(into: "") { $0 += $1 }
        }
    }

    /// Collects the issues of a sweep that waits five times as long for requests, because the machine may be busy.
    private func patiently(_ sweep: @escaping @Sendable () async throws -> Void) async -> CollectedIssues {
        await OrderKnowledge.$waitFactor.withValue(5) { await CollectedIssues.of(performing: sweep) }
    }

    @Test func fourConcurrentRequestsGiveAllOrders() async throws {
        let orders = Locked<Set<String>>([])
        let sweep = try await sweepOrders(timeLimit: .seconds(120)) {
            Self.letters("abcd")
        } of: { mock in
            let arrivals = await Self.arrivals("abcd", of: mock)
            orders.withLock { _ = $0.insert(arrivals) }
        }
        #expect(sweep.failures.isEmpty)
        #expect(Set(sweep.runs.map(\.order)).count == sweep.runs.count)
        // On a machine that is busy, an order may be missed, but then the sweep does not claim to be complete.
        if sweep.isComplete { #expect(sweep.runs.count == 24 && orders.withLock(\.count) == 24) }
    }

    @Test func staleResultIsFoundWithItsShortestOrder() async throws {
        let issues = await patiently {
            try await sweepOrders(timeLimit: .seconds(120)) {
                Self.letters("sxy")
            } of: { mock in
                let last = Locked("")
                await withTaskGroup(of: Void.self) { group in
                    for letter in "sxy" {
                        group.addTask {
                            let text = await Self.get("/\(letter)", of: mock)
                            last.withLock { $0 = text }
                        }
                        // The requests have the same order in each run.
                        _ = try? await mock.waitForRequest(path: "/\(letter)", timeout: .seconds(60))
                    }
                }
                #expect(last.withLock { $0 } != "s")
            }
        }
        #expect(issues.failureCount == 1)
        let lines = issues.texts.joined().split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.first == "HTTPMock: the code fails if responses arrive in another order")
        #expect(lines.contains("3. GET /s   requested 1st"))
        #expect(
            lines.last?.hasPrefix("2 of 6 orders fail. To run only this one, write sweepOrders(only: [2, 3, 1])")
                == true)
    }

    @Test func requestsThatFollowEachOtherGiveOneRun() async throws {
        let sweep = try await sweepOrders(timeLimit: .seconds(120)) {
            Self.letters("abc")
        } of: { mock in
            for letter in "abc" { _ = await Self.get("/\(letter)", of: mock) }
        }
        #expect(sweep.runs.map(\.order) == [[1, 2, 3]])
        #expect(sweep.runs[0].requests == ["GET /a", "GET /b", "GET /c"])
    }

    @Test func onlyRunsOneOrderAndNamesWrongNumbers() async throws {
        let sweep = try await OrderKnowledge.$waitFactor.withValue(5) {
            try await sweepOrders(only: [3, 1, 2], timeLimit: .seconds(120)) {
                Self.letters("abc")
            } of: { mock in
                _ = await Self.arrivals("abc", of: mock)
            }
        }
        #expect(sweep.runs.map(\.order) == [[3, 1, 2]])
        let error = await #expect(throws: HTTPMockError.self) {
            try await sweepOrders(only: [4], timeLimit: .seconds(120)) {
                Self.letters("a")
            } of: { mock in
                _ = await Self.get("/a", of: mock)
            }
        }
        #expect(error?.message.contains("1: GET /a") == true)
    }

    @Test func limitIsTheNumberOfRunsAndOfOrders() async throws {
        let sweep = try await sweepOrders(limit: 4, timeLimit: .seconds(120)) {
            Self.letters("abc")
        } of: { mock in
            _ = await Self.arrivals("abc", of: mock)
        }
        #expect(sweep.runs.count <= 4)
        #expect(!sweep.isComplete)
        #expect(Set(sweep.runs.map(\.order)).count == sweep.runs.count)
    }

    @Test func orderBeyondTheLimitKeepsTheSweepIncomplete() async throws {
        let sweep = try await OrderKnowledge.$waitFactor.withValue(5) {
            try await sweepOrders(limit: 1, timeLimit: .seconds(120)) {
                Self.letters("ab")
            } of: { mock in
                _ = await Self.arrivals("ab", of: mock)
            }
        }
        #expect(sweep.runs.count == 1)
        #expect(!sweep.isComplete)
    }

    @Test func failuresStreamsAndDelaysAreHeldAndNoOtherResponses() async throws {
        let gate = ResponseGate()
        let results = Locked<Set<String>>([])
        try await sweepOrders(timeLimit: .seconds(120)) {
            Host("a.com") {
                Path("/fails", responses: [.failure(.networkConnectionLost)])
                Path("/streams", responses: [.stream([Data("1".utf8), Data("2".utf8)], every: .seconds(60))])
                Path("/waits", responses: [.plaintext("w", delivery: .held(gate))])
            }
        } of: { mock in
            async let waits = Self.get("/waits", of: mock)
            async let fails = Self.get("/fails", of: mock)
            async let streams = Self.get("/streams", of: mock)
            let first = await "\(fails) \(streams)"
            results.withLock { _ = $0.insert(first) }
            gate.open()
            #expect(await waits == "w")
        }
        #expect(results.withLock { $0 } == ["-1005 12"])
    }

    @Test func responseThatWaitsForTheTestAfterADelayIsNotHeld() async throws {
        let gate = ResponseGate()
        let sweep = try await OrderKnowledge.$waitFactor.withValue(5) {
            try await sweepOrders(timeLimit: .seconds(120)) {
                Host("a.com") {
                    Path("/never", responses: [.empty(delivery: .never.after(1))])
                    Path("/waits", responses: [.plaintext("w", delivery: .held(gate).after(1))])
                }
                Self.letters("a")
            } of: { mock in
                let never = Task { await Self.get("/never", of: mock) }
                async let waits = Self.get("/waits", of: mock)
                #expect(await Self.get("/a", of: mock) == "a")
                gate.open()
                #expect(await waits == "w")
                never.cancel()
                _ = await never.value
            }
        }
        #expect(sweep.runs.map(\.requests) == [["GET /a"]], "\(sweep)")
    }

    @Test func failureOfAnOrderThatIsDrawnAgainIsReported() async throws {
        let issues = await patiently {
            let known = Locked<Set<String>>([])
            // With the default seed, four of the five drawn orders were run before.
            try await sweepOrders(limit: 5, timeLimit: .seconds(120)) {
                Self.letters("abc")
            } of: { mock in
                let arrivals = await Self.arrivals("abc", of: mock)
                if known.withLock({ !$0.insert(arrivals).inserted }) { Issue.record("again") }
            }
        }
        #expect(issues.failureCount == 1, "\(issues.text)")
    }

    @Test func knownIssueExcusesNoErrorOfItsRun() async throws {
        struct Late: Error {}
        let issues = await patiently {
            let isFirst = Locked(true)
            try await sweepOrders(timeLimit: .seconds(120)) {
                Self.letters("ab")
            } of: { mock in
                _ = await Self.arrivals("ab", of: mock)
                withKnownIssue { Issue.record("known") }
                if isFirst.withLock({ !exchange(&$0, with: false) }) { throw Late() }
            }
        }
        #expect(issues.failureCount == 1 && issues.text.contains("the code threw Late()"), "\(issues.text)")
    }

    /// A stream without chunks, which ends with its continuation.
    private static func stream(endedBy feeds: Locked<[AsyncStream<Data>.Continuation]>) -> MockResponse {
        let (chunks, feed) = AsyncStream.makeStream(of: Data.self)
        feeds.withLock { $0.append(feed) }
        return .stream(chunks)
    }

    @Test func streamThatTheCodeEndsHoldsUpNoOtherResponse() async throws {
        let feeds = Locked<[AsyncStream<Data>.Continuation]>([])
        let sweep = try await sweepOrders(timeLimit: .seconds(60)) {
            Self.letters("a")
            Host("a.com") { Path("/feed", responses: [Self.stream(endedBy: feeds)]) }
        } of: { mock in
            async let feed = Self.get("/feed", of: mock)
            #expect(await Self.get("/a", of: mock) == "a")
            feeds.withLock { $0.popLast() }?.finish()
            #expect(await feed == "")
        }
        #expect(sweep.failures.isEmpty, "\(sweep)")
    }

    @Test func sweepWithoutALimitEnds() async throws {
        let sweep = try await sweepOrders(limit: .max, timeLimit: .seconds(120)) {
            Self.letters("a")
        } of: { mock in
            _ = await Self.get("/a", of: mock)
        }
        #expect(sweep.runs.map(\.order) == [[1]] && sweep.isComplete)
    }

    @Test func requestsAreNumberedByTheirArrivalHeldOrNot() async throws {
        let sweep = try await OrderKnowledge.$waitFactor.withValue(5) {
            try await sweepOrders(timeLimit: .seconds(120)) {
                Host("a.com") { Path("/never", responses: [.empty(delivery: .never)]) }
                Self.letters("xy")
            } of: { mock in
                let never = Task { await Self.get("/never", of: mock) }
                _ = try? await mock.waitForRequest(path: "/never", timeout: .seconds(60))
                await withTaskGroup(of: Void.self) { group in
                    for letter in "xy" {
                        group.addTask { _ = await Self.get("/\(letter)", of: mock) }
                        // The requests have the same order in each run.
                        _ = try? await mock.waitForRequest(path: "/\(letter)", timeout: .seconds(60))
                    }
                }
                never.cancel()
                _ = await never.value
            }
        }
        #expect(sweep.runs.map(\.order).sorted { $0[0] < $1[0] } == [[2, 3], [3, 2]])
    }

    @Test func delaysCountForNothing() async throws {
        let orders = Locked<Set<String>>([])
        try await OrderKnowledge.$waitFactor.withValue(5) {
            _ = try await sweepOrders(timeLimit: .seconds(120)) {
                Host("a.com") {
                    Path("/a", responses: [.plaintext("a", delivery: .delayed(.seconds(50)))])
                    Path("/b", responses: [.plaintext("b", delivery: .delayed(.seconds(1)))])
                    Path("/c", responses: [.plaintext("c")])
                }
            } of: { mock in
                let arrivals = await Self.arrivals("abc", of: mock)
                orders.withLock { _ = $0.insert(arrivals) }
            }
        }
        #expect(orders.withLock(\.count) == 6)
    }

    @Test func greenSweepSaysWhatItHasNotTried() async throws {
        let name = "greenSweepSaysWhatItHasNotTried()"
        let reports = InterceptedReports(containing: name)
        let sweep = try await OrderKnowledge.$waitFactor.withValue(5) {
            try await sweepOrders(limit: 1, timeLimit: .seconds(120)) {
                Self.letters("ab")
            } of: { mock in
                _ = await Self.arrivals("ab", of: mock)
            }
        }
        #expect("\(sweep)".hasPrefix("1 order, at least 1 of the orders were not tried, because of limit: 1\n"))
        #expect(
            reports.texts == [
                "HTTPMock: the order sweep of the test \"\(name)\" passed, but at least 1 of the orders were not tried, because "
                    + "of limit: 1."
            ])
    }

    @Test(
        arguments: [
            (nil, 1), ("", 1), ("4", 4), ("0.5", 0.5), ("nan", 1), ("inf", 1_000), ("1e300", 1_000), ("-3", 0.01),
        ] as [(String?, Double)])
    func patienceIsAFactorWithinLimits(text: String?, factor: Double) {
        #expect(OrderKnowledge.factor(in: text) == factor)
    }

    @Test func reportsOfAHeldRequestNameTheSweep() async throws {
        let responses = HeldResponses(Locked(OrderKnowledge()), order: [], seed: nil)
        let mock = HTTPMock(clock: ManualClock(), holding: responses, context: nil)
        mock.insert(responses)
        mock.addResponses(forPath: "/a", host: "a.com", responses: [.empty()])
        let task = mock.urlSession.dataTask(with: try #require(URL(string: "https://a.com/a")))
        task.resume()
        // Nothing releases the response, because the sweep does not run.
        #expect(await eventually { !responses.snapshot.held.isEmpty })
        let request = try #require(await mock.requestsInFlight.first)
        #expect(request.wait == "is held by an order sweep until the code waits")
        #expect("\(request)".hasSuffix(". To fix this, let the code wait for its responses."), "\(request)")
        task.cancel()
        await mock.waitUntilIdle()
        let text = "\(try #require(mock.requests.first))"
        #expect(text.hasSuffix(", cancelled while it is held by an order sweep until the code waits"), "\(text)")
    }

    @Test func requestForAWebSocketIsNeitherHeldNorOrdered() async throws {
        let sweep = try await sweepOrders(timeLimit: .seconds(120)) {
            Self.letters("a")
        } of: { mock in
            var upgrade = URLRequest(url: try #require(URL(string: "https://a.com/socket")))
            upgrade.setValue("websocket", forHTTPHeaderField: "Upgrade")
            await #expect(throws: (any Error).self) { try await mock.data(for: upgrade) }
            #expect(await Self.get("/a", of: mock) == "a")
        }
        #expect(sweep.runs.map(\.requests) == [["GET /a"]] && sweep.failures.isEmpty && sweep.isComplete)
    }

    @Test func requestAfterASleepOnTheClockIsNoVariation() async throws {
        let sweep = try await sweepOrders(timeLimit: .seconds(120)) {
            Self.letters("ab")
        } of: { mock in
            _ = await Self.get("/a", of: mock)
            try await mock.manualClock.sleep(for: .seconds(60))
            _ = await Self.get("/b", of: mock)
        }
        #expect(sweep.runs.count == 1 && sweep.isComplete, "\(sweep)")
    }

    @Test func codeWithoutARequestIsOneRun() async throws {
        let sweep = try await sweepOrders(timeLimit: .seconds(120)) {
            Path("/a", responses: [.empty().optional()])
        } of: { _ in
        }
        #expect(sweep.runs.count == 1 && sweep.isComplete)
    }

    @Test func errorOfALaterRunIsAFailureAndThatOfTheFirstRunIsThrown() async throws {
        struct Late: Error {}
        let issues = await patiently {
            let runs = Locked(0)
            try await sweepOrders(timeLimit: .seconds(120)) {
                Self.letters("ab")
            } of: { mock in
                _ = await Self.arrivals("ab", of: mock)
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                if run > 1 { throw Late() }
            }
        }
        #expect(issues.failureCount == 1 && issues.text.contains("the code threw Late()"))
        await #expect(throws: Late.self) {
            try await sweepOrders(timeLimit: .seconds(120)) {
                Self.letters("a")
            } of: { mock in
                _ = await Self.get("/a", of: mock)
                throw Late()
            }
        }
    }
}
