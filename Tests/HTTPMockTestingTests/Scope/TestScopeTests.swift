import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct TestScopeTests {
    private let line = #line

    @Test func unmockedRequestFailsTheTestOnceWithTheDiagnosisEvenIfTheErrorIsSwallowed() async throws {
        let trait = HTTPMockTrait.httpMock { Host("a.com") { Path("/x") { MockResponse.empty().optional() } } }
        let issues = await CollectedIssues.of(trait) { await get("https://a.com/y") }
        let test = try #require(Test.current)
        let entry = try #require(issues.entries.first)
        #expect(issues.entries.count == 1)
        #expect(entry.line == test.sourceLocation.line)
        #expect(entry.file == "TestScopeTests.swift")
        #expect(
            entry.text == """
                HTTPMock: no response for GET https://a.com/y
                  nearest: a.com/x  (TestScopeTests.swift:\(line + 3))
                    host matches; path segment 1 is "y", expected "x"
                  To fix this, register:
                    Host("a.com") {
                        Path("/y", method: .get) {
                            MockResponse.empty()
                        }
                    }
                """)
    }

    @Test func unmockedRequestIsAnsweredWithTheNotFoundAfterTheIssue() async throws {
        let trait = HTTPMockTrait.httpMock
        let status = Locked<Int?>(nil)
        let issues = await CollectedIssues.of(trait) {
            let response = try await HTTPMock.current.data(for: URLRequest(url: URL(string: "https://a.com/y")!)).1
            status.withLock { $0 = (response as? HTTPURLResponse)?.statusCode }
        }
        #expect(status.withLock { $0 } == 404)
        #expect(issues.entries.count == 1)
    }

    @Test func unusedResponseFailsTheTestAtItsRegistration() async throws {
        let line = #line
        let trait = HTTPMockTrait.httpMock {
            Host("a.com") {
                Path("/x") { MockResponse.empty() }
                Path("/y", method: .post) { MockResponse.plaintext("y", lifetime: .multiple(2)) }
            }
        }
        let issues = await CollectedIssues.of(trait) { await get("https://a.com/x") }
        #expect(issues.entries.map(\.line) == [line + 4])
        #expect(
            issues.texts == [
                """
                HTTPMock: a response was never used
                  POST a.com/y: 200, served 0 of 2 times  (TestScopeTests.swift:\(line + 4))
                  To fix this, make the code under test request it, remove it, or mark it .optional().
                """
            ])
    }

    /// The arguments of `@Test` have one source location for all registrations.
    @Test func suggestedEditHidesOnlyItsOwnUnusedResponse() async {
        let trait = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/user/7", line: 5) { MockResponse.empty() }
            Path("/posts", line: 5) { MockResponse.empty() }
        }
        let issues = await CollectedIssues.of(trait) { await get("https://a.com/users/7") }
        #expect(issues.texts.count == 2)
        #expect(issues.texts.first?.contains(#"Did you mean "/users/7"? Change "/user/7""#) == true)
        #expect(issues.texts.last?.hasPrefix("HTTPMock: a response was never used\n  a.com/posts: 200") == true)
    }

    @Test func suggestedEditHidesNoResponseOfARouteThatDiffersInASecret() async {
        let trait = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/x;token=one", method: .post) { MockResponse.empty() }
            Path("/x;token=two", method: .post) { MockResponse.empty() }
        }
        let issues = await CollectedIssues.of(trait) { await get("https://a.com/x;token=one") }
        #expect(issues.texts.count == 2, "\(issues.texts)")
        #expect(issues.texts.first?.contains("Did you mean .get? Change the method .post") == true)
        let unused = "HTTPMock: a response was never used\n  POST a.com/x;token=REDACTED: 200"
        #expect(issues.texts.last?.hasPrefix(unused) == true)
    }

    @Test func noRequestAtAllHasItsOwnText() async throws {
        let trait = HTTPMockTrait.httpMock {
            Host("a.com") { for n in 1...12 { Path("/\(n)") { MockResponse.empty() } } }
        }
        let issues = await CollectedIssues.of(trait) {}
        #expect(issues.entries.count == 1)
        let test = try #require(Test.current)
        #expect(issues.entries.first?.line == test.sourceLocation.line)
        let location = "TestScopeTests.swift:\(#line - 6)"
        #expect(
            issues.texts.first == """
                HTTPMock: no request reached the mock of this test, so no response was used
                \((1...10).map { "  a.com/\($0): 200  (\(location))" }.joined(separator: "\n"))
                  and 2 more
                  To fix this, do one of these:
                  - inject HTTPMock.current.urlSession into the code under test
                  - call HTTPMock.current.install(in: configuration) before the code under test creates its session
                  - write .httpMock(interceptingSharedSession: true) if the code under test uses URLSession.shared
                  - await the requests in the test; a request that arrives after the test is reported on standard error
                """ + (ScopeSummary.Swizzling.isPossible ? "\n  - \(ScopeSummary.Swizzling.fix)" : ""))
    }

    @Test func testThatAsksForAllItRegisteredPasses() async {
        let trait = HTTPMockTrait.httpMock {
            Host("a.com") {
                Path("/x") { MockResponse.empty() }
                Path("/e") { MockResponse.empty(lifetime: .eternal) }
                Path("/o") { MockResponse.empty().optional() }
            }
        }
        let issues = await CollectedIssues.of(trait) {
            await get("https://a.com/x")
            await get("https://a.com/e")
        }
        #expect(issues.entries.isEmpty)
    }

    @Test func traitMayAllowUnusedResponses() async {
        let trait = HTTPMockTrait.httpMock(allowsUnused: true) { Host("a.com") { Path("/x") { MockResponse.empty() } } }
        let issues = await CollectedIssues.of(trait) {}
        #expect(issues.entries.isEmpty)
    }

    @Test func traitMaySetThePolicy() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock(unmocked: .notFound)) {
            await get("https://a.com/x")
        }
        #expect(issues.entries.isEmpty)
    }

    @Test func innermostPolicyCounts() async {
        let issues = await CollectedIssues.of(
            HTTPMockTrait.httpMock(unmocked: .notFound).ofSuite, HTTPMockTrait.httpMock(unmocked: .recordIssue)
        ) { await get("https://a.com/x") }
        #expect(issues.entries.count == 1)
        let others = await CollectedIssues.of(
            HTTPMockTrait.httpMock(unmocked: .notFound).ofSuite, HTTPMockTrait.httpMock
        ) { await get("https://a.com/x") }
        #expect(others.entries.isEmpty)
    }

    @Test func unusedResponsesOfATestThatThrewAreNotReportedAsWell() async {
        let trait = HTTPMockTrait.httpMock { Host("a.com") { Path("/x") { MockResponse.empty() } } }
        let issues = await CollectedIssues.of(trait) { throw CancellationError() }
        #expect(issues.error is CancellationError)
        #expect(issues.entries.isEmpty)
    }

    @Test func registrationProblemIsAnIssueAtItsPlaceOnce() async throws {
        let trait = HTTPMockTrait.httpMock {
            Host("a.com") {
                Path("/x?y") { MockResponse.empty() }
                Path("/x") { MockResponse.empty() }
            }
        }
        let issues = await CollectedIssues.of(trait) { await get("https://a.com/x") }
        #expect(issues.entries.map(\.line) == [#line - 5])
        #expect(
            issues.texts.first?.hasPrefix(
                "HTTPMock: the path \"/x?y\" has a query. To fix this, write \"/x\" as the path and query: [\"y\": nil]"
            ) == true)
    }

    @Test func suitesRegistrationsAreOptionalAndTheTestsAreNot() async {
        let suite = HTTPMockTrait.httpMock { Host("a.com") { Path("/suite") { MockResponse.empty() } } }.ofSuite
        let test = HTTPMockTrait.httpMock { Host("a.com") { Path("/test") { MockResponse.empty() } } }
        let issues = await CollectedIssues.of(suite, suite, test) { await get("https://a.com/suite") }
        #expect(issues.texts.map { $0.components(separatedBy: "\n")[1].prefix { $0 != ":" } } == ["  a.com/test"])
    }

    @Test func suitesOfSuitesAndTheirTestsShareOneInstance() async {
        let instances = Locked<[ObjectIdentifier]>([])
        let probe = ProbeTrait { instances.withLock { $0.append(ObjectIdentifier(HTTPMock.current)) } }
        let issues = await CollectedIssues.of(
            HTTPMockTrait.httpMock.ofSuite, probe, HTTPMockTrait.httpMock.ofSuite, probe, HTTPMockTrait.httpMock
        ) { instances.withLock { $0.append(ObjectIdentifier(HTTPMock.current)) } }
        #expect(issues.entries.isEmpty)
        #expect(Set(instances.withLock { $0 }).count == 1)
        #expect(instances.withLock { $0.count } == 3)
        #expect(!instances.withLock { $0 }.contains(ObjectIdentifier(HTTPMock.shared)))
    }

    @Test func innerTraitAllowsWhatTheOuterDoesNot() async {
        let outer = HTTPMockTrait.httpMock { Host("a.com") { Path("/suite") { MockResponse.empty() } } }.ofSuite
        let inner = HTTPMockTrait.httpMock(allowsUnused: true) { Host("a.com") { Path("/x") { MockResponse.empty() } } }
        #expect(await CollectedIssues.of(outer, inner) {}.entries.isEmpty)
    }

    @Test func requestAfterTheEndIsRefusedWithAMessageThatSaysSo() async throws {
        let name = "requestAfterTheEndIsRefusedWithAMessageThatSaysSo()"
        let reports = InterceptedReports(containing: name)
        let left = Locked<HTTPMock?>(nil)
        let trait = HTTPMockTrait.httpMock(allowsUnused: true) {
            Host("a.com") { Path("/x") { MockResponse.empty() } }
        }
        let issues = await CollectedIssues.of(trait) { left.withLock { $0 = HTTPMock.current } }
        #expect(issues.entries.isEmpty)
        let mock = try #require(left.withLock { $0 })
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.data(for: URLRequest(url: URL(string: "https://a.com/x")!))
        }
        let expected = """
            HTTPMock: the test "\(name)" has ended, so its requests are refused, and no response was used. To fix this, wait \
            in the test for the requests that the code under test still makes, or cancel them there.
            """
        #expect(error?.message == expected)
        #expect(error?.cause == .testEnded)
        #expect(reports.texts == ["\(expected)\n  the request: GET https://a.com/x"])
        // The end of the test has released what it registered.
        #expect(mock.unusedResponses.isEmpty)
    }

    @Test func clientOfAnEndedTestNamesBothTests() async throws {
        let name = "clientOfAnEndedTestNamesBothTests()"
        let reports = InterceptedReports(containing: name)
        let client = Locked<HTTPMock?>(nil)
        let trait = HTTPMockTrait.httpMock(host: "a.com") { Path("/x") { MockResponse.empty().optional() } }
        _ = await CollectedIssues.of(trait) { client.withLock { $0 = HTTPMock.current } }
        let mock = try #require(client.withLock { $0 })
        let message = Locked<String?>(nil)
        let issues = await CollectedIssues.of(trait) {
            do {
                _ = try await mock.data(for: URLRequest(url: #require(URL(string: "https://a.com/x"))))
            } catch {
                message.withLock { $0 = "\(error)" }
            }
        }
        // Both are runs of this test.
        let expected = """
            HTTPMock: the session belongs to the test "\(name)", which has ended, but the request was made in another run \
            of it, so it was refused, and no response was used. To fix this, create the client in each test, not in a static \
            property.
            """
        #expect(message.withLock { $0 } == expected)
        #expect(issues.texts == [expected])
        #expect(reports.texts == ["\(expected)\n  the request: GET https://a.com/x"])
    }

    /// The ways in which a static client may use the mock of the first test.
    private static let staticSessions: [(String, Bool, @Sendable (HTTPMock) -> URLSession)] = [
        ("the mock's own session", true, { $0.urlSession }),
        ("the mock's own session, which its own test does not use", false, { $0.urlSession }),
        (
            "install(in:)", true,
            { mock in
                let configuration = URLSessionConfiguration.ephemeral
                mock.install(in: configuration)
                return URLSession(configuration: configuration)
            }
        ),
        (
            "protocolClass", true,
            { mock in
                let configuration = URLSessionConfiguration.ephemeral
                configuration.protocolClasses = [mock.protocolClass]
                return URLSession(configuration: configuration)
            }
        ),
    ]

    @Test(arguments: staticSessions)
    func clientOfARunningTestIsRefusedInAnother(
        kind: String, isUsed: Bool, makeSession: @escaping @Sendable (HTTPMock) -> URLSession
    ) async throws {
        let name = "clientOfARunningTestIsRefusedInAnother(kind:isUsed:makeSession:)"
        let reports = InterceptedReports(containing: name)
        let trait = HTTPMockTrait.httpMock(forURL: "https://a.com/x", responses: [.plaintext("of its own test")])
        let client = Observed<URLSession?>(nil)
        let isAsked = Observed(false)
        async let first = CollectedIssues.of(trait) {
            let session = makeSession(.current)
            client.change { $0 = session }
            await isAsked.wait { $0 }
            guard isUsed else { return }
            // The test's own request is answered, and the only one in the log.
            let request = URLRequest(url: try #require(URL(string: "https://a.com/x")))
            #expect(try await session.data(for: request).0 == Data("of its own test".utf8))
            #expect(HTTPMock.current.requests.map(\.status) == [200])
        }
        let second = await CollectedIssues.of(trait) {
            await client.wait { $0 != nil }
            let request = URLRequest(url: try #require(URL(string: "https://a.com/x")))
            let session = try #require(client.value)
            for _ in 1...2 {
                let error = await #expect(throws: HTTPMockError.self) { try await session.data(for: request) }
                #expect(error?.cause == .testEnded)
            }
        }
        isAsked.change { $0 = true }
        // Both are runs of this test.
        let expected = """
            HTTPMock: the session belongs to the test "\(name)", which still runs, but the request was made in another run \
            of it, so it was refused, and no response was used. To fix this, create the client in each test, not in a static \
            property.
            """
        #expect(second.texts.count == 2)
        #expect(second.texts.first == expected)
        let nothingArrived = "HTTPMock: no request reached the mock of this test, so no response was used"
        #expect(second.texts.last?.hasPrefix("\(nothingArrived)\n") == true)
        let texts = await first.texts
        #expect(texts.map { $0.prefix { $0 != "\n" } } == (isUsed ? [] : [nothingArrived[...], expected[...]]))
        #expect(!isUsed || reports.texts.contains(expected))
        withExtendedLifetime(reports) {}
    }

    @Test func testsOfOneNameInTwoSuitesAreTwoTests() async throws {
        let test = try #require(Test.current)
        let reports = InterceptedReports(containing: test.name)
        let mock = HTTPMock()
        mock.addResponses(forPath: "/x", host: "a.com", responses: [.plaintext("the other's")])
        mock.begin(in: RequestingTest(name: test.title, id: "Tests.OtherSuite/same()", isCertain: true))
        let expected = """
            HTTPMock: the session belongs to \(test.title) (Tests.OtherSuite/same()), which still runs, but the request was \
            made in \(test.title) (\(test.id)), so it was refused, and no response was used. To fix this, create the client \
            in each test, not in a static property.
            """
        let request = URLRequest(url: try #require(URL(string: "https://a.com/x")))
        await withKnownIssue {
            let error = await #expect(throws: HTTPMockError.self) { try await mock.data(for: request) }
            #expect(error?.message == expected)
        } matching: { issue in
            issue.comments.map(\.rawValue) == [expected]
        }
        #expect("\(test.id)".contains("TestScopeTests/"))
        #expect(mock.unusedResponses.count == 1)
        withExtendedLifetime(reports) {}
    }

    @Test func methodThatOnlyTheSuiteHasIsTheFix() async throws {
        let suite = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/x", method: .get, line: 5) { MockResponse.empty(lifetime: .eternal) }
        }.ofSuite
        let test = HTTPMockTrait.httpMock(host: "a.com") { Path("/x", line: 9) { MockResponse.status(.notFound) } }
        let issues = await CollectedIssues.of(suite, test) { await get("https://a.com/x") }
        #expect(
            issues.texts == [
                """
                HTTPMock: a response was never used
                  a.com/x: 404  (TestScopeTests.swift:9)
                  GET https://a.com/x matches it, but was answered by GET a.com/x  (TestScopeTests.swift:5)
                  To fix this, write method: .get here too if the other registration is a suite's, or else remove one \
                of them.
                """
            ])
    }

    @Test func responseOfAnotherConditionIsNotTheOneBefore() async throws {
        let trait = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/x", when: .where("always") { _ in true }, line: 5) { MockResponse.empty() }
            Path("/x", when: .header("X-Other"), line: 6) { MockResponse.empty() }
        }
        let issues = await CollectedIssues.of(trait) { await get("https://a.com/x") }
        #expect(
            issues.texts == [
                """
                HTTPMock: a response was never used
                  a.com/x: 200  (TestScopeTests.swift:6)
                  To fix this, make the code under test request it, remove it, or mark it .optional().
                """
            ])
    }

    @Test func removalThatTakesTooManyResponsesAwayIsNotTheFix() async throws {
        let trait = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/x", line: 5) { MockResponse.empty() }
            Path("/x", line: 6) { MockResponse.empty() }
            Path("/*", line: 7) { MockResponse.empty() }
        }
        let issues = await CollectedIssues.of(trait) {
            for _ in 0..<2 { await get("https://a.com/x") }
        }
        #expect(issues.texts.first?.hasSuffix("To fix this, remove it, or mark it .optional().") == true)
    }

    @Test func mockOfNoTestAnswersEveryTest() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/x", host: "a.com", responses: [.plaintext("anybody's", lifetime: .eternal)])
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let request = URLRequest(url: try #require(URL(string: "https://a.com/x")))
            #expect(try await mock.data(for: request).0 == Data("anybody's".utf8))
        }
        #expect(issues.entries.isEmpty && issues.error == nil)
    }

    @Test func requestInFlightAtTheEndIsAWarningAndIsRefused() async throws {
        let gate = ResponseGate()
        let result = Observed<String?>(nil)
        let trait = HTTPMockTrait.httpMock {
            Host("a.com") { Path("/x", line: 7) { MockResponse.plaintext("x", delivery: .held(gate)) } }
        }
        let issues = await CollectedIssues.of(trait) {
            Task {
                do {
                    _ = try await HTTPMock.current.data(for: URLRequest(url: URL(string: "https://a.com/x")!))
                    result.change { $0 = "answered" }
                } catch {
                    result.change { $0 = "\(error)" }
                }
            }
            await gate.reached()
        }
        await result.wait { $0 != nil }
        #expect(result.value?.contains("has ended, so its requests are refused") == true)
        #if compiler(>=6.3)
            #expect(issues.failureCount == 0)
            #expect(
                issues.texts == [
                    """
                    HTTPMock: a request was in flight when the test ended, so its response is unfinished
                      GET https://a.com/x waits at a gate that nobody has opened, registered for a.com/x  (TestScopeTests.swift:7)
                        To end that wait, open the gate: gate.open().
                      To fix this, await every request in the test, or cancel it.
                    """
                ])
            #expect(issues.entries.first?.line == Test.current?.sourceLocation.line)
        #endif
    }

    @Test func failureFoundInADetachedTaskIsTheTestsOwn() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let mock = HTTPMock.current
            await Task.detached { mock.verify(.get, "/x", times: 1) }.value
        }
        #expect(issues.entries.map(\.line) == [#line - 2])
        #expect(issues.texts.first?.hasPrefix("HTTPMock: GET /x was expected once, but never arrived") == true)
    }

    @Test func unmockedRequestInADetachedTaskFailsTheTestItsInstanceBelongsTo() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let mock = HTTPMock.current
            await Task.detached { await get("https://a.com/x", from: mock) }.value
        }
        #expect(issues.entries.count == 1)
    }

    @Test func recordIssueWorksWithoutATrait() async {
        let probe = ProbeTrait {}
        let issues = await CollectedIssues.of(probe) {
            let mock = HTTPMock()
            mock.unmockedPolicy = .recordIssue
            await get("https://a.com/x", from: mock)
        }
        #expect(issues.texts.map { $0.prefix { $0 != "\n" } } == ["HTTPMock: no response for GET https://a.com/x"])
    }

    @Test func eachOfManyUnmockedRequestsIsReportedOnce() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<50 { group.addTask { await get("https://a.com/\(number)") } }
            }
        }
        #expect(Set(issues.texts.map { $0.prefix { $0 != "\n" } }).count == 50)
        #expect(issues.entries.count == 50)
    }

    @Test func instanceIsReleasedAfterItsTest() async throws {
        final class Box: @unchecked Sendable { weak var mock: HTTPMock? }
        let box = Box()
        _ = await CollectedIssues.of(HTTPMockTrait.httpMock(unmocked: .notFound)) {
            box.mock = HTTPMock.current
            await get("https://a.com/x")
        }
        #expect(await eventually { box.mock == nil })
    }

    @Test(arguments: ["handler", "predicate", "sequence"])
    func codeBelongsToTheTestOfItsInstance(kind: String) async throws {
        _ = HTTPMockTrait.httpMock
        let mock = HTTPMock()
        let names = Locked<[String?]>([])
        let note: @Sendable () -> Void = { names.withLock { $0.append(Test.current?.name) } }
        mock.addResponses(
            forPath: "/handler",
            responses: [
                .handler { _ in
                    note()
                    return .empty()
                }
            ])
        mock.addResponses(
            forPath: "/predicate",
            when: .where("notes") { _ in
                note()
                return true
            }, responses: [.empty()])
        let sequence = AsyncStream<Data>(unfolding: {
            note()
            return nil
        })
        mock.addResponses(forPath: "/sequence", responses: [.stream(sequence)])
        let session = mock.urlSession
        let url = try #require(URL(string: "https://example.com/\(kind)"))
        // The task that makes the request has no test.
        _ = try await Task.detached { try await session.data(from: url) }.value
        #expect(names.withLock { $0 } == ["codeBelongsToTheTestOfItsInstance(kind:)"])
    }

    @Test func sharedInstanceIsReportedOnceInATestWithoutOneOfItsOwn() throws {
        let name = "sharedInstanceIsReportedOnceInATestWithoutOneOfItsOwn()"
        let reports = InterceptedReports(containing: name)
        _ = HTTPMockTrait.httpMock
        for _ in 0..<3 { #expect(HTTPMock.current === HTTPMock.shared) }
        let line = try #require(Test.current).sourceLocation.line
        #expect(
            reports.texts == [
                "HTTPMock: HTTPMock.current is HTTPMock.shared in the test \"\(name)\" (TestScopeTests.swift:\(line)), because "
                    + "the test has no .httpMock trait. The shared instance is not strict, and all tests use the same one. To "
                    + "fix this, write @Test(.httpMock), or HTTPMock.shared."
            ])
    }

    @Test func outsideATestTheCurrentInstanceIsTheSharedOne() {
        let reports = InterceptedReports(containing: "outsideATestTheCurrentInstanceIsTheSharedOne()")
        defer { withExtendedLifetime(reports) {} }
        #expect(HTTPMock.current === HTTPMock.shared)
    }
}

/// Runs something on the way into a scope.
private struct ProbeTrait: TestScoping {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
        self.work = work
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        work()
        try await function()
    }
}
