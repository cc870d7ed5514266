import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct FaultSweepTests {
    /// The result of one run for a client: status and body, or the error.
    private func answer(_ path: String, of mock: HTTPMock) async -> String {
        do {
            let url = try #require(URL(string: "https://a.com\(path)"))
            let (data, response) = try await mock.data(for: URLRequest(url: url))
            return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
        } catch {
            return "\((error as? URLError)?.code.rawValue ?? 0)"
        }
    }

    @Test func requestMeetsEveryFault() async throws {
        let answers = Locked<[String]>([])
        let sweep = try await sweepFaults {
            Host("a.com") { Path("/x", responses: [.json(#"{"a":1}"#)]) }
        } of: { mock in
            let answer = await answer("/x", of: mock)
            answers.withLock { $0.append(answer) }
        }
        #expect(
            answers.withLock { $0 } == [
                #"200 {"a":1}"#, "-1009", "-1005", "-1005", "-1001", "500 ", "503 ", "401 ", "429 ", "200 ",
                #"200 {"a"#,
                "200 []",
            ])
        #expect(sweep.failures.isEmpty)
        #expect(sweep.runs.map(\.fault) == Fault.all)
    }

    /// The fault-free run never makes the request, and would report a response that is not optional.
    @Test func responseForARequestThatOnlyAFaultCausesIsSuggestedAsOptional() async throws {
        func issues(of login: [MockResponse]) async -> CollectedIssues {
            await CollectedIssues.of {
                try await sweepFaults(faults: [.unauthorized]) {
                    Host("a.com") {
                        Path("/x", responses: [.plaintext("x")])
                        if !login.isEmpty { Path("/login", method: .get, responses: login) }
                    }
                } of: { mock in
                    if await answer("/x", of: mock).hasPrefix("401") { _ = await answer("/login", of: mock) }
                }
            }
        }
        let text = await issues(of: []).text
        #expect(text.contains("no response for GET https://a.com/login"), "\(text)")
        #expect(text.contains("MockResponse.empty().optional()"), "\(text)")
        #expect(await issues(of: [.empty()]).text.contains("a response was never used"))
        #expect(await issues(of: [.empty().optional()]).failureCount == 0)
    }

    @Test func responseForARequestOfTheFaultFreeRunIsNotSuggestedAsOptional() async throws {
        let issues = await CollectedIssues.of {
            try await sweepFaults(faults: [.unauthorized]) {
                Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
            } of: { mock in
                for path in ["/x", "/login"] { _ = await answer(path, of: mock) }
            }
        }
        #expect(issues.text.contains("MockResponse.empty()\n"), "\(issues.text)")
    }

    @Test func knownIssueInTheCodeFailsNoRun() async throws {
        let sweep = try await sweepFaults(faults: [.internalServerError]) {
            Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
        } of: { mock in
            let answer = await answer("/x", of: mock)
            withKnownIssue(isIntermittent: true) { #expect(answer == "200 x", "of the code") }
        }
        guard case .failed(let texts) = sweep.runs.first?.outcome else {
            Issue.record("\(sweep)")
            return
        }
        #expect(texts.count == 1 && texts[0].contains("of the code"))
    }

    @Test func knownIssueExcusesNoErrorOfItsRun() async throws {
        struct GaveUp: Error {}
        let issues = await CollectedIssues.of {
            try await sweepFaults(faults: [.internalServerError], attempts: .first) {
                Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
            } of: { mock in
                let answer = await answer("/x", of: mock)
                withKnownIssue(isIntermittent: true) { #expect(answer == "200 x") }
                if answer != "200 x" { throw GaveUp() }
            }
        }
        #expect(issues.failureCount == 1 && issues.text.contains("threw GaveUp()"), "\(issues.text)")
    }

    @Test func knownIssueExcusesNoHungRun() async throws {
        let issues = await CollectedIssues.of {
            try await sweepFaults(faults: [.internalServerError], timeLimit: .seconds(2)) {
                Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
            } of: { mock in
                let answer = await answer("/x", of: mock)
                withKnownIssue(isIntermittent: true) { #expect(answer == "200 x") }
                if answer != "200 x" { try await Task.sleep(for: .seconds(3_600)) }
            }
        }
        #expect(issues.failureCount == 1 && issues.text.contains("the code did not end within"), "\(issues.text)")
    }

    @Test func knownIssueAroundASweepMatchesItsRuns() async throws {
        try await withKnownIssue {
            try await sweepFaults(faults: [.internalServerError, .timedOut]) {
                Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
            } of: { mock in
                #expect(await answer("/x", of: mock) == "200 x")
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("HTTPMock: GET /x with the fault") }
        }
    }

    @Test func faultsThatMakeNoDifferenceAreLeftOut() async throws {
        let sweep = try await sweepFaults {
            Host("a.com") {
                Path("/empty", responses: [.empty()])
                Path("/text", responses: [.plaintext("text")])
            }
        } of: { mock in
            for path in ["/empty", "/text"] { _ = await answer(path, of: mock) }
        }
        let skipped: Set<Fault> = [.connectionLostInBody, .emptyBody, .shortBody, .otherJSON]
        #expect(
            Set(sweep.runs.filter { $0.request == "GET /empty" }.map(\.fault)) == Set(Fault.all).subtracting(skipped))
        // Nobody can notice that a text without a shape is empty or short.
        #expect(sweep.runs.count { $0.request == "GET /text" } == Fault.all.count - 3)
    }

    @Test func oneRequestAndItsRepetitionsMeetTheFaultAndTheOthersNone() async throws {
        let answers = Locked<[[String]]>([])
        let sweep = try await sweepFaults(faults: [.internalServerError], timeLimit: .seconds(120)) {
            Host("a.com") {
                Path("/x", responses: [.plaintext("1"), .plaintext("2")])
                Path("/y", responses: [.plaintext("y")])
            }
        } of: { mock in
            var run: [String] = []
            for path in ["/x", "/y", "/x"] { run.append(await answer(path, of: mock)) }
            answers.withLock { [run] in $0.append(run) }
        }
        #expect(sweep.requests == ["GET /x", "GET /y", "GET /x (2nd time)"])
        #expect(
            answers.withLock { $0 } == [
                ["200 1", "200 y", "200 2"], ["500 ", "200 y", "500 "], ["200 1", "500 ", "200 2"],
                ["200 1", "200 y", "500 "],
            ])
    }

    @Test func faultsOfHandlersAndFilesAreThoseOfTheirResponses() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        try Data("[1,2]".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let answers = Locked<[String]>([])
        try await sweepFaults(faults: [.shortBody, .otherJSON, .connectionLostInBody], timeLimit: .seconds(120)) {
            Host("a.com") {
                Path("/handler", responses: [.handler { _ in .json("[1,2]") }])
                Path("/file", responses: [.file(url: file)])
            }
        } of: { mock in
            let run = await [answer("/handler", of: mock), answer("/file", of: mock)]
            answers.withLock { $0 += run }
        }
        let good = "200 [1,2]"
        #expect(
            answers.withLock { $0 } == [
                good, good, "200 [1", good, "200 {}", good, "-1005", good, good, "200 [1", good, "200 {}", good,
                "-1005",
            ])
    }

    @Test func delaysTakeNoRealTime() async throws {
        let start = ContinuousClock.now
        try await sweepFaults(faults: [.serviceUnavailable, .shortBody], timeLimit: .seconds(600)) {
            Host("a.com") {
                Path("/x", responses: [.plaintext("slow", delivery: .delayed(.seconds(50)))])
                Path("/never", responses: [.empty(delivery: .never)])
            }
        } of: { mock in
            for path in ["/x", "/never"] { _ = await answer(path, of: mock) }
        }
        // Five runs, each with a delay of 50 s and a timeout of 60 s.
        #expect(ContinuousClock.now - start < .seconds(300))
    }

    @Test func failedRunIsOneIssueWithRequestFaultAndMessages() async {
        let line = #line
        let issues = await CollectedIssues.of {
            let sweep = try await sweepFaults(faults: [.timedOut, .serviceUnavailable], timeLimit: .seconds(120)) {
                Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
            } of: { mock in
                let answer = await answer("/x", of: mock)
                if answer.hasPrefix("503") {
                    Issue.record("first")
                    Issue.record("second")
                    await get("https://a.com/unmocked", from: mock)
                }
            }
            #expect(sweep.failures.map(\.fault) == [.serviceUnavailable])
            #expect(
                "\(sweep)" == """
                            timed out  status 503
                    GET /x  passed     failed
                    The code threw nothing.
                    """)
        }
        #expect(issues.entries.map(\.line) == [line + 2])
        let text = issues.texts.first ?? ""
        #expect(text.hasPrefix("HTTPMock: GET /x with the fault \"status 503\": "))
        #expect(text.contains("first (FaultSweepTests.swift:\(line + 7))"))
        #expect(text.contains("second (FaultSweepTests.swift:\(line + 8))"))
        #expect(text.contains("HTTPMock: no response for GET https://a.com/unmocked"))
    }

    @Test func codeThatDoesNotEndIsHung() async {
        let issues = await CollectedIssues.of {
            try await sweepFaults(faults: [.timedOut], timeLimit: .seconds(2)) {
                Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
            } of: { mock in
                if await answer("/x", of: mock) == "-1001" {
                    // Until the run is given up.
                    try await Task.sleep(for: .seconds(3_600))
                }
            }
        }
        let expected = /HTTPMock: GET \/x with the fault "timed out": the code did not end within \d+\.\d seconds/
        #expect(issues.texts.count == 1)
        #expect(issues.texts.first?.wholeMatch(of: expected) != nil)
    }

    @Test func cancelledSweepReportsNothingOfTheRunThatItCutsOff() async {
        let runs = Observed(0)
        let issues = await CollectedIssues.of {
            let sweeping = Task {
                try await sweepFaults(faults: [.timedOut, .connectionLost, .noConnection], timeLimit: .seconds(120)) {
                    Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
                } of: { mock in
                    _ = await answer("/x", of: mock)
                    runs.change { $0 += 1 }
                    // The first run has no fault.
                    if runs.value == 2 { #expect(Bool(false), "the second run fails") }
                    if runs.value == 3 { try? await Task.sleep(for: .seconds(600)) }
                }
            }
            await runs.wait { $0 == 3 }
            sweeping.cancel()
            await #expect(throws: CancellationError.self) { try await sweeping.value }
        }
        #expect(runs.value == 3)
        #expect(issues.texts.count == 1)
        #expect(issues.text.contains("GET /x with the fault \"timed out\""), "\(issues.text)")
        #expect(!issues.text.contains("did not end"), "\(issues.text)")
    }

    @Test func errorOfTheRunWithoutFaultsIsThrownAndLaterOnesAreNot() async throws {
        struct Mistake: Error {}
        await #expect(throws: Mistake.self) {
            try await sweepFaults {
                Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
            } of: { mock in
                _ = await answer("/x", of: mock)
                throw Mistake()
            }
        }
        try await sweepFaults {
            Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
        } of: { mock in
            if await answer("/x", of: mock) != "200 x" { throw Mistake() }
        }
    }

    @Test func tableAndRunsHaveWhatTheCodeThrew() async throws {
        struct NotFound: Error {}
        let reports = InterceptedReports(containing: "tableAndRunsHaveWhatTheCodeThrew")
        let sweep = try await sweepFaults(faults: [.timedOut, .serviceUnavailable, .emptyBody]) {
            Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
        } of: { mock in
            if await answer("/x", of: mock).hasPrefix("503") { throw NotFound() }
        }
        #expect(sweep.failures.isEmpty)
        #expect(sweep.runs.map(\.thrown) == [nil, "NotFound()", nil])
        #expect(
            "\(sweep)" == """
                        timed out  status 503  empty body
                GET /x  passed     passed      passed
                The code threw:
                  GET /x  status 503  NotFound()
                """)
        #expect(reports.texts.isEmpty)
    }

    @Test func requestForAWebSocketMeetsNoFault() async throws {
        let sweep = try await sweepFaults(faults: [.timedOut], attempts: .first) {
            Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
        } of: { mock in
            var upgrade = URLRequest(url: try #require(URL(string: "https://a.com/x")))
            upgrade.setValue("websocket", forHTTPHeaderField: "Upgrade")
            await #expect(throws: (any Error).self) { try await mock.data(for: upgrade) }
            _ = await answer("/x", of: mock)
        }
        #expect(sweep.requests == ["GET /x"] && sweep.runs.count == 1 && sweep.failures.isEmpty, "\(sweep)")
    }

    @Test func codeThatThrowsInEveryRunIsSaidToHaveShownLittle() async throws {
        struct Mistake: Error {}
        let name = "codeThatThrowsInEveryRunIsSaidToHaveShownLittle()"
        let reports = InterceptedReports(containing: name)
        let sweep = try await sweepFaults(faults: [.timedOut, .serviceUnavailable]) {
            Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
        } of: { mock in
            if await answer("/x", of: mock) != "200 x" { throw Mistake() }
        }
        #expect(sweep.failures.isEmpty)
        #expect(
            reports.texts == [
                "HTTPMock: the fault sweep of the test \"\(name)\" passed, but the code threw in every run, so no expectation "
                    + "after the error was checked: GET /x with \"timed out\" threw Mistake(). To fix this, catch the error "
                    + "where the app does, and expect what the app then shows."
            ])
        // The advice, followed: the code catches its error, and the sweep is silent.
        try await sweepFaults(faults: [.timedOut, .serviceUnavailable]) {
            Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
        } of: { mock in
            let answer = await answer("/x", of: mock)
            #expect(answer == "200 x" || answer.hasPrefix("503") || answer == "-1001")
        }
        #expect(reports.texts.count == 1)
    }

    @Test func sweepThatChangesNothingSaysWhy() async throws {
        let name = "sweepThatChangesNothingSaysWhy()"
        let reports = InterceptedReports(containing: name)
        let faults: [[Fault]] = [[.otherJSON, .emptyBody], []]
        for faults in faults {
            let sweep = try await sweepFaults(faults: faults) {
                Host("a.com") { Path("/x", responses: [.empty()]) }
            } of: { mock in
                _ = await answer("/x", of: mock)
            }
            #expect(sweep.runs.isEmpty)
        }
        try await sweepFaults {
            Host("a.com") { Path("/x", responses: [.empty().optional()]) }
        } of: { _ in
        }
        let start = "HTTPMock: the fault sweep of the test \"\(name)\" changed nothing, because "
        #expect(
            reports.texts == [
                start + "no answer can have the fault \"JSON of another shape\", \"empty body\". To fix this, add a "
                    + "fault that any answer can have, such as .noConnection.",
                start + "faults: has no fault for GET /x. To fix this, add a fault, or leave out faults:.",
                start + "the code made no request. To fix this, use the mock that the closure receives; a request "
                    + "for a WebSocket counts as none.",
            ])
    }

    // MARK: The first attempt

    @Test func codeThatTriesAgainRecoversFromOneFault() async throws {
        let answers = Locked<[[String]]>([])
        let sweep = try await sweepFaults(faults: [.timedOut, .serviceUnavailable], attempts: .first) {
            Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
        } of: { mock in
            var run = [await answer("/x", of: mock)]
            if run != ["200 x"] { run.append(await answer("/x", of: mock)) }
            answers.withLock { [run] in $0.append(run) }
            #expect(run.last == "200 x")
        }
        #expect(answers.withLock { $0 } == [["200 x"], ["-1001", "200 x"], ["503 ", "200 x"]])
        #expect(sweep.failures.isEmpty)
    }

    @Test func codeThatGivesUpAfterOneFaultFails() async {
        struct GaveUp: Error {}
        let issues = await CollectedIssues.of {
            try await sweepFaults(faults: [.timedOut, .connectionLost], attempts: .first) {
                Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
            } of: { mock in
                // Tries again after a timeout only, and is then unhappy with the answer.
                switch await answer("/x", of: mock) {
                case "-1005": throw GaveUp()
                case "-1001":
                    _ = await answer("/x", of: mock)
                    throw GaveUp()
                default: break
                }
            }
        }
        #expect(
            issues.texts == [
                "HTTPMock: GET /x with the fault \"timed out\" once, then an answer: the code tried again, was answered, and "
                    + "threw GaveUp()",
                "HTTPMock: GET /x with the fault \"connection lost\" once, then an answer: the code gave up after one attempt, "
                    + "and threw GaveUp()",
            ])
    }

    @Test func equalRequestAtTheSameTimeIsNoOtherAttempt() async {
        struct GaveUp: Error {}
        let arrivals = Observed(0)
        let issues = await CollectedIssues.of {
            try await sweepFaults(faults: [.emptyBody], attempts: .first, timeLimit: .seconds(120)) {
                Host("a.com") {
                    Path("/x") {
                        MockResponse.handler(lifetime: .eternal) { _ in
                            // Answered only once both requests have arrived.
                            arrivals.change { $0 += 1 }
                            await arrivals.wait { $0.isMultiple(of: 2) }
                            return .json("{}")
                        }
                    }
                }
            } of: { mock in
                async let first = answer("/x", of: mock)
                async let second = answer("/x", of: mock)
                if await [first, second].contains("200 ") { throw GaveUp() }
            }
        }
        #expect(
            issues.texts
                == ["GET /x", "GET /x (2nd time)"].map {
                    "HTTPMock: \($0) with the fault \"empty body\" once, then an answer: the code gave up after one attempt, "
                        + "and threw GaveUp()"
                })
    }

    @Test func repetitionOfAGraphQLOperationIsAnotherAttempt() async throws {
        struct GaveUp: Error {}
        let url = try #require(URL(string: "https://a.com/graphql"))
        var operation = URLRequest(url: url)
        operation.httpMethod = "POST"
        operation.setValue("application/json", forHTTPHeaderField: "Content-Type")
        operation.httpBody = Data(#"{"query":"query Cart { cart { id } }"}"#.utf8)
        let request = operation
        let issues = await CollectedIssues.of {
            try await sweepFaults(faults: [.timedOut], attempts: .first) {
                Host("a.com") { Path("/graphql", responses: [.json("{}")]) }
            } of: { mock in
                do {
                    _ = try await mock.data(for: request)
                } catch {
                    _ = try await mock.data(for: request)
                    throw GaveUp()
                }
            }
        }
        #expect(
            issues.texts == [
                "HTTPMock: POST /graphql query Cart with the fault \"timed out\" once, then an answer: the code tried again, "
                    + "was answered, and threw GaveUp()"
            ])
    }

    /// Keeps the first result, and so a failure, too.
    private actor CachingClient {
        private var cached: Task<String, any Error>?
        private let mock: HTTPMock

        init(_ mock: HTTPMock) {
            self.mock = mock
        }

        func load() async throws -> String {
            let task =
                cached
                ?? Task {
                    let url = try #require(URL(string: "https://a.com/x"))
                    return String(decoding: try await mock.data(for: URLRequest(url: url)).0, as: UTF8.self)
                }
            cached = task
            return try await task.value
        }
    }

    @Test func cachedFailureIsFoundByOneFaultAndByNoLastingOne() async throws {
        for attempts in [FaultSweep.Attempts.every, .first] {
            let issues = await CollectedIssues.of {
                try await sweepFaults(faults: [.connectionLost], attempts: attempts) {
                    Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
                } of: { mock in
                    let client = CachingClient(mock)
                    if await (try? client.load()) == nil { _ = try await client.load() }
                }
            }
            #expect(issues.failureCount == (attempts == .first ? 1 : 0))
        }
    }

    @Test func faultsMayDependOnTheRequest() async throws {
        let faults: @Sendable (RecordedRequest) -> [Fault] = { record in
            record.path == "/image" ? [.noConnection] : [.shortBody, .timedOut]
        }
        let sweep = try await sweepFaults(faults: faults) {
            Host("a.com") {
                Path("/image", responses: [.data(Data([1, 2, 3]), contentType: "image/png")])
                Path("/x", responses: [.json("[1,2]")])
            }
        } of: { mock in
            for path in ["/image", "/x"] { _ = await answer(path, of: mock) }
        }
        #expect(
            sweep.runs.map { "\($0.request) \($0.fault)" } == [
                "GET /image no connection", "GET /x body cut short", "GET /x timed out",
            ])
        #expect("\(sweep)".contains("\n–: not tried, because the fault makes no difference there, or was not chosen\n"))
    }

    @Test func bodyWithAGivenLengthIsCutShortByDefaultAndThenLosesItsConnection() async throws {
        let answers = Locked<[String]>([])
        let sweep = try await sweepFaults(only: "GET /image") {
            Host("a.com") {
                Path("/image", responses: [.data(Data("abcd".utf8), headers: ["Content-Length": "4"])])
                Path("/other", responses: [.data(Data("abcd".utf8))])
            }
        } of: { mock in
            let answer = await answer("/image", of: mock)
            answers.withLock { $0.append(answer) }
            _ = await self.answer("/other", of: mock)
        }
        let index = try #require(sweep.runs.firstIndex { $0.fault == .shortBody })
        #expect(answers.withLock { $0 }[index + 1] == "-1005")
        #expect(sweep.runs.contains { $0.fault == .emptyBody })
        let other = try await sweepFaults {
            Host("a.com") { Path("/other", responses: [.data(Data("abcd".utf8))]) }
        } of: { mock in
            _ = await self.answer("/other", of: mock)
        }
        #expect(!other.runs.contains { $0.fault == .shortBody || $0.fault == .emptyBody })
    }

    @Test func responseThatCannotBeMadeIsThrownEvenIfTheCodeSwallowsIt() async throws {
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        let error = await #expect(throws: HTTPMockError.self) {
            try await sweepFaults {
                Host("a.com") {
                    Path("/x", responses: [.file(url: missing)])
                    Path("/y", responses: [.plaintext("y")])
                }
            } of: { mock in
                for path in ["/x", "/y"] { _ = await answer(path, of: mock) }
            }
        }
        #expect(error?.cause == .unusableResponse)
    }

    @Test func greatestTimeLimitIsALimit() async throws {
        let sweep = try await sweepFaults(faults: [.timedOut], timeLimit: .seconds(Int64.max)) {
            Host("a.com") { Path("/x", responses: [.plaintext("x")]) }
        } of: { mock in
            _ = await answer("/x", of: mock)
        }
        #expect(sweep.runs.count == 1)
    }

    @Test func runWithoutFaultsIsStrict() async {
        let issues = await CollectedIssues.of {
            try await sweepFaults {
                Host("a.com") {
                    Path("/x", responses: [.plaintext("x")])
                    Path("/unused", responses: [.plaintext("x")])
                }
            } of: { mock in
                _ = await answer("/x", of: mock)
            }
        }
        #expect(issues.entries.map(\.line) == [#line - 6])
        #expect(issues.texts.first?.hasPrefix("HTTPMock: a response was never used\n  a.com/unused: 200") == true)
    }
}
