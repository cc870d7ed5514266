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
        #expect(sweep.runs.count { $0.request == "GET /text" } == Fault.all.count - 1)
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
            try await sweepFaults(faults: [.timedOut], timeLimit: .milliseconds(200)) {
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
