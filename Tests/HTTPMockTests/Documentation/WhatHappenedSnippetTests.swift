import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs the documents' snippets about the log.
@Suite(.bounded) struct WhatHappenedSnippetTests {
    let mock = HTTPMock()
    let user = User(id: 7, name: "Alice")

    private func send(_ method: String, _ url: String, body: String? = nil, token: String? = nil) async throws {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        if body?.contains("=") == true {
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        _ = try await mock.data(for: request)
    }

    @Test func theLogHasEveryRequest() async throws {
        mock.registerResponses(host: "api.example.com") {
            Path("/v1/login", method: .post) { MockResponse.status(.noContent, headers: ["X-Session": "1"]) }
            Path("/v1/profile") { MockResponse.encodable(user) }
        }
        try await send("POST", "https://api.example.com/v1/login?from=start", body: #"{"user":"alice"}"#)
        try await send("GET", "https://api.example.com/v1/profile")

        #expect(mock.requests.count == 2)

        let posts = mock.requests(method: .post, host: "api.**", path: "/v1/**")
        let login = try #require(posts.first)
        #expect(login.request.queryValue("from") == "start")
        #expect(try login.request.json(as: [String: String].self) == ["user": "alice"])
        #expect(login.status == 204)
        #expect(login.responseHeaders["X-Session"] == "1")

        #expect(mock.requestSummary == "POST /v1/login?from=start\nGET /v1/profile")
        #expect(posts.count == 1)
        #expect(login.responseBody.isEmpty && login.duration != nil)
    }

    @Test func aTestWaitsForARequest() async throws {
        mock.addResponses(forPath: "/track", responses: [.status(.accepted)])
        let session = mock.urlSession
        let trackURL = try #require(URL(string: "https://example.com/track"))

        Task.detached { try await session.data(from: trackURL) }  // nobody waits for this one

        let tracked = try await mock.waitForRequest(path: "/track", timeout: .seconds(60))
        #expect(tracked.request.method == .get)
    }

    @Test func waitingForNothingFails() async throws {
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.waitForRequest(path: "/track", timeout: .milliseconds(10))
        }
        #expect(error?.message.contains("no request arrived at all") == true)
    }

    @Test func anOutcomeNamesTheSourceOfTheAnswer() async throws {
        mock.addResponses(forPath: "/users/7") {
            MockResponse.encodable(user)
            MockResponse.failure(.timedOut)
        }
        var printed: [String] = []
        func print(_ text: some CustomStringConvertible) { printed.append(text.description) }
        try await send("GET", "https://example.com/users/7")
        await #expect(throws: URLError.self) { try await send("GET", "https://example.com/users/7") }
        try await send("GET", "https://example.com/users/7")

        for record in mock.requests {
            switch record.outcome {
            case .mocked(let registration): print("answered by \(registration)")
            case .unmocked(let diagnosis): print(diagnosis)
            case .passthrough: print("answered by the network")
            case .failed(let error): print("failed with \(error)")
            case nil: print("not answered yet")
            }
        }

        #expect(printed.count == 3)
        #expect(printed.first?.hasPrefix("answered by example.com/users/7  (WhatHappenedSnippetTests.swift:") == true)
        #expect(printed[1].hasPrefix("failed with"))
        #expect(printed[2].contains("matches, but all 2 responses were already used"))
    }

    @Test func unusedResponsesAreListed() async throws {
        mock.addResponses(forPath: "/users/7") {
            MockResponse.encodable(user)
            MockResponse.empty(status: .notFound)
            MockResponse.empty(status: .badGateway).optional()
        }
        try await send("GET", "https://example.com/users/7")

        for unused in mock.unusedResponses {
            print(unused)  // example.com/users/7: 404  (UserTests.swift:31)
        }

        let unused = try #require(mock.unusedResponses.first)
        #expect(mock.unusedResponses.count == 1)
        let text = unused.description.replacing(/WhatHappenedSnippetTests\.swift:\d+/, with: "UserTests.swift:31")
        #expect(text == "example.com/users/7: 404  (UserTests.swift:31)")
    }

    @Test func aHARHasTheLogWithoutItsSecrets() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).har")
        mock.logBodyLimit = 64 * 1024
        mock.addResponses(forPath: "/login", responses: [.json(#"{"access_token":"s3cret","user":"alice"}"#)])
        try await send("POST", "https://example.com/login?api_key=s3cret", body: "password=s3cret", token: "s3cret")

        try mock.networkLogHAR().write(to: file)

        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("s3cret"))
        #expect(text.contains("Bearer REDACTED"))
        #expect(mock.requestSummary == "POST /login?api_key=REDACTED")
        #expect(mock.requests.first?.request.header("Authorization") == "Bearer s3cret")
        try FileManager.default.removeItem(at: file)
    }

    @Test func aBodyOverTheLimitIsCutInTheLog() async throws {
        mock.logBodyLimit = 4
        mock.addResponses(forPath: "/", responses: [.plaintext("12345678")])
        #expect(try await mock.urlSession.answer("https://example.com/") == "200 12345678")

        #expect(mock.requests.first?.responseBody == Data("1234".utf8))
    }
}
