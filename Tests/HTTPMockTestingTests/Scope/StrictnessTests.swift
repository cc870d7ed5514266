import Foundation
import HTTPMock
import HTTPMockServer
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Code under test that hides its requests and errors from its test.
///
/// The test has to fail all the same.
@Suite(.bounded) struct StrictnessTests {
    @Test func failedTestWithoutARequestIsExplainedAlsoForResponsesOfItsSuite() async {
        let trait = HTTPMockTrait.httpMock { Host("a.com") { Path("/x") { MockResponse.empty() } } }.ofSuite
        let hints = InterceptedReports(containing: "in the test \"failedTestWithoutARequestIsExplained")
        #expect(await CollectedIssues.of(trait) {}.entries.isEmpty)
        #expect(hints.texts.isEmpty)
        #expect(await CollectedIssues.of(trait) { throw URLError(.cannotFindHost) }.entries.isEmpty)
        let hint = """
            HTTPMock: no request reached the mock of this test, so no response was used
              If it was to make a request, do one of these:
              - inject HTTPMock.current.urlSession into the code under test
              - call HTTPMock.current.install(in: configuration) before the code under test creates its session
              - write .httpMock(interceptingSharedSession: true) if the code under test uses URLSession.shared
              - await the requests in the test; a request that arrives after the test is reported on standard error
            """
        let swizzling = ScopeSummary.Swizzling.isPossible ? "\n  - \(ScopeSummary.Swizzling.fix)" : ""
        let name = Test.current?.name ?? ""
        #expect(hints.texts == ["\(hint)\(swizzling)\n  in the test \"\(name)\""])
    }

    /// The ways in which a test makes a mock by hand, and the lines of its warning.
    private static let instances: [(String, HTTPMockTrait, [String], @Sendable (HTTPMock) async -> Void)] = [
        ("unused and unmocked", .httpMock, ["no response for GET https://a.com/y", "never used: a.com/z"], use),
        ("responses may stay unused", .httpMock(allowsUnused: true), ["no response for GET https://a.com/y"], use),
        (
            "the 404 is expected", .httpMock, ["never used: a.com/z"],
            { mock in
                mock.unmockedPolicy = .notFound
                await use(mock)
            }
        ),
        ("no request", .httpMock, [], { $0.addResponses(forPath: "/z", host: "a.com", responses: [.empty()]) }),
        (
            "it lives on", .httpMock, [],
            { mock in
                living.withLock { $0 = mock }
                await use(mock)
            }
        ),
        (
            "its session lives on", .httpMock, ["no response for GET https://a.com/y", "never used: a.com/z"],
            { mock in
                livingSession.withLock { $0 = mock.urlSession }
                await use(mock)
            }
        ),
    ]

    private static let living = Locked<HTTPMock?>(nil)
    private static let livingSession = Locked<URLSession?>(nil)

    private static let use: @Sendable (HTTPMock) async -> Void = { mock in
        for path in ["/x", "/z"] { mock.addResponses(forPath: path, host: "a.com", responses: [.empty()]) }
        for path in ["/x", "/y"] { await get("https://a.com\(path)", from: mock) }
    }

    @Test(arguments: instances)
    func instanceMadeByHandIsAWarning(
        kind: String, trait: HTTPMockTrait, lines: [String], use: @escaping @Sendable (HTTPMock) async -> Void
    ) async {
        let reports = InterceptedReports(containing: "GET https://a.com/y")
        let issues = await CollectedIssues.of(trait) { await use(HTTPMock()) }
        #expect(issues.failureCount == 0)
        #if compiler(>=6.3)
            let found = issues.texts.flatMap { $0.components(separatedBy: "\n") }
            #expect(found.count == (lines.isEmpty ? 0 : lines.count + 2), "\(found)")
            #expect(
                lines.isEmpty
                    || found.first
                        == "HTTPMock: the test made a mock with HTTPMock(), which is not strict, so these fail nothing"
            )
            #expect(zip(found.dropFirst(), lines).allSatisfy { $0.hasPrefix("  \($1)") }, "\(found)")
            #expect(
                lines.isEmpty
                    || found.last == "  To fix this, use HTTPMock.current, or in XCTest what makeHTTPMock returns.")
        #endif
        withExtendedLifetime(reports) {}
    }

    @Test func instanceMadeByHandIsFreedBeforeTheEndOfItsTest() async {
        final class Box: @unchecked Sendable { weak var store: Store? }
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let box = Box()
            box.store = HTTPMock().engine.store
            #expect(await eventually { box.store == nil })
            #expect(TestScope.current?.reporter.ownInstances.withLock(\.isEmpty) == true)
        }
        #expect(issues.entries.isEmpty)
    }

    @Test func waitForCallbacksEndsAlsoIfTheirQueueIsSuspended() async {
        let mock = HTTPMock()
        let queue = mock.urlSession.delegateQueue
        queue.isSuspended = true
        let isCalled = Locked(false)
        queue.addOperation { isCalled.withLock { $0 = true } }
        await mock.settleCallbacks(within: .milliseconds(1))
        #expect(!isCalled.withLock { $0 })
        queue.isSuspended = false
    }

    /// A server in a local lives to the end of the body, where it is released as one is that nobody keeps.
    @Test(arguments: [false, true]) func serverWithoutARequestIsTheOnlyHint(isKept: Bool) async throws {
        let issues = await CollectedIssues.of(
            HTTPMockTrait.httpMock { Host("a.com") { Path("/x", line: 3) { MockResponse.empty() } } }
        ) {
            let server = try await HTTPMock.current.serve()
            if isKept { withExtendedLifetime(server) {} }
        }
        let lines = issues.texts.flatMap { $0.components(separatedBy: "\n") }
        #expect(lines.count == 5)
        #expect(lines[2].hasPrefix("  its server at http://127.0.0.1:"))
        #expect(lines[2].hasSuffix(" was released before any request, which stops it"))
        #expect(
            lines[3] == "  To fix this, keep the server in a variable, make the client send its requests to that URL, "
                + "and wait for them in the test:")
        #expect(lines[4] == "    try await mock.waitForRequest(path: \"/x\", timeout: .seconds(60))")
    }

    @Test func streamOfAnEarlierRequestFailsItsTestAlsoIfTheClientHidesTheError() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let stream = AsyncStream<Data> { $0.finish() }
            HTTPMock.current.addResponses(
                forPath: "/x", host: "a.com", responses: [.stream(stream), .stream(stream)])
            for _ in 1...2 { await get("https://a.com/x") }
        }
        #expect(issues.failureCount == 1)
        #expect(issues.text.contains("its AsyncStream was given to another request already"), "\(issues.text)")
    }

    @Test func parameterThatThePathDoesNotHaveIsOneWarning() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let parameter = MockResponse.handler(lifetime: .eternal) {
                .plaintext("\($0.pathParameter("id") ?? "")\($0.pathParameter("ID") ?? "")")
            }
            // A path without names may share its handler with one that has some.
            for path in ["/users/{id}", "/me/*"] {
                HTTPMock.current.addResponses(forPath: path, host: "a.com", responses: [parameter], line: 3)
            }
            HTTPMock.current.addResponses(
                forPath: "/{account}/{order}", host: "b.com", when: .where("7") { $0.pathParameter("oder") == "7" },
                responses: [.empty().optional()])
            for id in 1...2 { await get("https://a.com/users/\(id)") }
            await get("https://a.com/me/1")
            await get("https://b.com/1/7")
            _ = HTTPMock.current.requests.map { $0.request.pathParameter("Id") }
        }
        let texts = [
            #"HTTPMock: pathParameter("ID") is nil, because "/users/{id}" has only {id}. "#
                + #"To fix this, write pathParameter("id"), or {ID} in the path."#,
            #"HTTPMock: pathParameter("oder") is nil, because "/{account}/{order}" has only {account}, {order}. "#
                + #"To fix this, write pathParameter("order"), or {oder} in the path."#,
        ]
        #expect(issues.texts.count { $0.hasPrefix("HTTPMock: no response for GET https://b.com/1/7") } == 1)
        #if compiler(>=6.3)
            #expect(issues.texts.filter { $0.contains("pathParameter(") } == texts)
            #expect(issues.texts.count == 3)
        #endif
        #expect(issues.failureCount == 1)
    }

    /// The beginnings of lines of this file, and whether the arguments of an attribute above have their locations.
    @Test(
        arguments: [
            (
                "func unmockedRequestFailsItsTestOrIsReported(", "func", "HTTPMockTestingTests/StrictnessTests.swift",
                true
            ),
            ("enum Carelessness", "enum", "HTTPMockTestingTests/StrictnessTests.swift", true),
            (
                "func unmockedRequestFailsItsTestOrIsReported(", "func", "HTTPMockTestingTests/MyStrictnessTests.swift",
                false
            ),
            ("@Suite(.bounded) struct", "struct", "HTTPMockTestingTests/StrictnessTests.swift", false),
            ("func request(", "request", "HTTPMockTestingTests/StrictnessTests.swift", false),
        ] as [(String, String, StaticString, Bool)])
    func lineOfADeclarationIsNamedAsSuch(
        beginning: String, text: String, file: StaticString, isNamed: Bool
    ) async throws {
        let lines = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
        let index = try #require(lines.firstIndex { $0.drop { $0 == " " }.hasPrefix(beginning) })
        let before = try #require(lines[index].range(of: text)).lowerBound
        let (line, column) = (UInt(index + 1), UInt(lines[index][..<before].utf8.count + 1))
        let trait = HTTPMockTrait.httpMock(line: line, column: column) {
            Host("a.com") {
                Path("/user", fileID: file, line: line, column: column) { MockResponse.empty().optional() }
            }
        }
        let issues = await CollectedIssues.of(trait) { await get("https://a.com/a/b") }
        let note =
            "\n  The compiler gives all arguments of @Test or @Suite the line of the declaration, "
            + "StrictnessTests.swift:\(line)."
        #expect(issues.texts.map { $0.hasSuffix(note) } == [isNamed])
    }

    /// A way to make a request without looking at its end.
    enum Carelessness: CaseIterable {
        case neitherAwaited
        case cancelled
        case suspended
        case inADetachedTask
        case inADeinitializer
        case afterAPredicate

        func request(_ url: URL, of mock: HTTPMock) async {
            let task = mock.urlSession.dataTask(with: url) { _, _, _ in }
            switch self {
            case .neitherAwaited:
                task.resume()
            case .cancelled:
                task.resume()
                task.cancel()
            case .suspended:
                task.resume()
                task.suspend()
            case .inADetachedTask:
                await Task.detached { task.resume() }.value
            case .inADeinitializer:
                _ = Tracker(task)
            case .afterAPredicate:
                mock.addResponses(
                    forPath: "/x", host: "a.com", when: .where("never") { _ in false }, responses: [.empty().optional()]
                )
                task.resume()
                // Matching runs user code on another thread, so the request is known to be unmocked a moment later.
                _ = await eventually { mock.requests.contains { $0.outcome != nil } }
            }
        }
    }

    private final class Tracker {
        private let task: URLSessionTask

        init(_ task: URLSessionTask) {
            self.task = task
        }

        deinit {
            task.resume()
        }
    }

    /// A task that nobody awaits begins on a queue, perhaps after the end of the test, which is then reported.
    @Test(arguments: Carelessness.allCases)
    func unmockedRequestFailsItsTestOrIsReported(carelessness: Carelessness) async throws {
        for round in 0..<20 {
            let address = "https://a.com/\(carelessness)/\(round)/end"
            let url = try #require(URL(string: address))
            let lateReports = InterceptedReports(containing: "GET \(address)")
            let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
                await carelessness.request(url, of: .current)
            }
            #expect(issues.texts.allSatisfy { $0.hasPrefix("HTTPMock: no response for GET \(address)\n") })
            #expect(
                await eventually {
                    issues.texts.count + lateReports.texts.count { !$0.contains(", which failed:") } == 1
                })
        }
    }

    @Test func endOfATestWaitsForTheReportOfARequest() async {
        let reserved = Locked<ReservedReport?>(nil)
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let reporter = TestReporter.current
            reserved.withLock { $0 = ReservedReport("reserved", by: reporter, onceIn: Locked([])) }
            Task.detached {
                await jitter(1, of: .milliseconds(20))
                await reserved.withLock { $0 }?.record()
            }
        }
        #expect(issues.texts == ["reserved"])
    }

    @Test func reportThatIsDroppedFailsTheTest() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            _ = ReservedReport("dropped", by: .current, onceIn: Locked([]))
        }
        #expect(issues.texts == ["dropped"])
    }

    @Test(.httpMock) func eachKnownIssueMatchesAnIssueOfItsOwn() async {
        for _ in 0..<3 {
            await withKnownIssue {
                await get("https://a.com/x")
            } matching: { issue in
                issue.comments.contains { $0.rawValue.hasPrefix("HTTPMock: no response for GET https://a.com/x") }
            }
        }
    }

    @Test(.httpMock) func knownIssueMatchesAnExpectationOfASequence() async throws {
        let mock = HTTPMock.current
        let number = Locked(0)
        let chunks = AsyncStream<Data> {
            let isFirst = number.withLock { number in
                defer { number += 1 }
                return number == 0
            }
            guard isFirst else { return nil }
            #expect(Bool(false), "of the sequence")
            return Data("chunk".utf8)
        }
        mock.addResponses(forPath: "/feed", host: "a.com", responses: [.stream(chunks)])
        await withKnownIssue {
            await get("https://a.com/feed")
        } matching: { issue in
            issue.comments.contains { $0.rawValue == "of the sequence" }
        }
        #expect(mock.requests.first?.responseBody == Data("chunk".utf8))
    }

    @Test func knownIssueDoesNotHideALaterFailure() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            await withKnownIssue { await get("https://a.com/x") }
            for _ in 0..<3 { await get("https://a.com/x") }
            await withKnownIssue { await get("https://a.com/x") }
        }
        #expect(issues.entries.count == 3)
        #expect(issues.failureCount == 1)
    }

    @Test func resettingTheInstanceKeepsItsTestStrict() async {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            HTTPMock.current.reset()
            await get("https://a.com/x")
        }
        #expect(issues.entries.count == 1)
        let relaxed = await CollectedIssues.of(HTTPMockTrait.httpMock(unmocked: .notFound)) {
            HTTPMock.current.reset()
            await get("https://a.com/x")
        }
        #expect(relaxed.entries.isEmpty)
    }

    @Test func unusableResponseOfAHandlerFailsTheTest() async {
        let trait = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/x") { MockResponse.handler { _ in .file(named: "none") } }
        }
        let issues = await CollectedIssues.of(trait) { await get("https://a.com/x") }
        #expect(issues.texts.count == 1)
        #expect(issues.texts.first?.contains("there is no file \"none\"") == true)
    }

    @Test func cancelledTestEndsWithItsOwnReport() async {
        let trait = HTTPMockTrait.httpMock(host: "a.com") {
            Path("/never") { MockResponse.empty(delivery: .never) }
            Path("/unused") { MockResponse.empty() }
        }
        let hasBegun = Observed(false)
        let test = Task {
            await CollectedIssues.of(trait) {
                hasBegun.change { $0 = true }
                await get("https://a.com/never")
            }
        }
        await hasBegun.wait { $0 }
        test.cancel()
        let issues = await test.value
        #expect(issues.entries.count <= 1)
        #expect(issues.texts.allSatisfy { $0.contains("a.com/unused") || $0.contains("no request reached") })
    }

    @Test func eachOfManyTestsWithTheSharedSessionHasItsOwnIssue() async {
        let found = await withTaskGroup(of: (Int, [String]).self) { group in
            for number in 0..<200 {
                group.addTask {
                    let trait = HTTPMockTrait.httpMock(interceptingSharedSession: true) {
                        Host("a.com") { Path("/same") { MockResponse.plaintext("\(number)") } }
                    }
                    let issues = await CollectedIssues.of(trait) {
                        let same = try await URLSession.shared.data(from: URL(string: "https://a.com/same")!).0
                        #expect(String(decoding: same, as: UTF8.self) == "\(number)")
                        _ = try? await URLSession.shared.data(from: URL(string: "https://a.com/only/\(number)")!)
                    }
                    return (number, issues.texts.map { String($0.prefix { $0 != "\n" }) })
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(found.count == 200)
        for (number, texts) in found {
            #expect(texts == ["HTTPMock: no response for GET https://a.com/only/\(number)"])
        }
    }
}
