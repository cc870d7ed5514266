import Foundation
import HTTPMock
import HTTPMockServer
import HTTPMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Mistakes in the way a test and the code under test use the mock.
@Suite(.bounded) struct ScopeMistakeTests {
    /// Serialized, because each list of requests names the test.
    @Test(.serialized, arguments: mistakes) func misuseLeadsToItsFix(mistake: Mistake) async {
        await mistake.check()
    }

    #if compiler(>=6.3)
        private static let warning = 1
    #else
        /// Warnings are printed on standard error.
        private static let warning = 0
    #endif

    static let mistakes: [Mistake] = [
        Mistake(
            "one of two sessions is not injected", says: "a response was never used",
            "127.0.0.1:1/b: 200  (ScopeMistakeTests.swift:4)", "GET http://127.0.0.1:1/a: 200"
        ) {
            HTTPMock.current.addResponses(forPath: "/a", host: "127.0.0.1:1", responses: [.json("[]")], line: 3)
            HTTPMock.current.addResponses(forPath: "/b", host: "127.0.0.1:1", responses: [.json("[]")], line: 4)
            try await send("http://127.0.0.1:1/a")
            _ = try? await send("http://127.0.0.1:1/b", through: URLSession(configuration: .ephemeral))
        },
        Mistake(
            "a count", says: "GET /a was expected 2 times, but arrived once", "GET https://a.com/a"
        ) {
            HTTPMock.current.addResponses(
                forPath: "/a", host: "a.com", responses: [.json("[]", lifetime: .eternal)], line: 3)
            try await send("https://a.com/a")
            HTTPMock.current.verify(.get, "/a", times: 2, line: 5)
        },
        Mistake(
            "a path in verify", says: "GET /user was expected once, but never arrived",
            #"path is "/users", expected "/user""#
        ) {
            HTTPMock.current.addResponses(
                forPath: "/users", host: "a.com", responses: [.json("[]", lifetime: .eternal)], line: 3)
            try await send("https://a.com/users")
            HTTPMock.current.verify(.get, "/user", times: 1, line: 5)
        },
        Mistake(
            "an order", says: "GET /a did not arrive after GET /b", "it arrived only earlier"
        ) {
            HTTPMock.current.addResponses(
                forPath: "/**", host: "a.com", responses: [.json("[]", lifetime: .eternal)], line: 3)
            for path in ["a", "b"] { try await send("https://a.com/\(path)") }
            HTTPMock.current.verifyInOrder(["GET /b", "GET /a"], line: 5)
        },
        Mistake(
            "a list of requests", says: "the requests differ from the expected ones", "− POST /b", "+ GET /b"
        ) {
            HTTPMock.current.addResponses(
                forPath: "/**", host: "a.com", responses: [.json("[]", lifetime: .eternal)], line: 3)
            for path in ["a", "b"] { try await send("https://a.com/\(path)") }
            HTTPMock.current.expectRequests { "GET /a\nPOST /b" }
        },
        Mistake(
            "a wait for a request that is never made", issues: 0,
            says: "POST /track did not arrive within 0.01 seconds", "GET https://a.com/trak"
        ) {
            HTTPMock.current.addResponses(
                forPath: "/**", host: "a.com", responses: [.json("[]", lifetime: .eternal)], line: 3)
            try await send("https://a.com/trak")
            try await HTTPMock.current.waitForRequest(.post, "/track", timeout: .milliseconds(10))
        },
        Mistake(
            "the only request of several", issues: 0,
            says: "POST /login arrived 2 times. To fix this, use requests(_:_:), or narrow the filter."
        ) {
            HTTPMock.current.addResponses(
                forPath: "/**", host: "a.com", responses: [.json("[]", lifetime: .eternal)], line: 3)
            for _ in 0..<2 { try await send("https://a.com/login", method: "POST") }
            _ = try HTTPMock.current.request(.post, "/login")
        },
        Mistake(
            "a port without the origin of its mocks",
            says: #"path matches; host is "example.com", expected "api.example.com""#,
            #"To fix this, serve as that host: mock.serve(as: "https://api.example.com"), or register:"#
        ) {
            HTTPMock.current.addResponses(forPath: "/a", host: "api.example.com", responses: [.json("[]")], line: 3)
            let server = try await HTTPMock.current.serve()
            try await send("\(server.baseURL.absoluteString)/a", through: URLSession(configuration: .ephemeral))
            withExtendedLifetime(server) {}
        },
        Mistake(
            "a WebSocket", issues: 0, says: "requests a WebSocket (Upgrade: websocket), which can't be mocked",
            "To fix this, import HTTPMockServer, register MockResponse.webSocket"
        ) {
            HTTPMock.current.addResponses(
                forPath: "/ws", host: "a.com", responses: [.status(200).optional()], line: 3)
            try await send("https://a.com/ws", headers: ["Upgrade": "websocket", "Connection": "Upgrade"])
        },
        Mistake(
            "a cancelled task", issues: 0,
            says:
                "GET https://a.com/a: failed: URLError -999 (cancelled), mocked by a.com/a  (ScopeMistakeTests.swift:3)"
        ) {
            HTTPMock.current.addResponses(
                forPath: "/a", host: "a.com", responses: [.json("[]", delivery: .never)], line: 3)
            let task = Task { try await send("https://a.com/a") }
            try await HTTPMock.current.waitForRequest(path: "/a")
            task.cancel()
            _ = try await task.value
        },
        Mistake(
            "a mock in a sweep that is the test's", says: "no request reached the mock of this sweep",
            "use the mock that the closure receives, and not the test's: of: { mock in Client(session: mock.urlSession) }"
        ) {
            let mock = HTTPMock.current
            mock.addResponses(forPath: "/a", host: "a.com", responses: [.json("[]", lifetime: .eternal)], line: 3)
            try await sweepFaults {
                Host("a.com") { Path("/a") { MockResponse.json("[]") } }
            } of: { _ in
                _ = try? await send("https://a.com/a", through: mock.urlSession)
            }
        },
        Mistake(
            "a mock that was released", issues: 0, says: "has been released",
            "To fix this, keep the instance for as long as its protocolClass is used"
        ) {
            let configuration = URLSessionConfiguration.ephemeral
            do {
                let mock = HTTPMock()
                mock.addResponses(forPath: "/a", host: "a.com", responses: [.json("[]")], line: 3)
                mock.install(in: configuration)
            }
            try await send("https://a.com/a", through: URLSession(configuration: configuration))
        },
        Mistake(
            "a mock that is not strict", issues: warning, reporting: "not-strict.example",
            says: "no response for GET https://not-strict.example/users",
            #"Did you mean "/users"? Change "/user" at ScopeMistakeTests.swift:3."#, "The client got a 404",
            "To make the test fail, write @Test(.httpMock)"
        ) {
            let mock = HTTPMock()
            mock.addResponses(forPath: "/user", host: "not-strict.example", responses: [.json("[]")], line: 3)
            try await send("https://not-strict.example/users", through: mock.urlSession)
        },
        Mistake(
            "another test resets the shared mock", issues: warning, reporting: "reset.example",
            says: "no response for GET https://reset.example/user",
            "nothing is registered any more: clearQueues() or reset() removed 1 registration, perhaps in another test"
        ) {
            let mock = HTTPMock()
            mock.addResponses(forPath: "/user", host: "reset.example", responses: [.json("[]")], line: 3)
            mock.clearQueues()
            try await send("https://reset.example/user", through: mock.urlSession)
        },
    ]
}
