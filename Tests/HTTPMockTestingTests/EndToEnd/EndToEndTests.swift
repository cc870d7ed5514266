import Foundation
import TestSupport
import Testing

/// The output of failing tests: this program, run again for the fixtures only.
@Suite(.bounded, .enabled(if: Fixture.program != nil, "needs a program with the tests in it")) struct EndToEndTests {
    private struct Output {
        let status: Int32
        let text: String

        /// The lines with a text.
        func lines(with part: String) -> [String] {
            text.components(separatedBy: "\n").filter { $0.contains(part) }
        }
    }

    private func run(_ arguments: [String]) async throws -> Output {
        let environment = ProcessInfo.processInfo.environment.merging([Fixture.variable: "1"]) { $1 }
        let ended = await Subprocess.run(try #require(Fixture.program), arguments, environment: environment)
        return Output(status: ended.status, text: ended.text)
    }

    private func swiftTesting(
        _ suite: String, in module: String = "HTTPMockTestingTests", _ more: String...
    ) async throws -> Output {
        try await run(["--testing-library", "swift-testing", "--filter", "\(module).\(suite)/"] + more)
    }

    private var fixtureLines: [String] {
        get throws {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("FailingFixture.swift")
            return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        }
    }

    /// The line on which the fixture has a text for the first time.
    private func line(of text: String) throws -> Int {
        try #require(fixtureLines.firstIndex { $0.contains(text) }) + 1
    }

    @Test func eachFailureIsAnIssueOnceAtTheRightPlace() async throws {
        let attachments = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: attachments) }

        let output = try await swiftTesting("FailingFixture", "--attachments-path", attachments.path)

        #expect(output.status != 0)
        let issues = output.lines(with: "recorded an issue")
        let test = try line(of: "func unmocked") - 1
        #expect(issues.count { $0.contains("unmocked() recorded an issue at FailingFixture.swift:\(test):") } == 1)
        #expect(output.lines(with: "no response for GET https://a.com/unmocked?token=REDACTED").count == 1)
        // In a macro's arguments every source location is that of the test's declaration, below its attribute.
        let unused = try line(of: "func unused")
        #expect(issues.count { $0.contains("unused() recorded an issue at FailingFixture.swift:\(unused - 1):") } == 1)
        #expect(issues.count { $0.contains("unused() recorded an issue at FailingFixture.swift:\(unused):") } == 1)
        #expect(issues.count { $0.contains("parameterised(number:)") && $0.contains("number → 2") } == 1)
        #expect(!issues.contains { $0.contains("number → 1") || $0.contains("passes()") })
        let detached = try line(of: "mock.verify(.get, \"/detached")
        #expect(issues.count { $0.contains("recorded an issue at FailingFixture.swift:\(detached):") } == 1)
        #expect(issues.count == 7)
        let note =
            "The compiler gives all arguments of @Test or @Suite the line of the declaration, FailingFixture.swift:"
        for (declaration, count) in [("func unmocked", 1), ("func unused", 2), ("struct OfASuite", 1)] {
            #expect(output.lines(with: "\(note)\(try line(of: declaration)).").count == count)
        }
        #expect(output.lines(with: note).count == 4)
        // The list of the requests, whatever made the test fail.
        let lists = output.lines(with: "which failed:")
        #expect(
            lists.sorted()
                == [
                    "clientsOwnExpectation()", "ofASuite()", "parameterised(number:)", "unmocked()", "unused()",
                ].map { "HTTPMock: the requests of the test \"\($0)\", which failed:" })
        #expect(output.lines(with: "  GET https://a.com/client: 200, mocked by a.com/client").count == 1)
        #expect(!output.text.contains("To keep the network log"))
        #expect(!output.text.contains("s3cret"))
        let shared = output.lines(with: "HTTPMock.current is HTTPMock.shared in the test")
        #expect(shared.count == 1)
        #expect(shared.first?.contains("\"usesTheSharedInstanceByMistake()\" (FailingFixture.swift:") == true)
        #expect(output.lines(with: "HTTPMock.current was read outside the task tree of any test").count == 1)

        let files = try FileManager.default.contentsOfDirectory(atPath: attachments.path)
        #expect(
            files.sorted() == [
                "network-log-clientsOwnExpectation.har", "network-log-ofASuite.har", "network-log-parameterised.har",
                "network-log-unmocked.har", "network-log-unused.har",
            ])
        for file in files {
            let data = try Data(contentsOf: attachments.appendingPathComponent(file))
            let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            #expect((root?["log"] as? [String: Any])?["version"] as? String == "1.2")
        }
    }

    @Test func detachedTasksOfTheSharedSessionGoWhereTheyCanBeToldToBelong() async throws {
        let output = try await swiftTesting("SharedSessionFixture")
        #expect(output.status == 0)
        #expect(output.text.contains("Test run with 4 tests in 1 suite passed"), "\(output.text)")
        // The client may ignore the error, so each refused request is reported as well.
        #expect(output.lines(with: "  the request: GET https://shared.example.com/one").count == 2)
        #expect(output.lines(with: "made by a task that was created before the running test").count == 1)
    }

    @Test func requestOnAQueueIsAttributedAsOnApplesSystems() async throws {
        let output = try await swiftTesting("QueueFixture", in: "HTTPMockTests")
        #expect(output.text.contains("Test run with 1 test in 1 suite passed"), "\(output.text)")
    }

    @Test func xctestFailsOnceForEachFailureAtTheRightPlace() async throws {
        let output = try await run(["HTTPMockTestingTests.FailingXCTestFixture"])
        #expect(output.status != 0)
        let errors = output.lines(with: ": error: FailingXCTestFixture.")
        func count(_ test: String, at location: String, _ text: String) throws -> Int {
            let line = try line(of: location)
            return errors.count {
                $0.contains("FailingFixture.swift:\(line): error: FailingXCTestFixture.\(test) : \(text)")
            }
        }
        #expect(
            try count(
                "testUnmocked", at: "let mock = makeHTTPMock()",
                "failed - HTTPMock: no response for GET https://a.com/unmocked") == 1)
        let fixture = try fixtureLines
        let unused = try #require(fixture.lastIndex { $0.hasPrefix("                Path(\"/unused\")") }) + 1
        #expect(
            errors.count {
                $0.contains(
                    "FailingFixture.swift:\(unused): error: FailingXCTestFixture.testUnused : failed - HTTPMock: a response "
                        + "was never used")
            } == 1)
        #expect(
            try count(
                "testNothingArrived", at: "_ = makeHTTPMock {",
                "failed - HTTPMock: no request reached the mock of this test") == 1)
        #expect(
            try count(
                "testVerification", at: "makeHTTPMock().verify",
                "failed - HTTPMock: GET /x was expected once, but never arrived") == 1)
        #expect(
            errors.count {
                $0.contains("testRecordIssue : failed - HTTPMock: no response for GET https://a.com/record-issue")
            } == 1)
        #expect(errors.count == 5, "\(output.text)")
        // Warnings and refusals are printed.
        #expect(output.lines(with: "HTTPMock: a request was in flight when the test ended").count == 1)
        #expect(output.lines(with: "GET https://a.com/in-flight waits at a gate that nobody has opened").count == 1)
        #expect(output.lines(with: "  in the test FailingXCTestFixture.testInFlight").count == 1)
        #expect(output.lines(with: "HTTPMock: the test made a mock with HTTPMock()").count == 1)
        #expect(output.lines(with: "  in the test FailingXCTestFixture.testInstanceMadeByHand").count == 1)
        let refusals = output.lines(with: ", which has ended, and the request was made while the test FailingXCTest")
        #expect(refusals.count == 1)
        #expect(refusals.first?.contains(" runs, so it was refused, and no response was used. ") == true)
    }
}
