import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The typical mistakes of a test's author, each with all messages of the test.
@Suite(.bounded) struct MistakeTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var setUp: @Sendable (HTTPMock) -> Void = { _ in }
        let requests: [String]
        var headers: [String: String] = [:]
        var body = ""
        let texts: [String]
    }

    @Test(arguments: mistakes) func mistakeIsReportedOnceWithItsFix(mistake: Mistake) async throws {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let mock = HTTPMock.current
            mistake.setUp(mock)
            for line in mistake.requests {
                let words = line.split(separator: " ").map(String.init)
                var request = URLRequest(url: try #require(URL(string: words[1])))
                request.httpMethod = words[0]
                for (name, value) in mistake.headers { request.setValue(value, forHTTPHeaderField: name) }
                if !mistake.body.isEmpty { request.httpBody = Data(mistake.body.utf8) }
                _ = try? await mock.data(for: request)
            }
        }
        #expect(issues.texts == mistake.texts)
    }

    private static let host = "api.example.com"

    static let mistakes: [Mistake] = [
        Mistake(
            testDescription: "a typing error in a path",
            setUp: { $0.addResponses(forPath: "/user/7", host: host, responses: [.empty()], line: 24) },
            requests: ["GET https://api.example.com/users/7"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/users/7
                  nearest: api.example.com/user/7  (MistakeTests.swift:24)
                    host matches; path segment 1 is "users", expected "user"
                  Did you mean "/users/7"? Change "/user/7" at MistakeTests.swift:24.
                """
            ]),
        Mistake(
            testDescription: "a typing error in a nested path",
            setUp: { mock in
                mock.registerResponses(host: host) {
                    Path("/admin") { Path("/adit", line: 25) { MockResponse.empty() } }
                }
            },
            requests: ["GET https://api.example.com/admin/audit"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/admin/audit
                  nearest: api.example.com/admin/adit  (MistakeTests.swift:25)
                    host matches; path segment 2 is "audit", expected "adit"
                  Did you mean "/admin/audit"? Change "/adit" at MistakeTests.swift:25.
                """
            ]),
        Mistake(
            testDescription: "a typing error in a host",
            setUp: { $0.addResponses(forPath: "/a", host: "api.exmaple.com", responses: [.empty()], line: 3) },
            requests: ["GET https://api.example.com/a"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/a
                  nearest: api.exmaple.com/a  (MistakeTests.swift:3)
                    path matches; host is "api.example.com", expected "api.exmaple.com"
                  Did you mean "api.example.com"? Change "api.exmaple.com" at MistakeTests.swift:3.
                """
            ]),
        Mistake(
            testDescription: "another method",
            setUp: { $0.addResponses(forPath: "/a", host: host, method: .post, responses: [.empty()], line: 3) },
            requests: ["GET https://api.example.com/a"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/a
                  nearest: POST api.example.com/a  (MistakeTests.swift:3)
                    host and path match; method is GET, expected POST
                  Did you mean .get? Change the method .post at MistakeTests.swift:3.
                """
            ]),
        Mistake(
            testDescription: "a trailing slash",
            setUp: { $0.addResponses(forPath: "/users/", host: host, responses: [.empty()], line: 3) },
            requests: ["GET https://api.example.com/users"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/users
                  nearest: api.example.com/users/  (MistakeTests.swift:3)
                    host matches; path is "/users", expected "/users/" (trailing slash)
                  Did you mean "/users"? Change "/users/" at MistakeTests.swift:3.
                """
            ]),
        Mistake(
            testDescription: "no host",
            setUp: { $0.addResponses(forPath: "/users", responses: [.empty().optional()], line: 33) },
            requests: ["GET https://api.example.com/users"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/users
                  nearest: example.com/users  (MistakeTests.swift:33)
                    path matches; host is "api.example.com", expected "example.com" (defaultDomain: no host was given at \
                MistakeTests.swift:33)
                  To fix this, register:
                    mock.addResponses(forPath: "/users", host: "api.example.com", method: .get, responses: [.empty()])
                """
            ]),
        Mistake(
            testDescription: "a query with more items",
            setUp: { mock in
                mock.addResponses(
                    forPath: "/s", host: host, query: ["q": "a"], responses: [.empty().optional()], line: 3)
            },
            requests: ["GET https://api.example.com/s?q=a&limit=20"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/s?q=a&limit=20
                  nearest: api.example.com/s?q=a  (MistakeTests.swift:3)
                    host and path match; query item limit is "20", expected no such item; to allow other items write \
                matching: .contains
                  To fix this, register:
                    mock.addResponses(forPath: "/s", host: "api.example.com", method: .get, query: ["q": "a", "limit": \
                "20"], responses: [.empty()])
                """
            ]),
        Mistake(
            testDescription: "one response for two requests, a general registration for the rest",
            setUp: { mock in
                mock.addResponses(forPath: "/u/7", host: host, responses: [.empty()], line: 3)
                mock.addResponses(forPath: "/u/{id}", host: host, responses: [.empty().optional()], line: 4)
            },
            requests: ["GET https://api.example.com/u/7", "GET https://api.example.com/u/7"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/u/7
                  nearest: api.example.com/u/7  (MistakeTests.swift:3)
                    matches, but its only response was already used
                  then: api.example.com/u/{id}  (MistakeTests.swift:4)
                    matches, but is not used, because the more specific one above was chosen (no fall-through)
                  To fix this, give a response the lifetime .eternal, or queue another:
                    mock.addResponses(forPath: "/u/7", host: "api.example.com", responses: [.empty()])
                """
            ]),
        Mistake(
            testDescription: "a response after an eternal one",
            setUp: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.empty(lifetime: .eternal)], line: 3)
                mock.addResponses(forPath: "/a", host: host, responses: [.empty(), .empty()], line: 4)
            },
            requests: ["GET https://api.example.com/a"],
            texts: [
                "HTTPMock: a response for api.example.com/a comes after one with the lifetime .eternal and is never "
                    + "reached. Register it first, give the eternal one a count, or use replaceResponses.  "
                    + "(MistakeTests.swift:4)"
            ]),
        Mistake(
            testDescription: "a query in the path",
            setUp: { $0.addResponses(forPath: "/a?b=1", host: host, responses: [.empty()], line: 3) },
            requests: ["GET https://api.example.com/a?b=1"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/a?b=1
                  nothing is registered
                  registrations with a problem:
                    the path "/a?b=1" has a query. To fix this, write "/a" as the path and query: ["b": "1"]; a literal ? \
                is %3F.  (MistakeTests.swift:3)
                  To fix this, register:
                    mock.addResponses(forPath: "/a", host: "api.example.com", method: .get, query: ["b": "1"], responses: \
                [.empty()])
                """
            ]),
        Mistake(
            testDescription: "the case of a header's value, an expired token, a predicate",
            setUp: { mock in
                mock.addResponses(
                    forPath: "/c", host: host, when: .header("Accept", "Application/JSON"), .bearerToken("t0k3n"),
                    .where("it is small") { _ in false }, responses: [.empty().optional()], line: 3)
            },
            requests: ["GET https://api.example.com/c"],
            headers: ["Accept": "application/json", "Authorization": "Bearer expired"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/c
                  nearest: api.example.com/c  (MistakeTests.swift:3)
                    host and path match; header Accept is "application/json", expected "Application/JSON" (case counts); \
                the bearer token differs; .where("it is small") returned false
                  To fix this, register:
                    mock.addResponses(forPath: "/c", host: "api.example.com", method: .get, responses: [.empty()])
                """
            ]),
        Mistake(
            testDescription: "no token",
            setUp: { mock in
                mock.addResponses(
                    forPath: "/c", host: host, when: .bearerToken("t0k3n"), responses: [.empty().optional()], line: 3)
            },
            requests: ["GET https://api.example.com/c"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/c
                  nearest: api.example.com/c  (MistakeTests.swift:3)
                    host and path match; no Authorization header, expected a bearer token
                  Change .bearerToken(…) at MistakeTests.swift:3, or what the code under test sends.
                """
            ]),
        Mistake(
            testDescription: "a dictionary with a date, although the client swallows the error",
            setUp: { mock in
                mock.addResponses(
                    forPath: "/d", host: host, responses: [.dictionary(["user": ["at": Date()]])], line: 3)
            },
            requests: ["GET https://api.example.com/d"],
            texts: [
                "HTTPMock: a response registered for api.example.com/d  (MistakeTests.swift:3) can't be made: the "
                    + "dictionary has a value that is not JSON: \"user.at\" is a Date. To fix this, write a string, a finite "
                    + "number, a boolean, NSNull, or an array or dictionary of these, or use .encodable"
            ]),
        Mistake(
            testDescription: "a retry that meets the same missing response again",
            setUp: { $0.addResponses(forPath: "/a", host: host, responses: [.empty().optional()], line: 3) },
            requests: ["GET https://api.example.com/other", "GET https://api.example.com/other"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/other
                  nearest: api.example.com/a  (MistakeTests.swift:3)
                    host matches; path segment 1 is "other", expected "a"
                  To fix this, register:
                    mock.addResponses(forPath: "/other", host: "api.example.com", method: .get, responses: [.empty()])
                """
            ]),
    ]

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
            HTTPMock: a response registered for a.com/a  (MistakeTests.swift:3) can't be made: there is no file "user.jsn" \
            in the bundle \(bundle.bundlePath); the nearest are "user.json", "Fixtures/users.json". To fix this, check its spelling \
            and that it is listed under the target's resources, and pass the bundle that has it, such as in: .module
            """
        #expect(issues.texts == [expected])
        #expect(issues.entries.map(\.line) == [3])
    }

    @Test func errorThatTheTestThrewIsNotReportedAgain() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            HTTPMock.current.addResponses(forPath: "/a", host: "a.com", responses: [.file(named: "none")])
            _ = try await HTTPMock.current.data(for: URLRequest(url: URL(string: "https://a.com/a")!))
        }
        #expect((issues.error as? HTTPMockError)?.cause == .unusableResponse)
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
        #expect(issues.texts.last?.hasPrefix("HTTPMock: the handler at MistakeTests.swift:30 threw ") == true)
        #expect(issues.texts.last?.contains("name") == true)
        #expect(issues.entries.last?.line == 30)
    }

    @Test(arguments: [false, true]) func requestThatAServerRefusedIsNamedWhenTheTestFails(fails: Bool) async throws {
        let host = "refused\(UUID().uuidString.prefix(8).lowercased()).example"
        let reports = InterceptedReports(containing: host)
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            for _ in 0..<2 {
                HTTPMock.current.engine.log(
                    RefusedRequest(
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
                  a.com/a: 200  (MistakeTests.swift:3)
                  install(in:) was called at MistakeTests.swift:\(line + 3), but no session created from that \
                configuration made a request. Was the session created before? .default and .ephemeral return a new object \
                on each access.
                  To fix this, do one of these:
                  - inject HTTPMock.current.urlSession into the code under test
                  - call HTTPMock.current.install(in: configuration) before the code under test creates its session
                  - write .httpMock(interceptingSharedSession: true) if the code under test uses URLSession.shared
                  - await the requests in the test; a request that arrives after the test is reported on standard error
                """
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
                  it was registered for a.com/j  (MistakeTests.swift:30)
                  To fix this, correct the text there, or write .plaintext if it is not meant to be JSON.
                """,
            ])
        #expect(issues.entries.last?.line == 30)
    }

    @Test func headersWithoutAPathSayWhatTheyApplyTo() async throws {
        let line = #line + 1
        let suite = HTTPMockSuiteTrait.httpMock(host: "a.com") { Headers(["X-Env": "Test"]) }
        let test = HTTPMockTrait.httpMock(host: "a.com") { Path("/x") { MockResponse.empty() } }
        let issues = await CollectedIssues.of(suite, test) { await get("https://a.com/x") }
        #expect(
            issues.texts == [
                """
                HTTPMock: Host("a.com") has Headers, and no Path that they apply to, because they apply to the paths of \
                their own block only. To fix this, move the Headers to the block that registers the paths.  \
                (MistakeTests.swift:\(line))
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
        let text = try #require(ScopeSummary(mock, in: .xctest, allowsUnused: false).failures.first?.text)
        #expect(
            text == """
                HTTPMock: no request reached the mock of this test, so no response was used
                  a.com/a: 200  (MistakeTests.swift:3)
                  To fix this, do one of these:
                  - inject the urlSession of the mock that makeHTTPMock returned; HTTPMock.current is not that mock in \
                XCTest
                  - call install(in: configuration) of that mock before the code under test creates its session
                  - write makeHTTPMock(interceptingSharedSession: true) if the code under test uses URLSession.shared
                  - wait for the requests in the test; a request that arrives after the test is reported on standard error
                """)
    }
}

/// A suite's registrations and those of its tests for the same address.
@Suite(
    .httpMock(host: "a.com") {
        Path("/single") { MockResponse.plaintext("suite") }
        Path("/eternal") { MockResponse.plaintext("suite", lifetime: .eternal) }
    })
struct OverridingTests {
    private func texts(of path: String, count: Int) async throws -> [String] {
        var texts: [String] = []
        for _ in 0..<count {
            let request = URLRequest(url: try #require(URL(string: "https://a.com\(path)")))
            texts.append(String(decoding: try await HTTPMock.current.data(for: request).0, as: UTF8.self))
        }
        return texts
    }

    @Test(
        .httpMock(host: "a.com") {
            Path("/single") { MockResponse.plaintext("test", lifetime: .multiple(2)) }
            Path("/eternal") {
                MockResponse.plaintext("first")
                MockResponse.plaintext("second")
            }
        })
    func traitOfTheTestReplacesTheSuites() async throws {
        #expect(try await texts(of: "/single", count: 2) == ["test", "test"])
        #expect(try await texts(of: "/eternal", count: 2) == ["first", "second"])
    }

    @Test func bodyOfTheTestReplacesTheSuitesAndThenAppends() async throws {
        for path in ["/single", "/eternal"] {
            HTTPMock.current.addResponses(forPath: path, host: "a.com", responses: [.plaintext("first")])
            HTTPMock.current.addResponses(forPath: path, host: "a.com", responses: [.plaintext("second")])
            #expect(try await texts(of: path, count: 2) == ["first", "second"])
        }
    }

    @Test(arguments: ["/single", "/eternal"]) func suitesStayWhereTheTestRegistersNothing(path: String) async throws {
        #expect(try await texts(of: path, count: 1) == ["suite"])
    }

    @Test func innermostSuiteReplacesTheOuterOnes() async throws {
        func suite(_ text: String) -> HTTPMockSuiteTrait {
            .httpMock(host: "b.com") { Path("/x") { MockResponse.plaintext(text, lifetime: .eternal) } }
        }
        let texts = Locked<[String]>([])
        let answer: @Sendable () async throws -> Void = {
            let request = URLRequest(url: try #require(URL(string: "https://b.com/x")))
            let data = try await HTTPMock.current.data(for: request).0
            texts.withLock { $0.append(String(decoding: data, as: UTF8.self)) }
        }
        let outer = suite("outer")
        let test = HTTPMockTrait.httpMock(host: "b.com") { Path("/x") { MockResponse.plaintext("test") } }
        var issues = await CollectedIssues.of(outer, suite("middle"), suite("inner"), performing: answer)
        #expect(issues.entries.isEmpty)
        issues = await CollectedIssues.of(outer, suite("inner"), test, performing: answer)
        #expect(issues.entries.isEmpty)
        #expect(texts.withLock { $0 } == ["inner", "test"])
    }

    @Test func replacedResponsesAreNotMissed() async throws {
        let suite = HTTPMockSuiteTrait.httpMock(host: "b.com") { Path("/x") { MockResponse.empty(lifetime: .eternal) } }
        let test = HTTPMockTrait.httpMock(host: "b.com") { Path("/x") { MockResponse.status(.notFound) } }
        let issues = await CollectedIssues.of(suite, test) { await get("https://b.com/x") }
        #expect(issues.entries.isEmpty)
    }
}
