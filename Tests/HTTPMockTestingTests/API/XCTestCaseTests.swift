import Foundation
import HTTPMock
import HTTPMockTesting
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The helper in tests that pass; those that are to fail run in a process of their own.
final class XCTestCaseTests: XCTestCase {
    private var mock: HTTPMock?

    override func setUp() async throws {
        mock = makeHTTPMock(allowsUnused: true) {
            Host("api.example.com") { Path("/setup") { MockResponse.plaintext("setup") } }
        }
    }

    func testInstanceAnswersAndIsChecked() async throws {
        let mock = makeHTTPMock {
            Host("api.example.com") { Path("/user") { MockResponse.plaintext("alice") } }
        }
        let url = try XCTUnwrap(URL(string: "https://api.example.com/user"))
        let (data, _) = try await mock.urlSession.data(from: url)
        XCTAssertEqual(String(decoding: data, as: UTF8.self), "alice")
        mock.verify(.get, "/user", times: 1)
        mock.expectRequests { "GET /user" }
    }

    func testCallbackThatIsDueBelongsToItsMethod() throws {
        let (isEnded, callback) = (Locked(false), Locked<Bool?>(nil))
        let methodHasEnded = DispatchSemaphore(value: 0)
        let begin = ContinuousClock.now
        // Runs after the block that makeHTTPMock adds, which waits for the callback, at most for a second.
        addTeardownBlock {
            let isBeforeTheEnd = callback.withLock { $0 } == false
            XCTAssert(isBeforeTheEnd || begin.duration(to: .now) >= .seconds(1))
        }
        let mock = makeHTTPMock(forURL: "https://a.com/x", responses: [.empty()])
        mock.engine.store.addEndAction { isEnded.withLock { $0 = true } }
        // Runs before the block that makeHTTPMock adds.
        addTeardownBlock { methodHasEnded.signal() }
        let url = try XCTUnwrap(URL(string: "https://a.com/x"))
        let queue = mock.urlSession.delegateQueue
        queue.addOperation { methodHasEnded.wait() }
        for _ in 0..<1_000 { queue.addOperation {} }
        mock.urlSession.dataTask(with: url) { _, _, _ in
            callback.withLock { $0 = isEnded.withLock { $0 } }
        }.resume()
    }

    func testInstanceOfSetUpMayStayUnused() {
        XCTAssertEqual(mock?.unusedResponses.count, 1)
    }

    func testSharedSessionIsAnsweredUntilTheEnd() async throws {
        let mock = makeHTTPMock(interceptingSharedSession: true) {
            Host("api.example.com") { Path("/shared") { MockResponse.plaintext("shared", lifetime: .multiple(2)) } }
        }
        let url = try XCTUnwrap(URL(string: "https://api.example.com/shared"))
        let (data, _) = try await URLSession.shared.data(from: url)
        XCTAssertEqual(String(decoding: data, as: UTF8.self), "shared")
        // A detached task's request goes to the one test that intercepts.
        let other = try await Task.detached { try await URLSession.shared.data(from: url).0 }.value
        XCTAssertEqual(String(decoding: other, as: UTF8.self), "shared")
        XCTAssertEqual(mock.requestSummary, "GET /shared\nGET /shared")
    }

    // Runs after another test that intercepts. XCTest creates the task of an async method before the method begins.
    func testSharedSessionOfALaterAsyncTestIsAnswered() async throws {
        let mock = makeHTTPMock(interceptingSharedSession: true) {
            Host("api.example.com") { Path("/later") { MockResponse.plaintext("later") } }
        }
        let url = try XCTUnwrap(URL(string: "https://api.example.com/later"))
        let (data, _) = try await URLSession.shared.data(from: url)
        XCTAssertEqual(String(decoding: data, as: UTF8.self), "later")
        XCTAssertEqual(mock.requestSummary, "GET /later")
    }

    func testPolicyMayBeAnother() async throws {
        let mock = makeHTTPMock(unmocked: .notFound)
        let url = try XCTUnwrap(URL(string: "https://api.example.com/unmocked"))
        let (_, response) = try await mock.urlSession.data(from: url)
        XCTAssertEqual((response as? HTTPURLResponse)?.statusCode, 404)
    }
}
