import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct ResponsePlanTests {
    private let request: MockRequest

    init() throws {
        let request = URLRequest.example("/plan")
        self.request = MockRequest(request, url: try #require(request.url), body: Data())
    }

    private func plan(_ response: MockResponse) -> ResponsePlan {
        let registered = RegisteredResponse(response, registration: .unmockedPolicy, isRegistered: true)
        return ResponsePlan(ServedResponse(response: registered, earlierCount: 0, callCount: 1), to: request)
    }

    /// The kinds of the steps, in order.
    private func steps(_ response: MockResponse) -> [String] {
        plan(response).steps.map { String("\($0)".prefix { $0.isLetter }) }
    }

    @Test func wholeBodyIsSentInOneStep() {
        #expect(steps(.plaintext("x")) == ["head", "bytes", "finish"])
        #expect(steps(.plaintext("")) == ["head", "finish"])
    }

    @Test func waitsComeBeforeTheHead() {
        let gate = ResponseGate()
        #expect(steps(.plaintext("x", delivery: .held(gate).after(.seconds(1)))).prefix(3) == ["wait", "gate", "head"])
        #expect(steps(.plaintext("x", delivery: .never)).first == "forever")
        #expect(steps(.failure(.badURL, delivery: .delayed(.seconds(1)))) == ["wait", "failAsRegistered"])
    }

    @Test func chunkedBodyIsOneStepHoweverManyChunksItHas() {
        let body = Data(count: 1_000_000)
        #expect(steps(.data(body, delivery: .chunked(size: 1, every: .zero))) == ["head", "chunks", "finish"])
        #expect(steps(.data(body, delivery: .failing(.badURL, afterBytes: 3))) == ["head", "chunks", "fail"])
    }

    @Test func fileIsOpenedBeforeItsHeadIsKnown() {
        #expect(steps(.file(url: URL(filePath: "/nowhere"))) == ["openFile"])
    }

    @Test(arguments: [204, 304, 101] as [MockResponse.Status])
    func statusWithoutContentHasNone(status: MockResponse.Status) {
        let plan = plan(.plaintext("x", status: status))
        #expect(steps(.plaintext("x", status: status)) == ["head", "finish"])
        guard case .head(let head)? = plan.steps.first else {
            Issue.record("no head")
            return
        }
        #expect(head.headers["Content-Length"] == nil)
    }

    @Test(
        arguments: [
            ("a body", MockResponse.plaintext("abc"), "3"), ("chunks", .stream([Data("abc".utf8)]), nil),
            ("a chunked body", .plaintext("abc", delivery: .chunked(size: 1, every: .zero)), "3"),
            ("a length that was given", .stream([Data("abc".utf8)], headers: ["content-length": "3"]), "3"),
            ("a transfer coding", .plaintext("abc", headers: ["Transfer-Encoding": "chunked"]), nil),
        ] as [(String, MockResponse, String?)])
    func lengthIsSetIfTheServerWouldKnowIt(name: String, response: MockResponse, length: String?) {
        guard case .head(let head)? = plan(response).steps.first else {
            Issue.record("no head")
            return
        }
        #expect(head.headers.first { $0.key.lowercased() == "content-length" }?.value == length)
    }
}
