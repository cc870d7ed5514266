import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs the README's snippets.
@Suite(.bounded) struct ReadmeTests {
    let mock = HTTPMock()
    let user = User(id: 7, name: "Alice")

    func answer(_ url: String, method: String = "GET") async throws -> String {
        try await mock.urlSession.answer(url, method: method)
    }

    @Test func registersATree() async throws {
        mock.registerResponses {
            Host("api.example.com") {
                Path("/users") {
                    MockResponse.json("[]")
                    Path("/{id}") {
                        MockResponse.encodable(User(id: 7, name: "Alice"))
                        MockResponse.empty(status: .notFound)
                    }
                }
            }
        }

        #expect(try await answer("https://api.example.com/users") == "200 []")
        #expect(try await answer("https://api.example.com/users/7") == #"200 {"id":7,"name":"Alice"}"#)
        #expect(try await answer("https://api.example.com/users/7") == "404 ")
    }

    @Test func aSessionIsInjected() async throws {
        let mock = HTTPMock()
        let client = UserClient(session: mock.urlSession)

        mock.addResponses(forPath: "/users/7", host: "api.example.com", responses: [.encodable(user)])
        #expect(try await client.user(7) == user)
    }

    @Test func aConfigurationOfTheUserIsAnswered() async throws {
        final class Delegate: NSObject, URLSessionDelegate {}
        let delegate = Delegate()

        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["User-Agent": "App/1.0"]
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)

        mock.addResponses(forPath: "/user", responses: [.plaintext("hello")])
        #expect(try await session.answer("https://example.com/user") == "200 hello")
        session.finishTasksAndInvalidate()
    }

    @Test func aSessionOfTheUserFailsOnceItsMockIsReleased() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        do {
            let mock = HTTPMock()
            mock.install(in: configuration)
        }
        let session = URLSession(configuration: configuration)

        await #expect(throws: HTTPMockError.self) { try await session.answer("https://example.com/user") }
    }

    @Test func clearsAndResets() async throws {
        mock.addResponses(forPath: "/a", host: "api.example.com", responses: [.empty(lifetime: .eternal)])
        mock.addResponses(forPath: "/a", host: "*.example.com", responses: [.plaintext("any", lifetime: .eternal)])

        mock.clearQueue(forHost: "api.example.com")
        #expect(try await answer("https://api.example.com/a") == "200 any")

        mock.clearQueues()
        #expect(try await answer("https://api.example.com/a").hasPrefix("404 No mock for"))

        mock.defaultDomain = "api.example.com"
        mock.unmockedPolicy = .mock(.empty())
        mock.reset()
        #expect(mock.defaultDomain == "example.com")
        let request = URLRequest(url: URL(string: "https://api.example.com/a")!)
        #expect(try await (mock.data(for: request).1 as? HTTPURLResponse)?.statusCode == 404)
    }

    @Test func answersInTheOrderOfTheQueue() async throws {
        mock.addResponses(
            forPath: "/user", host: "api.example.com",
            responses: [
                .encodable(user),
                .empty(status: .notFound),
            ])

        #expect(try await answer("https://api.example.com/user") == #"200 {"id":7,"name":"Alice"}"#)
        #expect(try await answer("https://api.example.com/user") == "404 ")
    }

    @Test func buildsAQueueWithConditionsAndLoops() async throws {
        let isLoggedIn = true
        mock.addResponses(forPath: "/user", host: "api.example.com") {
            MockResponse.plaintext("first")
            if isLoggedIn { MockResponse.plaintext("second") }
            for n in 3...5 { MockResponse.plaintext("\(n)") }
        }

        for expected in ["first", "second", "3", "4", "5"] {
            #expect(try await answer("https://api.example.com/user") == "200 \(expected)")
        }
    }

    @Test func theDefaultDomainReplacesAMissingHost() async throws {
        mock.defaultDomain = "api.example.com"
        mock.addResponses(forPath: "/user", responses: [.encodable(user)])

        #expect(try await answer("https://api.example.com/user") == #"200 {"id":7,"name":"Alice"}"#)
    }

    @Test func replacesWhatIsStillQueued() async throws {
        mock.addResponses(forPath: "/user", host: "api.example.com", responses: [.empty(status: .badGateway)])

        mock.replaceResponses(forPath: "/user", host: "api.example.com", responses: [.plaintext("recovered")])

        #expect(try await answer("https://api.example.com/user") == "200 recovered")
    }

    @Test func registersHostsAndPathsOfTheDefaultDomain() async throws {
        let audit = ["entries": 3]
        let logo = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

        mock.registerResponses {
            Host("api.example.com") {
                Path("/admin") {
                    MockResponse.empty(status: .unauthorized)
                    Path("/audit") { MockResponse.encodable(audit) }  // /admin/audit
                }
                Path("/login", method: .post) { MockResponse.status(.noContent) }
            }
            Path("/health") { MockResponse.plaintext("fine") }  // defaultDomain
        }
        mock.registerResponses(host: "cdn.example.com") {
            Path("/logo.png") { MockResponse.image(logo) }
        }

        #expect(try await answer("https://api.example.com/admin") == "401 ")
        #expect(try await answer("https://api.example.com/admin/audit") == #"200 {"entries":3}"#)
        #expect(try await answer("https://api.example.com/login", method: "POST") == "204 ")
        #expect(try await answer("https://example.com/health") == "200 fine")
        #expect(
            try await mock.urlSession.header("Content-Type", of: "https://cdn.example.com/logo.png") == "image/png")
    }

    @Test func handsHeadersDown() async throws {
        mock.registerResponses(host: "api.example.com") {
            Headers(["X-Env": "Test"])  // every path of the host
            Path("/admin") {
                Headers(["X-Role": "Admin"], cascade: true)  // this path and those below it
                Headers(["X-Page": "Overview"])  // this path only
                MockResponse.plaintext("overview", headers: ["X-Env": "Staging"])
                Path("/audit") { MockResponse.plaintext("audit") }
            }
        }

        let (_, overview) = try await mock.urlSession.data(from: URL(string: "https://api.example.com/admin")!)
        let (_, audit) = try await mock.urlSession.data(from: URL(string: "https://api.example.com/admin/audit")!)
        let names = ["X-Env", "X-Role", "X-Page", "Content-Type"]
        #expect(
            names.map { (overview as? HTTPURLResponse)?.value(forHTTPHeaderField: $0) }
                == ["Staging", "Admin", "Overview", "text/plain"])
        #expect(
            names.map { (audit as? HTTPURLResponse)?.value(forHTTPHeaderField: $0) }
                == ["Test", "Admin", nil, "text/plain"])
    }

    @Test func addsASecondValueForAHeader() async throws {
        let response = MockResponse.empty()
            .addingHeader("Set-Cookie", "a=1")
            .addingHeader("Set-Cookie", "b=2")

        mock.addResponses(forPath: "/", responses: [response])
        #expect(try await answer("https://example.com/") == "200 ")
        let cookies = mock.urlSession.configuration.httpCookieStorage?.cookies ?? []
        #expect(Set(cookies.map(\.name)) == ["a", "b"])
    }

    @Test func wildcardsMatchSegmentsAndPartsOfSegments() async throws {
        mock.registerResponses {
            Host("**.example.com") {
                Path("/api/**") { MockResponse.empty(status: .serviceUnavailable, lifetime: .eternal) }
                Path("/users/{id}") { MockResponse.json(#"{"id":1}"#, lifetime: .eternal) }
            }
            Host("localhost:8080") {
                Path("**") { MockResponse.plaintext("any path, on this port") }
            }
        }

        for url in ["https://example.com/api", "https://a.b.example.com/api/v1/users"] {
            #expect(try await answer(url) == "503 ")
        }
        #expect(try await answer("https://example.com/users/7") == #"200 {"id":1}"#)
        #expect(try await answer("http://localhost:8081/").hasPrefix("404 No mock for localhost:8081/"))
        #expect(try await answer("http://localhost:8080/a/b") == "200 any path, on this port")
    }

    @Test(arguments: [
        ("/users/*.json", "/users/7.json", true), ("/users/*.json", "/users/7/a.json", false),
        ("/api/**/data", "/api/data", true), ("/api/**/data", "/api/v1/x/data", true),
        ("/api/**/data", "/api/data/x", false), ("/users/{id}", "/users/7", true),
        ("/users/{id}", "/users/7/posts", false), ("/a", "/a/", false), ("/%2A", "/*", true), ("/%2A", "/b", false),
        ("/a/b", "/a%2Fb", false),
    ])
    func aPatternMatchesAPath(pattern: String, path: String, isMatch: Bool) async throws {
        mock.addResponses(forPath: pattern, responses: [.plaintext("taken")])

        #expect(try await answer("https://EXAMPLE.com:444\(path)").hasPrefix("200") == isMatch)
    }

    @Test func onlyTheWinnersQueueServes() async throws {
        mock.addResponses(forPath: "/users/*", responses: [.plaintext("any", lifetime: .eternal)])
        mock.addResponses(forPath: "/users/me", responses: [.plaintext("me")])

        #expect(try await answer("https://example.com/users/me") == "200 me")
        let second = try await answer("https://example.com/users/me")
        #expect(second.hasPrefix("404 No mock for example.com/users/me"))
        #expect(second.contains("its only response was already used"))
    }

    @Test func aQueryDistinguishesRequests() async throws {
        mock.addResponses(forPath: "/search", query: ["q": "swift", "page": 2], responses: [.json("[2]")])
        mock.addResponses(
            forPath: "/search", query: ["tag": "a", "tag": "b"], matching: .contains, responses: [.json(#"["a","b"]"#)])
        mock.addResponses(forPath: "/search", query: ["q": Query.any], responses: [.json("[]", lifetime: .eternal)])

        #expect(try await answer("https://example.com/search?page=2&q=swift") == "200 [2]")
        #expect(try await answer("https://example.com/search?tag=b&x=1&tag=a") == #"200 ["a","b"]"#)
        #expect(try await answer("https://example.com/search?q=c%2B%2B") == "200 []")
        #expect(try await answer("https://example.com/search?q=a&page=1").hasPrefix("404"))
    }

    @Test(
        arguments: [
            ([:], "", true), ([:], "?a", false), (["flag": nil], "?flag", true), (["flag": nil], "?flag=", false),
            (["flag": ""], "?flag=", true), (["page": Query.any], "?page", true), (["page": Query.any], "?page=", true),
            (["page": Query.any], "?page=7", true), (["page": Query.any], "", false),
            (["a": "1+1"], "?a=1+1", true), (["a": "1 1"], "?a=1+1", false),
            (Query(["a": "b"]), "?a=b", true), (Query([URLQueryItem(name: "a", value: nil)]), "?a", true),
        ] as [(Query, String, Bool)])
    func anExactQueryMatches(query: Query, suffix: String, isMatch: Bool) async throws {
        mock.addResponses(forPath: "/", query: query, responses: [.plaintext("taken")])

        #expect(try await answer("https://example.com/\(suffix)").hasPrefix("200") == isMatch)
    }

    @Test func aMethodIsANameOrAnyText() async throws {
        mock.addResponses(forPath: "/files/1", method: .delete, responses: [.status(.noContent)])
        mock.addResponses(forPath: "/files", method: "PROPFIND", responses: [.empty(status: .multiStatus)])

        #expect(try await answer("https://example.com/files/1").hasPrefix("404"))
        #expect(try await answer("https://example.com/files/1", method: "DELETE") == "204 ")
        #expect(try await answer("https://example.com/files", method: "PROPFIND") == "207 ")
    }

    @Test func aStatusIsANameOrANumber() async throws {
        let created = MockResponse.encodable(user, status: .created, headers: ["Location": "/users/7"])
        let teapot = MockResponse.plaintext("short and stout", status: 418)
        let page = MockResponse.html("<h1>Maintenance</h1>", status: .serviceUnavailable, lifetime: .eternal)

        mock.addResponses(forPath: "/", responses: [created, teapot, page])
        #expect(try await answer("https://example.com/") == #"201 {"id":7,"name":"Alice"}"#)
        #expect(try await answer("https://example.com/") == "418 short and stout")
        #expect(try await answer("https://example.com/") == "503 <h1>Maintenance</h1>")
    }

    @Test func aResponseAnswersSeveralRequests() async throws {
        mock.addResponses(forPath: "/job") {
            MockResponse.json(#"{"state":"running"}"#, lifetime: .multiple(2))
            MockResponse.json(#"{"state":"done"}"#, lifetime: .eternal)
        }

        for state in ["running", "running", "done", "done", "done"] {
            #expect(try await answer("https://example.com/job") == #"200 {"state":"\#(state)"}"#)
        }
    }

    @Test func aDelayRunsOnTheMocksClock() async throws {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(
            forPath: "/slow",
            responses: [
                .plaintext("half a second", delivery: .delayed(0.5)),
                .plaintext("two seconds", delivery: .delayed(.seconds(2))),
            ])

        for (seconds, expected) in [(0.5, "200 half a second"), (2, "200 two seconds")] {
            async let answer = mock.urlSession.answer("https://example.com/slow")
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(seconds))
            #expect(try await answer == expected)
        }
    }

    @Test func aRequestFailsAsRegistered() async throws {
        enum MyError: Error { case broken }
        mock.addResponses(forPath: "/user") {
            MockResponse.failure(.notConnectedToInternet)
            MockResponse.failure(MyError.broken)
        }

        let error = await #expect(throws: URLError.self) { try await answer("https://example.com/user") }
        #expect(error?.code == .notConnectedToInternet)
        #expect(error?.failingURL?.absoluteString == "https://example.com/user")
        await #expect(throws: MyError.broken) { try await answer("https://example.com/user") }
    }

    @Test func followsRedirectsAndCarriesFiles() async throws {
        let oldURL = URL(string: "https://api.example.com/old")!
        let fileURL = URL(string: "https://api.example.com/file")!
        var putRequest = URLRequest(url: URL(string: "https://api.example.com/upload")!)
        putRequest.httpMethod = "PUT"

        mock.registerResponses(host: "api.example.com") {
            Path("/old") { MockResponse.redirect(to: "/new", status: .permanentRedirect) }
            Path("/new") { MockResponse.plaintext("here") }
            Path("/file") { MockResponse.data(Data(count: 1_000)) }
            Path("/upload", method: .put) { MockResponse.status(.created) }
        }
        let (text, response) = try await mock.urlSession.data(from: oldURL)
        let (file, _) = try await mock.urlSession.download(from: fileURL)
        let (_, answer) = try await mock.urlSession.upload(for: putRequest, from: Data("body".utf8))

        #expect(String(decoding: text, as: UTF8.self) == "here")
        #expect(response.url?.path == "/new")
        #expect(try Data(contentsOf: file).count == 1_000)
        #expect((answer as? HTTPURLResponse)?.statusCode == 201)
        try FileManager.default.removeItem(at: file)
    }

    @Test func anUnexpectedRequestIsAnError() async throws {
        let reports = InterceptedReports(containing: "no response for GET https://example.com/\n")
        defer { withExtendedLifetime(reports) {} }
        struct UnexpectedRequest: Error {}
        mock.unmockedPolicy = .throwError(UnexpectedRequest())

        await #expect(throws: UnexpectedRequest.self) { try await answer("https://example.com/") }
    }

    @Test func letsARegisteredPathThrough() async throws {
        mock.registerResponses {
            Host("api.example.com") {
                Path("/user") { MockResponse.encodable(user) }
                Path("/status") { MockResponse.passthrough }
            }
        }
        mock.unmockedPolicy = .passthrough

        let server = LoopbackServer { _ in LoopbackResponse(body: Data("from the network".utf8)) }
        defer { server.stop() }
        #expect(try await answer("https://api.example.com/user") == #"200 {"id":7,"name":"Alice"}"#)
        #expect(try await answer("http://127.0.0.1:\(server.port)/") == "200 from the network")
    }

    @Suite struct UserTests {
        let mock = HTTPMock()

        @Test func aMissingUserIsAnError() async throws {
            mock.addResponses(forPath: "/users/7", host: "api.example.com", responses: [.empty(status: .notFound)])
            let client = UserClient(session: mock.urlSession)

            await #expect(throws: UserClient.Failure.status(404)) { try await client.user(7) }
        }
    }

    @Test func aMissingFileFailsItsRequest() async throws {
        mock.addResponses(forPath: "/forecast", responses: [.file(named: "no-such-file", extension: "json")])

        let error = await #expect(throws: HTTPMockError.self) { try await answer("https://example.com/forecast") }
        #expect(error?.message.contains(#"there is no file "no-such-file.json""#) == true)
    }

    @Test func theTextOfA404IsTheOneShown() async throws {
        mock.addResponses(
            forPath: "/users/*", host: "api.example.com", method: .get, query: ["page": "1"], responses: [.empty()])
        let text = try await answer("https://api.example.com/users/7?page=2")

        let shown = text.dropFirst("404 ".count).replacing(/GuideTests\.swift:\d+/, with: "UserTests.swift:14")
        let isShown = try Documents.page("UnmockedRequests", shows: "```text\n\(shown)```\n")
        #expect(isShown, "the page shows another text than\n\(shown)")
    }
}
