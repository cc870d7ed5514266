import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RecordedRequestTests {
    private let mock = HTTPMock()

    private func request(_ method: String = "GET", _ address: String) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        return request
    }

    @Test func recordDescribesTheWholeRequest() async throws {
        mock.addResponses(
            forPath: "/users/{id}", host: "api.example.com", method: .put,
            responses: [.plaintext("hello", status: .created, headers: ["X-A": "1"])], line: 14)
        var request = try request("PUT", "https://api.example.com/users/7")
        request.httpBody = Data("body".utf8)
        let before = Date()
        _ = try await mock.data(for: request)

        let record = try #require(mock.requests.first)
        #expect(record.request.bodyString == "body")
        #expect(
            "\(record.outcome, default: "")"
                == "mocked by PUT api.example.com/users/{id}  (RecordedRequestTests.swift:14)"
        )
        #expect(record.status == 201)
        #expect(record.responseHeaders["X-A"] == "1")
        #expect(record.responseBody == Data("hello".utf8))
        #expect(record.start >= before && record.start <= Date())
        #expect(try #require(record.duration) > .zero)
        #expect(
            "\(record)"
                == "PUT https://api.example.com/users/7: 201, mocked by PUT api.example.com/users/{id}  "
                + "(RecordedRequestTests.swift:14)")
    }

    @Test func recordForwardsToItsRequest() async throws {
        var request = try request("PUT", "https://api.example.com/users/7?page=2")
        request.httpBody = Data("name=Alice".utf8)
        request.setValue("1", forHTTPHeaderField: "X-One")
        _ = try await mock.data(for: request)
        request.httpBody = Data(#"{"id":7}"#.utf8)
        _ = try await mock.data(for: request)

        let record = try #require(mock.requests.first)
        #expect(record.method == .put)
        #expect(record.url.absoluteString == "https://api.example.com/users/7?page=2")
        #expect(record.path == "/users/7")
        #expect(record.headers["x-one"] == "1")
        #expect(record.header("x-one") == "1")
        #expect(record.body == Data("name=Alice".utf8))
        #expect(record.bodyString == "name=Alice")
        #expect(record.form.map(\.name) == ["name"])
        #expect(record.formValue("name") == "Alice")
        #expect(record.queryValue("page") == "2")
        #expect(try mock.requests[1].json(as: [String: Int].self) == ["id": 7])
    }

    @Test func requestIsRecordedOnArrivalWithoutAnOutcome() async throws {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/held", responses: [.plaintext("x", delivery: .held(gate))])
        let request = try request("GET", "https://example.com/held")
        async let answer = mock.data(for: request)
        await gate.reached()
        let record = try #require(mock.requests.first)
        #expect(record.outcome == nil)
        #expect(record.duration == nil)
        #expect(record.status == nil)
        #expect("\(record)" == "GET https://example.com/held: not answered yet")
        gate.open()
        _ = try await answer
        #expect(mock.requests.first?.outcome != nil)
    }

    @Test func cancelledRequestFailed() async throws {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/held", responses: [.plaintext("x", delivery: .held(gate))])
        let request = try request("GET", "https://example.com/held?token=t0k3n")
        let done = Observed(false)
        let task = mock.urlSession.dataTask(with: request) { _, _, _ in done.change { $0 = true } }
        task.resume()
        await gate.reached()
        task.cancel()
        await done.wait { $0 }
        let record = try #require(mock.requests.first)
        #expect("\(record.outcome, default: "")" == "failed: URLError -999")
        #expect(record.duration != nil)
    }

    @Test(arguments: [
        UnmockedPolicy.notFound, .mock(.empty()), .throwError(URLError(.notConnectedToInternet)),
        .mock(.handler { _ in .empty() }), .mock(.failure(.timedOut)),
    ])
    func unmockedRequestKeepsItsDiagnosisWhateverThePolicy(policy: UnmockedPolicy) async throws {
        mock.unmockedPolicy = policy
        // The policy that throws writes the diagnosis to standard error.
        let reports = InterceptedReports(containing: "https://example.com/whatever-the-policy")
        defer { withExtendedLifetime(reports) {} }
        _ = try? await mock.data(for: request("GET", "https://example.com/whatever-the-policy"))
        let outcome = try #require(mock.requests.first?.outcome)
        #expect(
            "\(outcome)".hasPrefix("unmocked: HTTPMock: no response for GET https://example.com/whatever-the-policy\n"))
        #expect(mock.requests.first?.duration != nil)
    }

    @Test func everyPassedThroughRequestHasThatOutcome() async throws {
        let server = LoopbackServer { _ in .text("real") }
        let address = server.url().absoluteString
        mock.addResponses(forPath: "/response", host: "**", responses: [.passthrough(lifetime: .single)])
        mock.addResponses(forPath: "/handler", host: "**", responses: [.handler { _ in .passthrough }])
        mock.unmockedPolicy = .passthrough
        for path in ["response", "handler", "policy"] {
            _ = try await mock.data(for: request("GET", "\(address)\(path)"))
        }
        #expect(mock.requests.map { "\($0.outcome, default: "")" } == Array(repeating: "passed through", count: 3))
        #expect(mock.requests.map(\.status) == [200, 200, 200])
        #expect(mock.requests.map(\.responseBody) == Array(repeating: Data("real".utf8), count: 3))
    }

    @Test func eachHopOfARedirectIsARequestOfItsOwn() async throws {
        let server = LoopbackServer { request in
            request.path == "/b" ? .redirect(to: "/c", status: 307) : .text("end")
        }
        mock.addResponses(forPath: "/a", responses: [.redirect(to: server.url("/b"))])
        mock.unmockedPolicy = .passthrough
        _ = try await mock.data(for: request("GET", "https://example.com/a"))
        #expect(mock.requestSummary == "GET /a\nGET /b\nGET /c")
        #expect(mock.requests.map(\.status) == [302, 307, 200])
        #expect(mock.requests.map { $0.duration != nil } == [true, true, true])
        let outcomes = mock.requests.map { "\($0.outcome, default: "")" }
        #expect(outcomes[0].hasPrefix("mocked by example.com/a"))
        #expect(outcomes[1...] == ["passed through", "passed through"])
    }

    @Test func summaryHasALineForEachRequestWithSecretsMasked() async throws {
        for (method, address) in [
            ("POST", "https://a.com/auth/phone"), ("GET", "https://b.com"), ("GET", "https://b.com/s?q=a%20b&token=t"),
            ("PURGE", "http://b.com/%2F?"), ("GET", "https://b.com/a;token=abc/b%20c?x=1"),
        ] { _ = try await mock.data(for: request(method, address)) }
        #expect(
            mock.requestSummary == """
                POST /auth/phone
                GET /
                GET /s?q=a%20b&token=REDACTED
                PURGE /%2F?
                GET /a;token=REDACTED/b%20c?x=1
                """)
        mock.reset()
        #expect(mock.requestSummary.isEmpty)
    }

    @Test func requestsAreFilteredByMethodHostAndPath() async throws {
        for (method, address) in [
            ("POST", "https://api.a.com/v1/x"), ("GET", "https://api.a.com/v1/y/z"), ("POST", "https://b.com/v1/x"),
        ] { _ = try await mock.data(for: request(method, address)) }
        #expect(mock.requests(method: .post, host: "api.*", path: "/v1/**").isEmpty)
        #expect(mock.requests(method: .post, host: "api.**", path: "/v1/**").map(\.request.path) == ["/v1/x"])
        #expect(mock.requests(path: "/v1/*").count == 2)
        #expect(mock.requests(method: .get).count == 1)
        #expect(mock.requests().count == 3)
        #expect(mock.requests(path: "/a?b").isEmpty)
    }

    @Test func unusedResponsesAreTheRemainingOnes() async throws {
        mock.addResponses(
            forPath: "/a", responses: [.plaintext("1"), .empty(status: .notFound), .plaintext("o").optional()], line: 3)
        mock.addResponses(forPath: "/e", responses: [.plaintext("e", lifetime: .eternal)], line: 4)
        mock.addResponses(forPath: "/m", responses: [.plaintext("m", lifetime: .multiple(3))], line: 5)
        mock.addResponses(
            forPath: "/f", responses: [.failure(URLError(.timedOut)), .handler { _ in .empty() }], line: 6)
        for path in ["a", "m"] { _ = try await mock.data(for: request("GET", "https://example.com/\(path)")) }
        #expect(
            mock.unusedResponses.map(\.description) == [
                "example.com/a: 404  (RecordedRequestTests.swift:3)",
                "example.com/e: 200  (RecordedRequestTests.swift:4)",
                "example.com/m: 200, served 1 of 3 times  (RecordedRequestTests.swift:5)",
                "example.com/f: failure URLError -1001  (RecordedRequestTests.swift:6)",
                "example.com/f: handler  (RecordedRequestTests.swift:6)",
            ])
        _ = try await mock.data(for: request("GET", "https://example.com/e"))
        #expect(!mock.unusedResponses.contains { $0.description.contains("/e") })
    }

    @Test func dumpsShowNoSecret() async throws {
        mock.addResponses(
            forPath: "/a",
            responses: [.json(#"{"access_token":"s3cret","name":"Ann"}"#, headers: ["Set-Cookie": "a=s3cret"])])
        var request = try request("POST", "https://example.com/a?token=s3cret")
        request.setValue("Bearer s3cret", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"password":"s3cret","city":"Rome"}"#.utf8)
        _ = try await mock.data(for: request)
        let record = try #require(mock.requests.first)
        for value: Any in [mock, record, record.request, record.responseHeaders] {
            var text = ""
            dump(value, to: &text)
            #expect(!text.contains("s3cret"))
            #expect(text.contains("REDACTED"))
        }
        var text = ""
        dump(record, to: &text)
        #expect(text.contains("Ann") && text.contains("Rome") && text.contains("mocked by example.com/a"))
    }

    @Test func bodyLimitIsSettable() async throws {
        mock.logBodyLimit = 3
        mock.addResponses(forPath: "/a", responses: [.plaintext("12345")])
        var request = try request("POST", "https://example.com/a")
        request.httpBody = Data("abcdef".utf8)
        let (data, _) = try await mock.data(for: request)
        #expect(data == Data("12345".utf8))
        #expect(mock.requests[0].request.body == Data("abc".utf8))
        #expect(mock.requests[0].responseBody == Data("123".utf8))
    }
}
