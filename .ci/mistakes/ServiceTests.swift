import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockContractTesting
import HTTPMockRecordingTesting
import HTTPMockServer
import HTTPMockTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Mistakes with ports, contracts, cassettes and sweeps.
@Suite struct ServiceTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Issues, version: "1"}
        servers: [{url: "https://api.example.com/v1"}]
        paths:
          /issues:
            get:
              responses:
                "200":
                  description: All issues
                  content:
                    application/json:
                      schema:
                        type: array
                        items:
                          type: object
                          required: [id]
                          properties: {id: {type: integer}}
        """

    private let contract: APIContract

    init() throws {
        contract = try APIContract(Data(Self.document.utf8))
    }

    @Test(.httpMock(host: "api.example.com") { Path("/issues") { MockResponse.json("[]") } })
    func noPrefixOfTheContract() async throws {
        // says: GET /issues
        // says: /v1
        HTTPMock.current.check(against: contract)
        try await call("GET", "https://api.example.com/issues")
    }

    @Test(.httpMock(host: "api.example.com") { Path("/v1/issues") { MockResponse.json("[]") } })
    func noPrefixOfTheContractFollowed() async throws {
        HTTPMock.current.check(against: contract)
        try await call("GET", "https://api.example.com/v1/issues")
    }

    @Test(.httpMock(host: "staging.example.com") { Path("/v1/issues") { MockResponse.json("[]") } })
    func contractOfAnotherHost() async throws {
        // says: nothing was checked against the contract
        HTTPMock.current.check(against: contract)
        try await call("GET", "https://staging.example.com/v1/issues")
    }

    @Test(.httpMock(host: "staging.example.com") { Path("/v1/issues") { MockResponse.json("[]") } })
    func contractOfAnotherHostFollowed() async throws {
        HTTPMock.current.check(against: contract, server: "https://staging.example.com/v1")
        try await call("GET", "https://staging.example.com/v1/issues")
    }

    @Test(
        .httpMock(host: "api.example.com") { Path("/v1/issues", method: .get) { MockResponse.json(#"[{"id":"7"}]"#) } })
    func responseThatBreaksTheContract() async throws {
        // says: a registered response breaks the contract
        // says: expected integer, got string "7"
        HTTPMock.current.check(against: contract)
        try await call("GET", "https://api.example.com/v1/issues")
    }

    @Test(.httpMock(host: "api.example.com") { Path("/v1/issues", method: .get) { MockResponse.json(#"[{"id":7}]"#) } })
    func responseThatBreaksTheContractFollowed() async throws {
        HTTPMock.current.check(against: contract)
        try await call("GET", "https://api.example.com/v1/issues")
    }

    @Test(
        .httpMock {
            Host("api.example.com") { Path("/users") { MockResponse.json("[]") } }
            Host("auth.example.com") { Path("/login") { MockResponse.json("{}") } }
        })
    func secondHostOnAPort() async throws {
        // says: baseURL(forHost: "auth.example.com")
        let server = try await HTTPMock.current.serve(as: "https://api.example.com")
        try await call("GET", "\(server.baseURL)/users", session: .shared)
        try await call("GET", "\(server.baseURL)/login", session: .shared)
    }

    @Test(
        .httpMock {
            Host("api.example.com") { Path("/users") { MockResponse.json("[]") } }
            Host("auth.example.com") { Path("/login") { MockResponse.json("{}") } }
        })
    func secondHostOnAPortFollowed() async throws {
        let server = try await HTTPMock.current.serve(as: "https://api.example.com")
        let auth = try server.baseURL(forHost: "auth.example.com")
        try await call("GET", "\(server.baseURL)/users", session: .shared)
        try await call("GET", "\(auth)/login", session: .shared)
    }

    @Test(.httpMock(host: "api.example.com") { Path("/users") { MockResponse.json("[]") } })
    func serverThatNobodyKeeps() async throws {
        // says: was released before any request
        let url = try await HTTPMock.current.serve(as: "https://api.example.com").baseURL
        _ = try? await call("GET", "\(url)/users", session: .shared)
    }

    @Test(.httpMock(host: "api.example.com") { Path("/users") { MockResponse.json("[]") } })
    func serverThatNobodyKeepsFollowed() async throws {
        let server = try await HTTPMock.current.serve(as: "https://api.example.com")
        _ = try? await call("GET", "\(server.baseURL)/users", session: .shared)
        withExtendedLifetime(server) {}
    }

    @Test(.httpMock { Host("api.example.com") { Path("/users") { MockResponse.json("[]") } } })
    func servedWithoutItsHost() async throws {
        // says: mock.serve(as: "https://api.example.com")
        let server = try await HTTPMock.current.serve()
        try await call("GET", "\(server.baseURL)/users", session: .shared)
    }

    @Test(.httpMock { Host("api.example.com") { Path("/users") { MockResponse.json("[]") } } })
    func servedWithoutItsHostFollowed() async throws {
        let server = try await HTTPMock.current.serve(as: "https://api.example.com")
        try await call("GET", "\(server.baseURL)/users", session: .shared)
    }

    @Test(.httpMock(host: "api.example.com") { Path("/users") { MockResponse.json("[]") } })
    func testEndsBeforeTheApp() async throws {
        // says: keep the server in a variable
        // says: try await mock.waitForRequest(path: "/users", timeout: .seconds(60))
        let server = try await HTTPMock.current.serve(as: "https://api.example.com")
        let url = "\(server.baseURL)/users"
        Task.detached {
            try await Task.sleep(for: .seconds(1))
            try await call("GET", url, session: .shared)
        }
    }

    @Test(.httpMock(host: "api.example.com") { Path("/users") { MockResponse.json("[]") } })
    func testEndsBeforeTheAppFollowed() async throws {
        let server = try await HTTPMock.current.serve(as: "https://api.example.com")
        let url = "\(server.baseURL)/users"
        Task.detached {
            try await Task.sleep(for: .seconds(1))
            try await call("GET", url, session: .shared)
        }
        try await HTTPMock.current.waitForRequest(path: "/users", timeout: .seconds(60))
    }

    @Test(.cassette) func cassetteThatIsNotThere() async throws {
        // says: HTTPMOCK_RECORD=missing swift test
        _ = try? await call("GET", "https://api.example.com/users")
    }

    @Test func sweepWithoutARequest() async throws {
        // says: changed nothing, because the code made no request
        try await sweepFaults {
            Path("/users") { MockResponse.json("[]") }
        } of: { _ in
            _ = try? await call("GET", "http://127.0.0.1:1/users", session: .shared)
        }
    }

    @Test func sweepWithoutARequestFollowed() async throws {
        try await sweepFaults {
            Path("/users") { MockResponse.json("[]") }
        } of: { mock in
            _ = try? await call("GET", "https://example.com/users", session: mock.urlSession)
        }
    }

    @Test func sweepThatThrowsAlways() async throws {
        // says: passed, but the code threw in every run
        try await sweepFaults {
            Path("/users") { MockResponse.json("[]") }
        } of: { mock in
            let text = try await call("GET", "https://example.com/users", session: mock.urlSession)
            let users = try JSONDecoder().decode([User].self, from: Data(text.utf8))
            #expect(users.isEmpty)
        }
    }

    @Test func sweepThatThrowsAlwaysFollowed() async throws {
        try await sweepFaults {
            Path("/users") { MockResponse.json("[]") }
        } of: { mock in
            let text = try? await call("GET", "https://example.com/users", session: mock.urlSession)
            let users = try? JSONDecoder().decode([User].self, from: Data((text ?? "").utf8))
            #expect(users == nil || users == [])
        }
    }

    @Test func race() async throws {
        // says: the code fails if responses arrive in another order
        // says: sweepOrders(only: [2, 1])
        try await sweepOrders {
            Path("/a") { MockResponse.plaintext("a") }
            Path("/b") { MockResponse.plaintext("b") }
        } of: { mock in
            let session = mock.urlSession
            let last = Last()
            async let first: Void = last.set(call("GET", "https://example.com/a", session: session))
            try await mock.waitForRequest(path: "/a")
            async let second: Void = last.set(call("GET", "https://example.com/b", session: session))
            _ = try await (first, second)
            let value = await last.value
            #expect(value == "b")
        }
    }

    @Test func raceFollowed() async throws {
        try await sweepOrders {
            Path("/a") { MockResponse.plaintext("a") }
            Path("/b") { MockResponse.plaintext("b") }
        } of: { mock in
            let session = mock.urlSession
            async let first = call("GET", "https://example.com/a", session: session)
            try await mock.waitForRequest(path: "/a")
            async let second = call("GET", "https://example.com/b", session: session)
            _ = try await first
            let last = try await second
            #expect(last == "b")
        }
    }

    private actor Last {
        var value = ""

        func set(_ value: String) {
            self.value = value
        }
    }

    @Test func sweepWithoutAVariation() async throws {
        // says: sweepResponses varied nothing
        let text = """
            openapi: 3.1.0
            info: {title: Issues, version: "1"}
            servers: [{url: "https://api.example.com"}]
            paths:
              /ping:
                get:
                  responses:
                    "200": {description: Fine, content: {application/json: {schema: {const: 1}}}}
            """
        let contract = try APIContract(Data(text.utf8))
        try await sweepResponses(of: contract) { mock in
            try await call("GET", "https://api.example.com/ping", session: mock.urlSession)
        }
    }
}
