import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An instance's data reaches neither another instance nor the disk.
@Suite(.bounded) struct IsolationTests {
    @Test func cookiesOfAnInstalledConfigurationStayPrivate() async throws {
        let name = "sid-\(UUID().uuidString)"
        let field = "\(name)=abc; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT"
        let (first, second) = (HTTPMock(), HTTPMock())
        for mock in [first, second] {
            mock.addResponses(forPath: "/a", responses: [.empty(lifetime: .eternal, headers: ["Set-Cookie": field])])
        }
        func session(_ mock: HTTPMock) -> URLSession {
            let configuration = URLSessionConfiguration.default
            mock.install(in: configuration)
            return URLSession(configuration: configuration)
        }
        let (one, other) = (session(first), session(second))
        for _ in 0..<2 { _ = try await one.data(for: .example("/a")) }
        _ = try await other.data(for: .example("/a"))
        #expect(first.requests.map { $0.request.cookies[name] } == [nil, "abc"])
        #expect(second.requests.map { $0.request.cookies[name] } == [nil])
        #expect(HTTPCookieStorage.shared.cookies?.contains { $0.name == name } != true)
    }

    @Test func storageThatTheUserSetIsKept() throws {
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let configuration = URLSessionConfiguration.default
        configuration.httpCookieStorage = storage
        HTTPMock().install(in: configuration)
        #expect(configuration.httpCookieStorage === storage)
    }

    @Test func invalidatedSessionKeepsWorking() async throws {
        // Nobody advances the clock, so that no request times out on a loaded machine.
        let mock = HTTPMock(clock: ManualClock())
        mock.addResponses(forPath: "/a", responses: [.plaintext("answer", lifetime: .eternal)])
        mock.addResponses(forPath: "/never", responses: [.plaintext("", delivery: .never)])
        let session = mock.urlSession
        session.finishTasksAndInvalidate()
        #expect(try await mock.reply("/a").body == "answer")
        let task = session.dataTask(with: .example("/never"))
        task.resume()
        try await mock.waitForRequest(path: "/never", timeout: .seconds(600))
        session.invalidateAndCancel()
        #expect(await eventually { task.state == .completed })
        #expect((task.error as? URLError)?.code == .cancelled)
        #expect(try await session.data(for: .example("/a")).0 == Data("answer".utf8))
    }

    @Test func noInstanceAnswersAnothersSession() async throws {
        var mock: HTTPMock? = HTTPMock()
        let configuration = try #require(mock?.urlSession.configuration)
        mock = nil
        let session = URLSession(configuration: configuration)
        let others = (0..<200).map { _ in HTTPMock.answering("a stranger") }
        for other in others { _ = other.urlSession }
        let error = await #expect(throws: HTTPMockError.self) { try await session.data(for: .example("/a")) }
        #expect(error?.message.contains("has been released") == true)
        #expect(others.allSatisfy { $0.requests.isEmpty })
    }
}
