import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Mistakes in what gets which mock, and for how long.
@Suite struct ScopeTests {
    @Test(.httpMock(host: "api.example.com") { Path("/users") { MockResponse.json("[]") } })
    func sessionOfItsOwn() async throws {
        // says: the mock of this test
        let session = URLSession(configuration: .ephemeral)
        _ = try? await call("GET", "http://127.0.0.1:1/users", session: session)
    }

    @Test(.httpMock(host: "127.0.0.1") { Path("/users") { MockResponse.json("[]") } })
    func sessionOfItsOwnFollowed() async throws {
        _ = try? await call("GET", "http://127.0.0.1:1/users", session: HTTPMock.current.urlSession)
    }

    @Test(.httpMock(host: "127.0.0.1") { Path("/users") { MockResponse.json("[]") } })
    func sharedSession() async throws {
        // says: interceptingSharedSession: true
        _ = try? await call("GET", "http://127.0.0.1:1/users", session: .shared)
    }

    @Test(.httpMock(host: "127.0.0.1", interceptingSharedSession: true) { Path("/users") { MockResponse.json("[]") } })
    func sharedSessionFollowed() async throws {
        _ = try? await call("GET", "http://127.0.0.1:1/users", session: .shared)
    }

    @Test(.httpMock(host: "127.0.0.1") { Path("/users") { MockResponse.json("[]") } })
    func installedTooLate() async throws {
        // says: install(in:) was called at
        // says: no session created from that configuration made
        let configuration = URLSessionConfiguration.ephemeral
        let session = URLSession(configuration: configuration)
        HTTPMock.current.install(in: configuration)
        _ = try? await call("GET", "http://127.0.0.1:1/users", session: session)
    }

    @Test(.httpMock(host: "127.0.0.1") { Path("/users") { MockResponse.json("[]") } })
    func installedTooLateFollowed() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        HTTPMock.current.install(in: configuration)
        let session = URLSession(configuration: configuration)
        _ = try? await call("GET", "http://127.0.0.1:1/users", session: session)
    }

    @Test func mockOutOfScope() async throws {
        // says: the HTTPMock that this URLSession was configured for has been released
        func session() -> URLSession {
            let mock = HTTPMock()
            mock.addResponses(forPath: "/users", responses: [.json("[]", lifetime: .eternal)])
            let configuration = URLSessionConfiguration.ephemeral
            mock.install(in: configuration)
            return URLSession(configuration: configuration)
        }
        try await call("GET", "https://example.com/users", session: session())
    }

    @Test func mockOutOfScopeFollowed() async throws {
        let mock = HTTPMock()
        func session() -> URLSession {
            mock.addResponses(forPath: "/users", responses: [.json("[]", lifetime: .eternal)])
            let configuration = URLSessionConfiguration.ephemeral
            mock.install(in: configuration)
            return URLSession(configuration: configuration)
        }
        try await call("GET", "https://example.com/users", session: session())
    }

    @Test(.httpMock) func mockThatIsNotStrict() async throws {
        // says: the test made a mock with HTTPMock(), which is not strict
        let mock = HTTPMock()
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        _ = try? await call("GET", "https://example.com/user", session: mock.urlSession)
    }

    @Test(.httpMock) func mockThatIsNotStrictFollowed() async throws {
        let mock = HTTPMock.current
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        _ = try? await call("GET", "https://example.com/users", session: mock.urlSession)
    }

    @Test func noTrait() async throws {
        // says: HTTPMock.current is HTTPMock.shared in the test "noTrait()"
        // says: @Test(.httpMock)
        let mock = HTTPMock.current
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        try await call("GET", "https://example.com/users", session: mock.urlSession)
    }

    @Test(.httpMock) func noTraitFollowed() async throws {
        let mock = HTTPMock.current
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        try await call("GET", "https://example.com/users", session: mock.urlSession)
    }

    @Test(.httpMock { Path("/users") { MockResponse.json("[]") } })
    func currentInADetachedTask() async throws {
        // says: HTTPMock.current was read outside the task tree of any test
        _ = try? await Task.detached { try await call("GET", "https://example.com/users") }.value
    }

    @Test(.httpMock { Path("/users") { MockResponse.json("[]") } })
    func currentInADetachedTaskFollowed() async throws {
        let session = HTTPMock.current.urlSession
        _ = try? await Task.detached { try await call("GET", "https://example.com/users", session: session) }.value
    }

    @Test(.httpMock { Path("/users") { MockResponse.json("[]") } })
    func forgottenAwait() async throws {
        // says: has ended, so its requests are refused
        let session = HTTPMock.current.urlSession
        Task {
            try await Task.sleep(for: .milliseconds(300))
            try await call("GET", "https://example.com/users", session: session)
        }
    }

    @Test(.httpMock { Path("/users") { MockResponse.json("[]") } })
    func forgottenAwaitFollowed() async throws {
        let session = HTTPMock.current.urlSession
        Task {
            try await Task.sleep(for: .milliseconds(300))
            try await call("GET", "https://example.com/users", session: session)
        }
        try await HTTPMock.current.waitForRequest(path: "/users", timeout: .seconds(60))
    }

    /// Gives the process the time to report what happens after a test.
    @Test func later() async throws {
        try await Task.sleep(for: .seconds(2))
    }
}
