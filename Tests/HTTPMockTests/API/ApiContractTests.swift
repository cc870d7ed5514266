import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Each way to spell a registration, as a user's file spells it: next to Foundation, without `@testable`.
@Suite(.bounded) struct ApiContractTests {
    private struct User: Codable, Equatable, Sendable {
        var id: Int
        var name: String
    }

    private let user = User(id: 1, name: "Alice")
    private let audit = ["entry"]
    private let flag = true

    @Test func instanceIsMadeAndConfigured() throws {
        let mock = HTTPMock()
        _ = HTTPMock(passthroughSession: .shared)
        _ = HTTPMock(clock: ManualClock())
        _ = HTTPMock(passthroughSession: nil, clock: SuspendingClock())
        let _: HTTPMock = .shared
        // Reported, because this test has no instance of its own.
        let reports = InterceptedReports(containing: "instanceIsMadeAndConfigured()")
        let _: HTTPMock = .current
        withExtendedLifetime(reports) {}
        let _: URLSession = mock.urlSession
        let _: URLSession = mock.passthroughSession
        mock.defaultDomain = "api.example.com"
        mock.unmockedPolicy = .notFound
        mock.unmockedPolicy = .mock(.empty())
        mock.unmockedPolicy = .mock(.handler { _ in .status(.badGateway) })
        mock.unmockedPolicy = .passthrough
        mock.unmockedPolicy = .throwError(URLError(.badURL))
        mock.unmockedPolicy = .fatalError
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [mock.protocolClass]
        mock.install(in: configuration)
        mock.clearQueue(forHost: "api.example.com")
        mock.clearQueues()
        mock.reset()
        #expect(mock.defaultDomain == "example.com")
    }

    @Test func imperativeRegistrationsAreSpelledAsPromised() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/user", host: "api.example.com",
            responses: [
                .encodable(User(id: 1, name: "Alice")),
                .empty(status: .notFound),
            ])
        mock.addResponses(forPath: "/user") {
            MockResponse.plaintext("first")
            if flag { MockResponse.plaintext("second") }
            for n in 1...3 { MockResponse.plaintext("\(n)") }
        }
        mock.addResponses(
            forPath: "/search", host: "api.example.com", method: .get,
            query: ["q": "swift", "tag": "a", "tag": "b"], matching: .contains,
            when: .header("Accept", "application/*"), .bearerToken("t0k3n"),
            responses: [.json(#"{"hits":[]}"#)])
        #expect(try await mock.reply("https://api.example.com/user").body == #"{"id":1,"name":"Alice"}"#)
        mock.replaceResponses(forPath: "/user", host: "api.example.com", responses: [.plaintext("recovered")])
        #expect(try await mock.reply("https://api.example.com/user").body == "recovered")
        mock.replaceResponses(forPath: "/user") { MockResponse.plaintext("anew") }
        #expect(try await mock.reply("/user").body == "anew")
        let found = try await mock.reply(
            "https://api.example.com/search?q=swift&tag=a&x=1&tag=b",
            headers: ["Accept": "application/json", "Authorization": "Bearer t0k3n"])
        #expect(found.body == #"{"hits":[]}"#)
    }

    @Test func declarativeRegistrationsAreSpelledAsPromised() async throws {
        let mock = HTTPMock()
        mock.registerResponses {
            Host("api.example.com") {
                Headers(["X-Env": "Test"], cascade: true)

                Path("/user") {
                    MockResponse.encodable(user)
                    MockResponse.empty(status: .notFound)
                }
                Path("/login", method: .post, when: .json(["user": "alice"])) {
                    MockResponse.status(.noContent)
                }
                Path("/search", query: ["q": "swift"], matching: .contains) {
                    MockResponse.plaintext("ok")
                }
                Path("/admin") {
                    Headers(["X-Env": "AdminOnly"], cascade: false)
                    MockResponse.empty(status: .unauthorized)
                    Path("/audit") { MockResponse.encodable(audit) }
                }
            }
        }
        mock.registerResponses(host: "api.example.com") { Path("/more") { MockResponse.plaintext("more") } }
        mock.registerResponses { Path("/default") { MockResponse.plaintext("default") } }

        let login = try await mock.reply(
            "https://api.example.com/login", method: "POST", body: #"{ "user" : "alice" }"#)
        #expect(login.status == 204)
        let admin = try await mock.reply("https://api.example.com/admin")
        #expect((admin.status, admin.headers["X-Env"]) == (401, "AdminOnly"))
        let audited = try await mock.reply("https://api.example.com/admin/audit")
        #expect((audited.body, audited.headers["X-Env"]) == (#"["entry"]"#, "Test"))
        #expect(try await mock.reply("https://api.example.com/more").body == "more")
        #expect(try await mock.reply("/default").body == "default")
    }

    @Test(arguments: [0, 1, 2])
    func buildersAcceptControlFlow(kind: Int) async throws {
        let mock = HTTPMock()
        let hosts = ["a.example.com", "b.example.com"].map { name in
            Host(name) { Path("/array") { MockResponse.plaintext(name) } }
        }
        let paths = [Path("/one") { MockResponse.plaintext("one") }, Path("/two") { MockResponse.plaintext("two") }]
        let responses: [MockResponse] = [.plaintext("x"), .plaintext("y")]
        mock.registerResponses {
            hosts
            if kind == 0 {
                Host("zero.example.com") { Path("/") { MockResponse.plaintext("0") } }
            } else {
                Path("/else") { MockResponse.plaintext("else") }
            }
            switch kind {
            case 0: Path("/switch") { MockResponse.plaintext("zero") }
            case 1: Path("/switch") { MockResponse.plaintext("one") }
            default: Host("switch.example.com") { Path("/switch") { MockResponse.plaintext("other") } }
            }
            if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
                Path("/available") { MockResponse.plaintext("available") }
            }
            for number in 1...2 {
                Path("/for/\(number)") { MockResponse.plaintext("\(number)") }
            }
            paths
            Host("c.example.com") {
                if kind > 0 { Headers(["X-Kind": "\(kind)"]) }
                for path in ["/p", "/q"] {
                    Path(path) {
                        if kind == 0 {
                            MockResponse.plaintext("none")
                        } else {
                            Headers(["X-Path": path])
                            responses
                        }
                        switch kind {
                        case 2: Path("/nested") { MockResponse.plaintext("nested") }
                        default: MockResponse.plaintext("last")
                        }
                        if #available(macOS 13, *) { MockResponse.plaintext("available") }
                    }
                }
                [Path("/r") { MockResponse.plaintext("r") }]
            }
        }
        #expect(try await mock.reply("https://b.example.com/array").body == "b.example.com")
        #expect(try await mock.reply(kind == 0 ? "https://zero.example.com" : "/else").status == 200)
        #expect(try await mock.reply(kind == 2 ? "https://switch.example.com/switch" : "/switch").status == 200)
        #expect(try await mock.reply("/available").body == "available")
        #expect(try await mock.reply("/for/2").body == "2")
        #expect(try await mock.reply("/two").body == "two")
        let first = try await mock.reply("https://c.example.com/q")
        #expect(first.body == (kind == 0 ? "none" : "x"))
        #expect(first.headers["X-Path"] == (kind == 0 ? nil : "/q"))
        #expect(first.headers["X-Kind"] == (kind == 0 ? nil : "\(kind)"))
        #expect(try await mock.reply("https://c.example.com/r").body == "r")
    }

    @Test func queriesAcceptLiteralsAndVariables() {
        let mock = HTTPMock()
        let page = 2
        let name: String? = "x"
        let queries: [Query] = [
            ["tag": "a", "tag": "b"], ["page": page], ["page": 2], ["flag": nil], ["flag": ""], [:],
            ["page": Query.any], ["name": name], Query(["a": "b"]), Query([URLQueryItem(name: "a", value: nil)]),
        ]
        for query in queries {
            mock.addResponses(forPath: "/q", query: query, responses: [.empty()])
            mock.addResponses(forPath: "/q", query: query, matching: .contains, responses: [.empty()])
        }
        mock.addResponses(forPath: "/q", method: "PURGE", query: nil, responses: [.empty()])
    }

    @Test func conditionsAreSpelledAsPromised() {
        let mock = HTTPMock()
        struct Login: Encodable { var user: String, tags: [String] }
        let conditions: [RequestCondition] = [
            .header("X-Trace"), .header("Accept", "application/*"), .bearerToken("t0k3n"),
            .basicAuth(user: "alice", password: "pw"), .scheme("https"), .body(Data("x".utf8)), .body(containing: "x"),
            .json(["user": "alice"]), .json(Login(user: "alice", tags: [])), .json([1, 2]), .json("text"), .json(1),
            .json(containing: ["user": "alice"]), .json(containing: Login(user: "alice", tags: ["a"])),
            .form(["user": "alice"]), .where("is small") { $0.body.count < 10 },
            .where("is small", { (request: MockRequest) in request.body.count < 10 }), .graphQL(operation: "Me"),
            .not(.header("X-Debug")), .any(of: .scheme("http"), .scheme("https")), .any(of: [.scheme("http")]),
            .all(of: .scheme("http"), .not(.header("X"))), .all(of: [.scheme("http")]),
        ]
        for condition in conditions {
            #expect(!condition.description.isEmpty)
            mock.addResponses(forPath: "/c", when: condition, responses: [.empty()])
        }
        mock.registerResponses {
            Path("/c", method: .put, when: .scheme("https"), .not(.any(of: .header("A"), .header("B")))) {
                MockResponse.empty()
            }
        }
    }

    @Test func jsonAcceptsLiteralsOfMixedTypes() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/mixed", method: .post, when: .json(["id": 1, "name": "x", "tags": [1, "a", nil, true, 1.5]]),
            responses: [.plaintext("equal")])
        mock.addResponses(
            forPath: "/mixed", method: .post, when: .json(containing: ["id": 2, "name": nil]),
            responses: [.plaintext("containing")])
        let equal = try await mock.reply(
            "/mixed", method: "POST", body: #"{"tags":[1.0,"a",null,true,15e-1],"name":"x","id":1}"#)
        #expect(equal.body == "equal")
        let containing = try await mock.reply("/mixed", method: "POST", body: #"{"more":[],"name":null,"id":2}"#)
        #expect(containing.body == "containing")
    }

    @Test func responsesAreSpelledAsPromised() throws {
        let url = try #require(URL(string: "https://example.com/next"))
        let gate = ResponseGate()
        let error: any Error = URLError(.badURL)
        let pieces = AsyncStream<Data> { $0.finish() }
        let responses: [MockResponse] = [
            .encodable(user),
            .encodable(user, status: .created, lifetime: .multiple(2), delivery: .instant, headers: ["A": "b"]),
            .encodable(user, jsonEncoder: JSONEncoder()), .encodable(user, jsonEncoder: .mockDefault),
            .dictionary(["a": 1, "b": ["c", 2.5, true] as [Any]]),
            .dictionary(["a": 1], status: .ok, lifetime: .single, delivery: .instant, headers: [:]),
            .json("{}"), .json("{}", status: .ok, lifetime: .eternal, delivery: .delayed(1), headers: [:]),
            .plaintext("x"), .plaintext("x", status: 418), .html("<p>"), .html("<p>", status: .ok, lifetime: .single),
            .data(Data(), contentType: "image/png"),
            .data(Data(), status: .ok, lifetime: .single, delivery: .instant, headers: [:], contentType: "a/b"),
            .image(Data()), .image(Data(), status: .ok, lifetime: .single, delivery: .instant, headers: [:]),
            .file(named: "a", extension: "json", in: .main), .file(named: "a.json"),
            .file(named: "a", extension: "json", in: .main, status: .ok, contentType: "a/b"),
            .file(url: url), .file(url: url, contentType: nil), .file(url: url, contentType: "a/b"),
            .empty(status: .notFound), .empty(), .status(.noContent), .status(204), .status(.other(418)),
            .status(.ok, lifetime: .single, delivery: .instant, headers: [:]),
            .redirect(to: "/next"), .redirect(to: url), .redirect(to: url, status: .movedPermanently),
            .redirect(to: "../next", status: .found, lifetime: .single, delivery: .instant, headers: [:]),
            .failure(.timedOut), .failure(.timedOut, lifetime: .multiple(2), delivery: .delayed(0.1)),
            .failure(error), .failure(URLError(.badURL)), .failure(error, lifetime: .eternal, delivery: .instant),
            .handler { _ in .empty() },
            .handler { (request: MockRequest) async throws -> MockResponse in
                try await Task.sleep(for: .zero)
                return .plaintext(request.path)
            },
            .handler(lifetime: .eternal, delivery: .instant) { _ in throw URLError(.badURL) },
            .handler { request in request.callCount == 1 ? .status(.serviceUnavailable) : .plaintext("ok") },
            .stream([Data(), Data()], every: .seconds(1)), .stream([Data()]), .stream(pieces),
            .events([ServerSentEvent(data: "x")], every: .milliseconds(10)),
            .events([ServerSentEvent(id: nil, event: nil, data: "…", retry: nil), .init(data: "y")]),
            .passthrough, .passthrough(lifetime: .single),
            MockResponse.plaintext("x").optional().addingHeader("Set-Cookie", "a=1").addingHeader("Set-Cookie", "b=2"),
        ]
        #expect(responses.allSatisfy { $0.lifetime != .multiple(3) })

        let deliveries: [MockResponse.Delivery] = [
            .instant, .delayed(0.5), .delayed(1), .delayed(.seconds(1)), .delayed(0.1...0.5, seed: 42),
            .throttled(bytesPerSecond: 1000), .chunked(size: 9, every: .seconds(1)),
            .failing(.networkConnectionLost, afterBytes: 10), .never, .held(gate),
            .chunked(size: 9, every: .seconds(1)).after(.seconds(2)), .held(gate).after(2),
            .never.after(.seconds(1)), .throttled(bytesPerSecond: 10).after(0.5),
        ]
        #expect(deliveries.count == 14)

        let statuses: [MockResponse.Status] = [.tooManyRequests, .unavailableForLegalReasons, .other(451), 451]
        #expect(Set(statuses).count == 2)
        #expect(MockResponse.Status(503).code == 503)
        #expect(MockResponse.Status.serviceUnavailable == 503)
    }

    @Test func statusIsANumberToo() {
        let (code, url) = (503, URL(fileURLWithPath: "/a.json"))
        let responses: [MockResponse] = [
            .status(code), .status(code, lifetime: .eternal), .empty(status: code), .encodable(user, status: code),
            .encodable(user, status: code, jsonEncoder: .mockDefault), .dictionary(["a": 1], status: code),
            .json("{}", status: code), .plaintext("x", status: code), .html("x", status: code),
            .data(Data(), status: code, contentType: "a/b"), .image(Data(), status: code),
            .file(named: "a.json", status: code), .file(url: url, status: code),
            .redirect(to: "/x", status: code), .redirect(to: url, status: code), .stream([Data()], status: code),
            .stream(AsyncStream<Data> { $0.finish() }, status: code), .events([], status: code),
        ]
        #expect(responses.allSatisfy { $0.status == 503 })
        let others: [MockResponse] = [
            .status(flag ? 200 : 404), .empty(status: flag ? .ok : .notFound), .empty(status: .other(200)),
            .status(MockResponse.Status(200)),
        ]
        #expect(others.allSatisfy { $0.status == .ok })
        #expect([200, 404].map { .status($0) }.map(\MockResponse.status) == [.ok, .notFound])
        #expect([MockResponse.Status.ok, 404].map { MockResponse.empty(status: $0) }.map(\.status.code) == [200, 404])
    }

    @Test func overridesAreSpelledAsPromised() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/**", priority: 1) {
            MockResponse.status(.serviceUnavailable, lifetime: .eternal)
        }
        mock.addResponses(
            forPath: "/a", host: "example.com", method: .get, query: ["a": "1"], matching: .contains, priority: 2,
            when: .header("Accept"), responses: [.plaintext("a")])
        mock.replaceResponses(
            forPath: "/a", host: "example.com", method: .get, query: ["a": "1"], matching: .contains, priority: 2,
            when: .header("Accept"), responses: [.plaintext("b")])
        mock.replaceResponses(forPath: "/b", priority: 3) { MockResponse.plaintext("b") }
        mock.removeResponses(
            forPath: "/a", host: "example.com", method: .get, query: ["a": "1"], matching: .contains,
            when: .header("Accept"))
        mock.removeResponses(forPath: "/**")
        mock.replaceResponses(forPath: "/b", priority: 3, responses: [])
        let url = try #require(URL(string: "https://example.com/c"))
        mock.addResponses(forURL: url, method: .get, priority: 1, when: .header("A"), responses: [.empty()])
        mock.addResponses(forURL: "https://example.com/c", method: .get, priority: 1, when: .header("A")) {
            MockResponse.empty()
        }
        mock.replaceResponses(forURL: url, method: .get, priority: 1, when: .header("A"), responses: [.empty()])
        mock.removeResponses(forURL: url, method: .get, when: .header("A"))
        mock.registerResponses {
            Path("/d", method: .get, query: ["a": "1"], matching: .exact, priority: 1, when: .header("A")) {
                MockResponse.empty()
            }
            Path("/e", method: .get, priority: 1, responses: [.empty()])
        }
        mock.removeResponses(forURL: "https://example.com/e", method: .get)
        #expect(mock.registrationProblems.isEmpty)
    }

    @Test func patternsInJSONAndFormsAreSpelledAsPromised() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/orders", method: .post, when: .json(["id": .any, "name": .matching("A*")]),
            responses: [.handler { .plaintext($0.formValue("a") ?? "") }])
        mock.addResponses(
            forPath: "/orders", method: .post, when: .json(containing: ["id": .matching("ord_*")]),
            responses: [.handler { .plaintext($0.formValues("a").joined()) }])
        let body = #"{"id":"ord_1","name":"Alice"}"#
        #expect(try await mock.reply("/orders", method: "POST", body: body).status == 200)
        let record = try #require(mock.requests(.post, "/orders").first)
        let _: HTTPMock.HTTPMethod = record.method
        let _: (URL, String, Data, String) = (record.url, record.path, record.body, record.bodyString)
        let _: (HTTPMock.HeaderFields, String?) = (record.headers, record.header("A"))
        let _: ([URLQueryItem], String?, String?) = (record.form, record.formValue("a"), record.queryValue("a"))
        #expect(try record.json(as: [String: String].self)["name"] == "Alice")
    }

    @Test func registrationByURLIsSpelledAsPromised() async throws {
        let mock = HTTPMock()
        let url = try #require(URL(string: "https://api.example.com/search?q=swift"))
        mock.addResponses(forURL: "https://api.example.com/search?q=swift", method: .get, responses: [.json("[]")])
        mock.addResponses(forURL: url, when: .header("Accept")) { MockResponse.empty() }
        mock.replaceResponses(forURL: url, responses: [.empty()])
        mock.replaceResponses(forURL: "https://api.example.com/users/{id}") { MockResponse.empty() }
        #expect(mock.registrationProblems.isEmpty)
    }

    @Test func arrayOfResponsesIsSpelledAsPromised() async throws {
        let reports = InterceptedReports(containing: "/path-with-an-empty-array")
        let mock = HTTPMock()
        mock.registerResponses {
            Host("api.example.com") {
                Path("/login", method: .post, when: .json(["user": "alice"]), responses: [.status(.noContent)])
                Path("/path-with-an-empty-array", responses: [])
            }
        }
        #expect(mock.registrationProblems.count == 1)
        #expect(reports.texts.count == 1)
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com/login")))
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"user":"alice"}"#.utf8)
        _ = try await mock.data(for: request)
        struct Login: Decodable { var user: String }
        #expect(try mock.request(.post, "/login").json(as: Login.self).user == "alice")
        #expect(mock.requests(.post, "/v1/**").isEmpty)
        try await mock.waitForRequest(.post, "/login")
    }

    @Test func diagnosisAndRegistrationNameTheSourceLocation() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/users/{id}", host: "api.example.com", method: .post, responses: [.empty()], line: 7)
        let url = try #require(URL(string: "https://api.example.com/users/7"))
        _ = try await mock.data(for: URLRequest(url: url))
        guard case .unmocked(let diagnosis) = mock.requests.first?.outcome else {
            Issue.record("the request was not unmocked")
            return
        }
        #expect("\(diagnosis)".contains("(ApiContractTests.swift:7)"))
        let registration = try #require(mock.unusedResponses.first).registration
        #expect(registration.route == "POST api.example.com/users/{id}")
        #expect(registration.line == 7)
        #expect(registration.fileID == #fileID)
    }
}
