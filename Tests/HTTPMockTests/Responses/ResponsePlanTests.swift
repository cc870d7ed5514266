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
        let registered = RegisteredResponse(response, of: .unmockedPolicy, isRegistered: true)
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
        #expect(steps(.failure(.badURL, delivery: .delayed(.seconds(1)))) == ["wait", "fail"])
    }

    @Test func seedsNextToEachOtherHaveNoDelayInCommon() {
        let seeds: ClosedRange<UInt64> = 1...3
        let delays = seeds.flatMap { seed in
            (0..<100).map { SplitMix64.draw(0...1_000, seed: seed, number: $0) }
        }
        #expect(Set(delays).count == 300)
    }

    @Test func chunkedBodyIsOneStepHoweverManyChunksItHas() {
        let body = Data(count: 1_000_000)
        #expect(steps(.data(body, delivery: .chunked(size: 1, every: .zero))) == ["head", "chunks", "finish"])
        #expect(steps(.data(body, delivery: .failing(.badURL, afterBytes: 3))) == ["head", "chunks", "fail"])
    }

    @Test func fileIsOpenedBeforeItsHeadIsKnown() {
        #expect(steps(.file(url: URL(filePath: "/nowhere"))) == ["openFile"])
    }

    @Test(arguments: [204, 304] as [MockResponse.Status])
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

@Suite(.bounded) struct TimeoutsTests {
    @Test(arguments: [
        (nil as Duration?, nil as Duration?, nil as Duration?), (.seconds(5), nil, .seconds(7)),
        (nil, .seconds(5), .seconds(5)), (.seconds(5), .seconds(9), .seconds(7)),
        (.seconds(9), .seconds(5), .seconds(5)),
    ])
    func deadlineIsTheEarlierOfBoth(idle: Duration?, total: Duration?, expected: Duration?) {
        let timeouts = Timeouts(idle: idle, total: total)
        #expect(timeouts.deadline(lastActivity: .seconds(2)) == expected)
    }

    @Test(
        arguments: [
            (Duration.zero, 0), (.seconds(-1), 0), (.nanoseconds(1), 1), (.seconds(2), 2_000_000_000),
            (.seconds(Int64.max), nil), (.seconds(-Int64.max), 0), (.seconds(9_223_372_036) + .milliseconds(999), nil),
            (.seconds(Int64.max) * 2, nil),
        ] as [(Duration, Int?)])
    func durationIsCountedAsDispatchCan(duration: Duration, nanoseconds: Int?) {
        #expect(duration.dispatchInterval == nanoseconds.map { .nanoseconds($0) } ?? .never)
    }
}

@Suite(.bounded) struct ResponseHeadersTests {
    private let mock = HTTPMock()

    @Test func lengthOfACodedBodyIsNotThatOfTheBytes() {
        #expect(ResponseHeaders(["Content-Length": "9"], contentLength: 3).givenLength == 9)
        for coding in ["Content-Encoding", "Transfer-Encoding"] {
            let headers = ResponseHeaders(["Content-Length": "9", coding: "gzip"], contentLength: 3)
            #expect(headers.givenLength == nil)
        }
    }

    @Test func everyRequestOfOneResponseGetsAResponseWithItsOwnURL() async throws {
        mock.addResponses(
            forPath: "/users/*", host: "api.example.com",
            responses: [.json("[]", status: .created, lifetime: .eternal, headers: ["X-Kind": "user"])])
        // Repeated and alternating, so that shared and new response objects follow each other.
        for path in ["/users/1", "/users/1", "/users/2", "/users/1", "/users/2"] {
            let url = try #require(URL(string: "https://api.example.com\(path)"))
            let response = try #require(try await mock.urlSession.data(from: url).1 as? HTTPURLResponse)
            #expect(response.url == url)
            #expect(response.statusCode == 201)
            #expect(response.value(forHTTPHeaderField: "X-Kind") == "user")
        }
    }

    @Test func responseObjectIsSharedOnlyForOneURLAndStatus() throws {
        let headers = ResponseHeaders(["X-Kind": "user"], contentLength: nil)
        let first = try #require(URL(string: "https://api.example.com/1"))
        let second = try #require(URL(string: "https://api.example.com/2"))
        func response(_ url: URL, _ status: Int) -> HTTPURLResponse? {
            headers.response(for: url, status: status)
        }

        let shared = try #require(response(first, 200))
        #expect(response(first, 200) === shared)
        #expect(response(second, 200)?.url == second)
        #expect(response(second, 404)?.statusCode == 404)
        #expect(response(first, 200) !== shared)
    }
}
