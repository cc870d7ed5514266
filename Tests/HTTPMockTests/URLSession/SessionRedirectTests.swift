import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The redirect rules that the session adds to those of a single response.
@Suite(.bounded) struct SessionRedirectTests {
    private let mock = HTTPMock()

    private func session(_ delegate: (any URLSessionDelegate)? = nil) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer session", "X-Session": "1"]
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    private func register(_ target: String) {
        mock.addResponses(forPath: "/a", responses: [.redirect(to: target)])
        mock.addResponses(forPath: "/b", host: "*.example", responses: [.empty()])
    }

    @Test func redirectToAnotherOriginKeepsTheFieldsOfTheSession() async throws {
        register("https://other.example/b")
        _ = try await session().data(for: .example("/a"))
        let next = try #require(mock.requests.last)
        #expect(next.request.header("Authorization") == "Bearer session")
        #expect(next.request.header("X-Session") == "1")
    }

    @Test func redirectToAnotherOriginDropsTheRequestsOwnAuthorization() async throws {
        register("https://other.example/b")
        _ = try await session().data(for: .example("/a", headers: ["Authorization": "Bearer own", "X-Own": "2"]))
        #expect(mock.requests[0].request.header("Authorization") == "Bearer own")
        #expect(mock.requests[1].request.header("Authorization") == "Bearer session")
        #expect(mock.requests[1].request.header("X-Own") == "2")
    }

    private final class Delegate: NSObject, URLSessionTaskDelegate {
        let fields = Observed<[[String: String]]>([])

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            fields.change { $0.append(request.allHTTPHeaderFields ?? [:]) }
            completionHandler(request)
        }
    }

    @Test func delegateGetsTheRequestsOwnFieldsOnly() async throws {
        register("https://other.example/b")
        let delegate = Delegate()
        _ = try await session(delegate).data(for: .example("/a", headers: ["X-Own": "2"]))
        #expect(delegate.fields.value == [["X-Own": "2"]])
        #expect(mock.requests[1].request.header("X-Session") == "1")
    }

    /// Follows a redirect with another request than the one offered.
    private final class ReplacingDelegate: NSObject, URLSessionTaskDelegate {
        private let makeStream: @Sendable () -> InputStream?

        init(_ makeStream: @escaping @Sendable () -> InputStream?) {
            self.makeStream = makeStream
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            var other = request
            other.httpMethod = "POST"
            other.httpBodyStream = makeStream()
            completionHandler(other)
        }
    }

    @Test(arguments: ["the body", ""])
    func bodyStreamOfADelegatesRequestIsRead(text: String) async throws {
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "https://other.example/b")])
        mock.addResponses(
            forPath: "/b", host: "*.example", when: .body(Data(text.utf8)), responses: [.plaintext("read")])
        let delegate = ReplacingDelegate { InputStream(data: Data(text.utf8)) }
        let (data, _) = try await session(delegate).data(for: .example("/a"))
        #expect(String(decoding: data, as: UTF8.self) == "read")
        #expect(mock.requests.map { $0.request.method } == [.get, .post])
        #expect(mock.requests.last?.request.body == Data(text.utf8))
    }

    @Test func bodyStreamOfADelegatesRequestThatCannotBeReadFailsTheRequest() async throws {
        register("https://other.example/b")
        let delegate = ReplacingDelegate { InputStream(fileAtPath: "/no such file") }
        let code = await urlErrorCode { try await session(delegate).data(for: .example("/a")) }
        #expect(code == .requestBodyStreamExhausted)
        #expect(mock.requests.map { $0.request.path } == ["/a", "/b"])
    }

    @Test(arguments: ["myapp://callback", "file:///etc/hosts"])
    func redirectToAnUnsupportedSchemeFails(target: String) async throws {
        register(target)
        #expect(await urlErrorCode { try await session().data(for: .example("/a")) } == .unsupportedURL)
        #expect(mock.requests.count == 1)
    }

    @Test func installedSessionKeepsTheStoredCookies() throws {
        let name = "kept\(UUID().uuidString.prefix(8))"
        let cookie = try #require(
            HTTPCookie(properties: [.name: name, .value: "1", .domain: "install.example", .path: "/"]))
        HTTPCookieStorage.shared.setCookie(cookie)
        defer { HTTPCookieStorage.shared.deleteCookie(cookie) }
        let configuration = URLSessionConfiguration.default
        mock.install(in: configuration)
        #expect(configuration.httpCookieStorage !== HTTPCookieStorage.shared)
        #expect(configuration.httpCookieStorage?.cookies?.contains { $0.name == name } == true)
    }
}
