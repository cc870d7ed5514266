import Foundation
import HTTPMock
import HTTPMockTesting
import Testing
import TestingSupport
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.enabled(if: Fixture.isOn, "run in a process of its own")) struct FailingFixture {
    @Test(.httpMock { Host("a.com") { Path("/x") { MockResponse.empty() } } })
    func unmocked() async {
        await get("https://a.com/x")
        await get("https://a.com/unmocked?token=s3cret")
    }

    @Test(.httpMock { Host("a.com") { Path("/unused") { MockResponse.empty() } } })
    func unused() async {
        await get("https://a.com/unmocked-too")
    }

    @Suite(.httpMock { Host("a.com") { Path("/of-a-suite") { MockResponse.empty() } } })
    struct OfASuite {
        @Test func ofASuite() async {
            await get("https://a.com/unmocked-of-a-suite")
        }
    }

    @Test(.httpMock(unmocked: .recordIssue), arguments: [1, 2])
    func parameterised(number: Int) async {
        if number == 2 { await get("https://a.com/of-argument-\(number)") }
    }

    @Test(.httpMock) func passes() async {}

    /// Runs while the issue of an unknown test is recorded, and must get no copy of it.
    @Test(.httpMock, arguments: 0..<8) func isInnocent(number: Int) async {
        HTTPMock.current.addResponses(
            forPath: "/slow", host: "a.com", responses: [.empty(delivery: .delayed(.milliseconds(300)))])
        await get("https://a.com/slow")
    }

    @Test(.httpMock) func readsTheCurrentInstanceInADetachedTask() async {
        for _ in 0..<2 { await Task.detached { _ = HTTPMock.current }.value }
    }

    @Test func usesTheSharedInstanceByMistake() {
        for _ in 0..<3 { _ = HTTPMock.current }
    }

    #if compiler(>=6.3)
        @Test(.httpMock(allowsUnused: true) { Host("a.com") { Path("/x") { MockResponse.empty() } } })
        func isCancelled() async throws {
            await get("https://a.com/x")
            try Test.cancel("not today")
        }
    #endif

    @Test(.httpMock { Host("a.com") { Path("/client") { MockResponse.empty() } } })
    func clientsOwnExpectation() async {
        await get("https://a.com/client")
        #expect(Bool(false))
    }

    @Test func detachedVerification() async {
        let mock = HTTPMock()
        await Task.detached { mock.verify(.get, "/detached-verification", times: 1) }.value
    }
}

@Suite(.enabled(if: Fixture.isOn, "run in a process of its own"), .serialized) struct SharedSessionFixture {
    private static func answer(_ path: String) async -> String {
        do {
            let url = URL(string: "https://shared.example.com/\(path)")!
            return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }

    private static func detached(_ path: String) async -> String {
        await Task.detached { await answer(path) }.value
    }

    @Test(
        .httpMock(interceptingSharedSession: true) {
            Host("shared.example.com") { Path("/one") { MockResponse.plaintext("one") } }
        })
    func detachedTaskGoesToTheOneTestThatRuns() async {
        #expect(await Self.detached("one") == "one")
    }

    @Test func detachedTaskIsRefusedWhereSeveralRun() async {
        let trait = HTTPMockTrait.httpMock(allowsUnused: true, interceptingSharedSession: true) {
            Host("shared.example.com") { Path("/one") { MockResponse.plaintext("one") } }
        }
        let issues = await CollectedIssues.of(trait) {
            let mock = HTTPMock()
            await SharedSession.intercept(with: mock) {
                #expect(
                    await Self.detached("one")
                        == "HTTPMock: a request through URLSession.shared was made outside any test's task tree (in a "
                        + "detached task, a dispatch queue or a timer) while 2 tests intercept the shared session, so the "
                        + "test it belongs to is unknown, and nothing was sent. To fix this, make the request in a task "
                        + "that the test waits for, inject mock.urlSession, or put these tests into one suite with the "
                        + "trait .serialized.")
            }
        }
        #expect(issues.entries.isEmpty)
    }

    @Test func strayTaskOfAnEarlierTestIsRefused() async {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let stray = await SharedSession.intercept(with: HTTPMock()) {
            Task.detached {
                for await _ in begun { break }
                return await Self.answer("one")
            }
        }
        let mock = HTTPMock()
        mock.addResponses(forPath: "/*", host: "shared.example.com", responses: [.plaintext("one"), .plaintext("two")])
        await SharedSession.intercept(with: mock) {
            begin.finish()
            #expect(
                await stray.value
                    == "HTTPMock: a request through URLSession.shared was made by a task that was created before the "
                    + "running test, during or after an earlier test that intercepted the shared session, so it was "
                    + "refused, and no response was used. To fix this, wait in the earlier test for the task, or cancel it "
                    + "there. If the task is to serve several tests, create it in each of them.")
            #expect(mock.requests.isEmpty)
            #expect(await Self.detached("one") == "one")
            let url = URL(string: "https://shared.example.com/late")!
            let late = await withCheckedContinuation { ended in
                DispatchQueue.global().async {
                    URLSession.shared.dataTask(with: url) { data, _, _ in ended.resume(returning: data) }.resume()
                }
            }
            #expect(late == Data("two".utf8))
        }
        #expect(SharedSession.takeUnattributedRequests(of: mock) == ["GET https://shared.example.com/late"])
    }

    @Test func detachedTaskIsUntouchedWhereNoneRuns() async {
        let text = await Self.detached("one")
        #expect(text.contains("NSURLErrorDomain"))
    }
}

final class FailingXCTestFixture: XCTestCase {
    func testUnmocked() async {
        guard Fixture.isOn else { return }
        let mock = makeHTTPMock()
        await get("https://a.com/unmocked", from: mock)
    }

    func testUnused() async {
        guard Fixture.isOn else { return }
        let mock = makeHTTPMock {
            Host("a.com") {
                Path("/x") { MockResponse.empty() }
                Path("/unused") { MockResponse.empty() }
            }
        }
        await get("https://a.com/x", from: mock)
    }

    func testNothingArrived() {
        guard Fixture.isOn else { return }
        _ = makeHTTPMock { Host("a.com") { Path("/unused") { MockResponse.empty() } } }
    }

    func testVerification() {
        guard Fixture.isOn else { return }
        makeHTTPMock().verify(.get, "/x", times: 1)
    }

    func testInFlight() async throws {
        guard Fixture.isOn else { return }
        let gate = ResponseGate()
        let mock = makeHTTPMock(forURL: "https://a.com/in-flight", responses: [.empty(delivery: .held(gate))])
        mock.urlSession.dataTask(with: try XCTUnwrap(URL(string: "https://a.com/in-flight"))).resume()
        await gate.reached()
    }

    func testInstanceMadeByHand() async {
        guard Fixture.isOn else { return }
        _ = makeHTTPMock()
        await get("https://a.com/by-hand", from: HTTPMock())
    }

    private static let staticMock = Locked<HTTPMock?>(nil)

    private func useStaticMock() async {
        guard Fixture.isOn else { return }
        let own = makeHTTPMock(allowsUnused: true) { Host("a.com") { Path("/static") { MockResponse.empty() } } }
        let mock = Self.staticMock.withLock { mock in
            mock = mock ?? own
            return mock
        }
        await get("https://a.com/static", from: mock ?? own)
    }

    func testStaticClient() async { await useStaticMock() }

    func testStaticClientAgain() async { await useStaticMock() }

    func testRecordIssue() async {
        guard Fixture.isOn else { return }
        let mock = HTTPMock()
        mock.unmockedPolicy = .recordIssue
        await get("https://a.com/record-issue", from: mock)
    }
}
