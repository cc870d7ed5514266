import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The promises of the documents about many threads.
///
/// The thread sanitizer runs this suite as well.
@Suite(.bounded) struct PromiseRaceTests {
    @Test func manyRequestsShareOneQueue() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/token", responses: (1...40).map { .plaintext("\($0)") })

        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...100 {
                group.addTask { try await mock.urlSession.answer("https://example.com/token") }
            }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }

        let served = answers.filter { $0.hasPrefix("200 ") }
        #expect(Set(served) == Set((1...40).map { "200 \($0)" }))
        #expect(served.count == 40)
        #expect(answers.filter { $0.hasPrefix("404 ") }.count == 60)
    }

    @Test func everyMemberMayBeCalledFromAnyThread() async throws {
        let mock = HTTPMock()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask {
                    mock.addResponses(forPath: "/\(number)", responses: [.empty(lifetime: .eternal)])
                    _ = try await mock.urlSession.answer("https://example.com/\(number)")
                }
                group.addTask { mock.registerResponses { Path("/tree/\(number)") { MockResponse.empty() } } }
                group.addTask { mock.replaceResponses(forPath: "/shared", responses: [.plaintext("\(number)")]) }
                group.addTask { mock.clearQueue(forHost: "host\(number).example.com") }
                group.addTask { mock.unmockedPolicy = number.isMultiple(of: 2) ? .notFound : .mock(.empty()) }
                group.addTask { mock.defaultDomain = "example.com" }
                group.addTask { _ = (mock.protocolClass, mock.passthroughSession, mock.unmockedPolicy) }
            }
            try await group.waitForAll()
        }
        for number in 1...20 {
            #expect(try await mock.urlSession.answer("https://example.com/\(number)") == "200 ")
        }
    }

    @Test func instancesShareNothing() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { try await Self.useOneInstance(number) }
            }
            try await group.waitForAll()
        }
    }

    private static func useOneInstance(_ number: Int) async throws {
        let mock = HTTPMock()
        let cookie = ["Set-Cookie": "n=\(number); Path=/"]
        mock.addResponses(forPath: "/n", host: "h.example", responses: [.plaintext("\(number)", headers: cookie)])
        mock.unmockedPolicy = .mock(.plaintext("none of \(number)"))
        for text in ["\(number)", "none of \(number)"] {
            #expect(try await HTTPReply.get("https://h.example/n", from: mock.urlSession).text == text)
        }
        #expect(mock.requests.map { $0.request.cookies } == [[:], ["n": "\(number)"]])
    }

    @Test func cancellingAsTheAnswerArrivesIsSafe() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.plaintext("here", lifetime: .eternal)])

        for _ in 1...100 {
            let asking = Task { try await mock.urlSession.answer("https://example.com/") }
            await Task.yield()
            asking.cancel()
            switch await asking.result {
            case .success(let answer): #expect(answer == "200 here")
            case .failure(let error): #expect((error as? URLError)?.code == .cancelled)
            }
        }
    }
}
