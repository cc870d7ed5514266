import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct UnmockedDiagnosisTests {
    private let mock = HTTPMock()
    // Kept from standard error, because the tests provoke them.
    private let reports = InterceptedReports(containing: "(UnmockedDiagnosisTests.swift:")

    /// The diagnosis of a request that is made now.
    private func diagnosis(
        _ method: String = "GET", _ address: String, body: String? = nil, headers: [String: String] = [:]
    ) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        _ = try? await mock.data(for: request)
        guard case .unmocked(let diagnosis) = mock.requests.last?.outcome else { return "not unmocked" }
        return "\(diagnosis)"
    }

    private func add(
        _ path: String, host: String = "api.example.com", method: HTTPMock.HTTPMethod? = nil, query: Query? = nil,
        matching: HTTPMock.QueryMatching = .exact, when condition: RequestCondition? = nil,
        responses: [MockResponse] = [.empty()], line: UInt
    ) {
        if let condition {
            mock.addResponses(
                forPath: path, host: host, method: method, query: query, matching: matching, when: condition,
                responses: responses, line: line)
        } else {
            mock.addResponses(
                forPath: path, host: host, method: method, query: query, matching: matching, responses: responses,
                line: line)
        }
    }

    @Test(arguments: [("http", "The client got a 404, "), ("ftp", "The client got a URLError, ")])
    func reportOfAMockThatIsNotStrictSaysWhatTheClientGot(scheme: String, answer: String) async throws {
        let address = "\(scheme)://loose-mock.example/users"
        let reports = InterceptedReports(containing: address)

        _ = try await diagnosis("GET", address)

        #expect(reports.texts.count == 1)
        let text = try #require(reports.texts.first)
        #expect(text.contains(answer))
        #expect(text.contains("made with HTTPMock(), or is HTTPMock.shared."))
    }

    @Test func nearestRegistrationsAreComparedPartByPart() async throws {
        add("/users/*", method: .get, query: ["page": "1"], line: 1)
        add("/users/7", host: "www.example.com", line: 2)
        add("/users/7", method: .post, line: 3)
        add("/posts/7/comments", host: "other.com", line: 4)

        #expect(
            try await diagnosis("GET", "https://api.example.com/users/7?page=2") == """
                HTTPMock: no response for GET https://api.example.com/users/7?page=2
                  nearest: GET api.example.com/users/*?page=1  (UnmockedDiagnosisTests.swift:1)
                    host, method and path match; query item page is "2", expected "1"
                  then: POST api.example.com/users/7  (UnmockedDiagnosisTests.swift:3)
                    host and path match; method is GET, expected POST
                  then: www.example.com/users/7  (UnmockedDiagnosisTests.swift:2)
                    path matches; host is "api.example.com", expected "www.example.com"
                  Did you mean ["page": "2"]? Change the query ["page": "1"] at UnmockedDiagnosisTests.swift:1.
                """)
    }

    @Test func nothingRegisteredHasItsOwnText() async throws {
        #expect(
            try await diagnosis("GET", "https://api.example.com/users").hasPrefix(
                """
                HTTPMock: no response for GET https://api.example.com/users
                  nothing is registered
                  To fix this, register:
                """))
    }

    @Test(arguments: [(1, "its only response was"), (3, "all 3 responses were")])
    func queueThatRanOutTellsHowOftenItServed(count: Int, text: String) async throws {
        add("/spent", responses: Array(repeating: .empty(), count: count), line: 7)
        for _ in 0..<count { _ = try await diagnosis("GET", "https://api.example.com/spent") }
        #expect(
            try await diagnosis("GET", "https://api.example.com/spent") == """
                HTTPMock: no response for GET https://api.example.com/spent
                  nearest: api.example.com/spent  (UnmockedDiagnosisTests.swift:7)
                    matches, but \(text) already used
                  To fix this, give a response the lifetime .eternal, or queue another:
                    mock.addResponses(forPath: "/spent", host: "api.example.com", responses: [.empty()])
                """)
    }

    /// No literal has a value that is not UTF-8.
    @Test func queueThatRanOutForAQueryWithoutALiteralIsToBeRefilledWhereItStands() async throws {
        mock.addResponses(forURL: "https://api.example.com/spent?q=%FF", responses: [.empty()], line: 7)
        _ = try await diagnosis("GET", "https://api.example.com/spent?q=%FF")
        #expect(
            try await diagnosis("GET", "https://api.example.com/spent?q=%FF").hasSuffix(
                """
                    matches, but its only response was already used
                  To fix this, give a response at UnmockedDiagnosisTests.swift:7 the lifetime .eternal, or queue another there.
                """))
    }

    @Test func queueThatRanOutUnderAnUnspeakableConditionIsToBeRefilledWhereItStands() async throws {
        add("/spent", when: .where("it is Monday") { _ in true }, line: 7)
        _ = try await diagnosis("GET", "https://api.example.com/spent")
        #expect(
            try await diagnosis("GET", "https://api.example.com/spent") == """
                HTTPMock: no response for GET https://api.example.com/spent
                  nearest: api.example.com/spent  (UnmockedDiagnosisTests.swift:7)
                    matches, but its only response was already used
                  To fix this, give a response at UnmockedDiagnosisTests.swift:7 the lifetime .eternal, or queue another there.
                """)
    }

    @Test(arguments: [
        ("/users/7/x", "/users/*", #"path goes on with "/x", expected no more"#),
        ("/users", "/users/{id}/posts", #"path ends before "/{id}/posts""#),
        ("/users/", "/users", #"path is "/users/", expected "/users" (trailing slash)"#),
        ("/users", "/users/", #"path is "/users", expected "/users/" (trailing slash)"#),
        ("/users/7", "/posts/8", #"path segment 1 is "users", expected "posts"; path segment 2 is "7", expected "8""#),
        ("/a/b%2Fc", "/a/b%2Fd", #"path segment 2 is "b%2Fc", expected "b%2Fd""#),
        ("/a/b/c", "/x/c", #"path is "/a/b/c", expected "/x/c""#),
        ("/a/b", "/x/**", #"path is "/a/b", expected "/x/**""#),
        ("/A", "/a", #"path segment 1 is "A", expected "a""#),
    ])
    func pathsAreComparedSegmentBySegment(path: String, pattern: String, reason: String) async throws {
        add(pattern, line: 1)
        let text = try await diagnosis("GET", "https://api.example.com\(path)")
        #expect(text.contains("\n    host matches; \(reason)\n"))
    }

    @Test(arguments: [
        ("https://api.example.com:8080/a", "api.example.com:9090", "port is 8080, expected 9090"),
        ("https://api.example.com/a", "api.example.com:80", "port is 443, expected 80"),
        ("https://[::1]:8080/a", "[::2]", #"host is "[::1]:8080", expected "[::2]""#),
        ("myapp://open/a", "open:1", "port is none, expected 1"),
    ])
    func hostsAndPortsAreCompared(address: String, host: String, reason: String) async throws {
        add("/a", host: host, line: 1)
        #expect(try await diagnosis("GET", address).contains("\n    path matches; \(reason)\n"))
    }

    @Test func queriesAreComparedItemByItem() async throws {
        add("/s", query: ["a": "1", "b": nil, "c": Query.any, "d": ""], line: 1)
        let text = try await diagnosis("GET", "https://api.example.com/s?a=2&b=&d&e=5")
        #expect(
            text.contains(
                #"""
                    host and path match; query item a is "2", expected "1"; \#
                query item b is "", expected without a value; query item c is missing, expected with any value; \#
                query item d is without a value, expected ""; query item e is "5", expected no such item

                """#))
    }

    @Test func conditionsEachHaveTheirReason() async throws {
        mock.addResponses(
            forPath: "/c", host: "api.example.com", method: .post, when: .header("Accept", "application/*"),
            .json(["user": "alice"]), .where("is small") { $0.body.count < 100 }, responses: [.empty()], line: 9)
        let text = try await diagnosis(
            "POST", "https://api.example.com/c", body: #"{"user":"bob"}"#, headers: ["Accept": "text/html"])
        #expect(
            text.contains(
                #"""
                    host, method and path match; header Accept is "text/html", expected "application/*"; \#
                body is JSON {"user":"alice"}: user is "bob", expected "alice"

                """#))
    }

    @Test func conditionsAreAskedForTheDiagnosisWhereTheMethodKeptThemFromBeingAsked() async throws {
        let calls = Locked(0)
        let counted = RequestCondition.where("counted") { _ in
            calls.withLock { $0 += 1 }
            return false
        }
        add("/c", method: .post, when: counted, line: 1)
        add("/other", method: .post, when: counted, line: 2)
        let text = try await diagnosis("GET", "https://api.example.com/c")
        #expect(
            text.contains(
                "\n    host and path match; method is GET, expected POST; .where(\"counted\") returned false\n"))
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func secretsOfRequestAndRegistrationsAreMasked() async throws {
        add("/s", query: ["token": "s3cret", "a": "1"], line: 1)
        add("/s", query: ["password": "s3cret", "token": "s3cret"], line: 2)
        add("/s", when: .bearerToken("s3cret"), line: 3)
        let text = try await diagnosis(
            "GET", "https://u:s3cret@api.example.com/s?token=s3cretToo&pin=s3cret&password",
            headers: ["Authorization": "Bearer s3cret2", "Cookie": "s3cret"])
        #expect(!text.contains("s3cret"))
        #expect(text.contains("api.example.com/s?token=REDACTED&a=1  ("))
        #expect(text.contains("query item token has another value"))
        #expect(text.contains("password has no value, expected another"))
        #expect(text.contains("pin is REDACTED, expected no such item"))
    }

    @Test func secretsInPathsAreMasked() async throws {
        add("/s/a", line: 1)
        add("/s/**/b", line: 2)
        add("/s;token=s3cret", line: 3)
        let url = try #require(URL(string: "https://api.example.com/s/c;token=s3cret"))
        let text = String(decoding: try await mock.data(for: URLRequest(url: url)).0, as: UTF8.self)
        #expect(!text.contains("s3cret"), "\(text)")
        #expect(text.hasPrefix("No mock for api.example.com/s/c;token=REDACTED\n"))
        #expect(text.contains(#"path segment 2 is "c;token=REDACTED", expected "a""#))
        #expect(text.contains(#"path is "/s/c;token=REDACTED", expected "/s/**/b""#))
        #expect(text.contains("api.example.com/s;token=REDACTED  (UnmockedDiagnosisTests.swift:3)"))
        #expect(text.contains(#"mock.addResponses(forPath: "/s/*", host: "api.example.com", method: .get"#))
    }

    @Test func pathThatDiffersInASecretOnlyIsSaidToDifferThere() async throws {
        add("/s;token=s3cret", line: 1)
        let text = try await diagnosis("GET", "https://api.example.com/s;token=s3cretToo")
        #expect(text.contains("host matches; path segment 1 differs in a masked part"), "\(text)")
        #expect(!text.contains("s3cret"))
    }

    @Test func longPathThatDiffersInASecretOnlyIsSaidToDifferThere() async throws {
        // Too long to be shown by segments.
        let long = String(repeating: "long", count: String.shownLimit / 4)
        add("/\(long);token=s3cret", line: 1)
        let text = try await diagnosis("GET", "https://api.example.com/\(long);token=s3cretToo")
        #expect(text.contains("host matches; path differs in a masked part"))
        #expect(!text.contains("s3cret"))
    }

    @Test(arguments: [("/s", "token=s3cret"), ("/s;token=s3cret", "")])
    func exhaustedRegistrationWithASecretIsNotSpelledOut(path: String, query: String) async throws {
        let url = "https://api.example.com\(path)?\(query)"
        add(path, query: query.isEmpty ? nil : ["token": "s3cret"], line: 1)
        _ = try await diagnosis("GET", url)
        let text = try await diagnosis("GET", url)
        #expect(!text.contains("s3cret"))
        #expect(text.contains("its only response was already used"))
        #expect(
            text.hasSuffix(
                "give a response at UnmockedDiagnosisTests.swift:1 the lifetime .eternal, or queue another there."))
    }

    @Test func headersAndBodyAppearOnlyWhereARegistrationAskedAboutThem() async throws {
        add("/b", method: .get, when: .header("X-Asked", "yes"), line: 1)
        let text = try await diagnosis(
            "POST", "https://api.example.com/b", body: "the body", headers: ["X-Asked": "no", "X-Other": "hidden"])
        #expect(text.contains(#"header X-Asked is "no", expected "yes""#))
        #expect(!text.contains("hidden"))
        #expect(!text.contains("the body"))
    }

    @Test func registrationProblemsAreToldAgainUpToALimit() async throws {
        for line in 1...12 { add("/a?b", line: UInt(line)) }
        let text = try await diagnosis("GET", "https://api.example.com/a")
        #expect(
            text.contains(
                "\n  nothing is registered\n  registrations with a problem:\n    the path \"/a?b\" has a query"))
        #expect(text.contains("(UnmockedDiagnosisTests.swift:12)\n    and 9 more, reported when they were made\n"))
        #expect(!text.contains("UnmockedDiagnosisTests.swift:9"))
    }

    @Test func notFoundHasTheDiagnosisAsItsBody() async throws {
        let (data, response) = try await mock.data(
            for: URLRequest(url: URL(string: "https://api.example.com:8080/users?page=2")!))
        let http = try #require(response as? HTTPURLResponse)
        #expect(http.statusCode == 404)
        #expect(http.value(forHTTPHeaderField: "Content-Type") == "text/plain")
        guard case .unmocked(let diagnosis) = mock.requests[0].outcome else { return }
        #expect(
            String(decoding: data, as: UTF8.self)
                == "No mock for api.example.com:8080/users\n\n\(diagnosis)\n")
    }

    @Test func longAddressIsCut() async throws {
        add("/a/*/c", line: 1)
        let long = String(repeating: "x/", count: 100_000)
        let path = try await diagnosis("GET", "https://api.example.com/a/\(long)")
        #expect(path.utf8.count < 4 * 5_000)
        #expect(path.contains("x/… (200026 bytes)\n"))
        #expect(
            path.hasSuffix(
                #"mock.addResponses(forPath: "/**", host: "api.example.com", method: .get, responses: [.empty()])"#))
        let query = try await diagnosis("GET", "https://api.example.com/a/b/c?q=\(long)")
        #expect(query.utf8.count < 2 * 5_000)
        #expect(!query.contains("query:"))
    }

    @Test func earlierRegisteredComesFirstAmongEquallyNear() async throws {
        for line in 1...50 { add("/r\(line)", line: UInt(line)) }
        let text = try await diagnosis("GET", "https://api.example.com/x")
        let places = text.components(separatedBy: "UnmockedDiagnosisTests.swift:").dropFirst().map {
            $0.prefix { $0 != ")" }
        }
        #expect(places == ["1", "2", "3"])
    }
}
