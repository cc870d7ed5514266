import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Messages of a failed test whose cause is not a single request, with their exact texts.
@Suite(.bounded) struct FailedTestMessageTests {
    @Test func missingFixtureIsReportedWithTheNearestNames() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).resources")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let folderInside = folder.appendingPathComponent("Fixtures")
        try FileManager.default.createDirectory(at: folderInside, withIntermediateDirectories: true)
        for name in ["user.json", "Fixtures/users.json", "unrelated-to-it.txt"] {
            try Data("{}".utf8).write(to: folder.appendingPathComponent(name))
        }
        let bundle = try #require(Bundle(path: folder.path))
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            HTTPMock.current.addResponses(
                forPath: "/a", host: "a.com", responses: [.file(named: "user.jsn", in: bundle, lifetime: .eternal)],
                line: 3)
            await get("https://a.com/a")
            await get("https://a.com/a")
        }
        let expected = """
            HTTPMock: a response registered for a.com/a  (FailedTestMessageTests.swift:3) can't be made: there is no file "user.jsn" \
            in the bundle \(bundle.bundlePath); the nearest are "user.json", "Fixtures/users.json". To fix this, check its spelling \
            and that it is listed under the target's resources, and pass the bundle that has it, such as in: .module
            """
        #expect(issues.texts == [expected])
        #expect(issues.entries.map(\.line) == [3])
    }

    /// On Apple's systems a session throws an `NSError` with the domain, the code and the text.
    @Test(arguments: [false, true]) func errorThatTheTestThrewIsNotReportedAgain(isBridged: Bool) async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            HTTPMock.current.addResponses(forPath: "/a", host: "a.com", responses: [.file(named: "none")])
            do {
                _ = try await HTTPMock.current.data(for: URLRequest(url: URL(string: "https://a.com/a")!))
            } catch let error as HTTPMockError where isBridged {
                throw NSError(
                    domain: HTTPMockError.errorDomain, code: error.errorCode, userInfo: error.errorUserInfo)
            }
        }
        #expect(issues.error.flatMap { HTTPMockError($0) }?.cause == .unusableResponse)
        #expect(issues.entries.isEmpty)
    }

    @Test func handlerThatThrewIsNamedWhenTheTestFails() async throws {
        struct Reply: Decodable { var name: String }
        let trait = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/h", line: 30) {
                MockResponse.handler { _ in .plaintext(try JSONDecoder().decode(Reply.self, from: Data("{}".utf8)).name)
                }
            }
        }
        #expect(await CollectedIssues.of(trait) { await get("https://a.com/h") }.entries.isEmpty)
        let issues = await CollectedIssues.of(trait) {
            for _ in 0..<2 { await get("https://a.com/h") }
            Issue.record("the client failed")
        }
        #expect(issues.entries.count == 2)
        #expect(issues.texts.last?.hasPrefix("HTTPMock: the handler at FailedTestMessageTests.swift:30 threw ") == true)
        #expect(issues.texts.last?.contains("name") == true)
        #expect(issues.entries.last?.line == 30)
    }

    @Test(arguments: [false, true]) func requestThatAServerRefusedIsNamedWhenTheTestFails(fails: Bool) async throws {
        let host = "refused\(UUID().uuidString.prefix(8).lowercased()).example"
        let reports = InterceptedReports(containing: host)
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            for _ in 0..<2 {
                HTTPMock.current.engine.log(
                    RejectedRequest(
                        line: "GET /a b HTTP/1.1", origin: "https://\(host)", status: 400, reason: "Two spaces.",
                        fix: "write one", request: nil))
            }
            if fails { Issue.record("the client failed") }
        }
        let text = """
            HTTPMock: the server of https://\(host) answered a request with 400 by itself: Two spaces.
              the client's first line: GET /a b HTTP/1.1
              To fix this, write one.
            """
        #expect(issues.texts == (fails ? ["the client failed", text] : []))
        // One of the two source locations, and not both.
        #expect(reports.texts == (fails ? [] : [text]))
    }

    @Test func sessionThatWasMadeBeforeInstallIsSuspected() async throws {
        let line = #line
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            HTTPMock.current.addResponses(forPath: "/a", host: "a.com", responses: [.empty()], line: 3)
            HTTPMock.current.install(in: .ephemeral)
        }
        #expect(
            issues.texts == [
                """
                HTTPMock: no request reached the mock of this test, so no response was used
                  a.com/a: 200  (FailedTestMessageTests.swift:3)
                  install(in:) was called at FailedTestMessageTests.swift:\(line + 3), but no session created from that \
                configuration made a request. Was the session created before? .default and .ephemeral return a new object \
                on each access.
                  To fix this, do one of these:
                  - inject HTTPMock.current.urlSession into the code under test
                  - call HTTPMock.current.install(in: configuration) before the code under test creates its session
                  - write .httpMock(interceptingSharedSession: true) if the code under test uses URLSession.shared
                  - await the requests in the test; a request that arrives after the test is reported on standard error
                """ + (ScopeSummary.Swizzling.isPossible ? "\n  - \(ScopeSummary.Swizzling.fix)" : "")
            ])
    }

    @Test func requirementThatFailedInAHandlerIsOneIssue() async {
        let trait = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/h") { MockResponse.handler { request in .plaintext(try #require(request.header("X-None"))) } }
        }
        let issues = await CollectedIssues.of(trait) { await get("https://a.com/h") }
        #expect(issues.entries.count == 1)
        #expect(issues.texts == [""])
    }

    @Test func textThatIsNotJSONIsNamedWhenTheTestFails() async {
        let trait = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/j", line: 30) { MockResponse.json(#"{"name": "Alice",}"#, lifetime: .eternal) }
            Path("/text") { MockResponse.plaintext("{") }
            Path("/good") { MockResponse.json("[1]") }
        }
        let requests: @Sendable () async -> Void = {
            for path in ["j", "j", "text", "good"] { await get("https://a.com/\(path)") }
        }
        #expect(await CollectedIssues.of(trait, performing: requests).entries.isEmpty)
        let issues = await CollectedIssues.of(trait) {
            await requests()
            Issue.record("the client failed")
        }
        #expect(
            issues.texts == [
                "the client failed",
                """
                HTTPMock: the response to GET https://a.com/j is not JSON: expected a member's name (byte 17)
                  it was registered for a.com/j  (FailedTestMessageTests.swift:30)
                  To fix this, correct the text there, or write .plaintext if it is not meant to be JSON.
                """,
            ])
        #expect(issues.entries.last?.line == 30)
    }

    @Test func headersWithoutAPathSayWhatTheyApplyTo() async throws {
        let line = #line + 1
        let suite = HTTPMockTrait.httpMock(host: "a.com") { Headers(["X-Env": "Test"]) }.ofSuite
        let test = HTTPMockTrait.httpMock(host: "a.com") { Path("/x") { MockResponse.empty() } }
        let issues = await CollectedIssues.of(suite, test) { await get("https://a.com/x") }
        #expect(
            issues.texts == [
                """
                HTTPMock: .httpMock(host: "a.com") has Headers, and no Path that they apply to, because they apply to the paths of \
                their own block only. To fix this, move the Headers to the block that registers the paths.  \
                (FailedTestMessageTests.swift:\(line))
                """
            ])
    }

    @Test func clockThatNobodyCanAdvanceIsReportedWithWhatToWrite() async throws {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let clock = HTTPMock.current.manualClock
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
        }
        #expect(
            issues.texts == [
                """
                HTTPMock: manualClock was read, but the mock of this test has the clock ContinuousClock, which nobody can \
                advance
                  To fix this, write clock: .manual, as in @Test(.httpMock(clock: .manual)) or \
                makeHTTPMock(clock: .manual).
                """
            ])
        #expect(issues.entries.first?.line == Test.current?.sourceLocation.line)
    }

    @Test func xctestIsToldOfItsOwnInstance() throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", host: "a.com", responses: [.empty()], line: 3)
        let text = ScopeSummary.nothingArrived(
            mock.unusedResponses, at: mock, in: .xctest, mayBeSwizzled: true)
        #expect(
            text == """
                HTTPMock: no request reached the mock of this test, so no response was used
                  a.com/a: 200  (FailedTestMessageTests.swift:3)
                  To fix this, do one of these:
                  - inject the urlSession of the mock that makeHTTPMock returned; HTTPMock.current is not that mock in \
                XCTest
                  - call install(in: configuration) of that mock before the code under test creates its session
                  - write makeHTTPMock(interceptingSharedSession: true) if the code under test uses URLSession.shared
                  - wait for the requests in the test; a request that arrives after the test is reported on standard error
                  - switch off SDKs that put a class of their own first into protocolClasses, because that class answers \
                first
                """)
        let problem = ScopeSummary(mock, in: .xctest, allowsUnused: false).problems.first
        let isNamed = problem?.text.contains(ScopeSummary.Swizzling.fix)
        #expect(isNamed == ScopeSummary.Swizzling.isPossible)
    }

    @Test func errorOfAnUnregisteredResponseBlamesNoRegisteredOne() async throws {
        let mock = HTTPMock()
        mock.unmockedPolicy = .mock(.plaintext("x"))
        mock.addResponses(forPath: "/a", responses: [.json("{}")])
        let context = DecodingError.Context(codingPath: [], debugDescription: "no number")
        for (path, count) in [("/a", 1), ("/b", 0)] {
            let url = try #require(URL(string: "https://example.com\(path)"))
            _ = try await mock.urlSession.data(from: url)
            var summary = ScopeSummary(mock, in: .swiftTesting, allowsUnused: true)
            summary.addCauses(of: mock, hasFailed: true, thrown: DecodingError.dataCorrupted(context))
            #expect(summary.problems.count { $0.text.contains("the last response was to") } == count, "\(path)")
        }
    }
}
