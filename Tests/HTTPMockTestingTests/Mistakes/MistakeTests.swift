import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Mistakes of a test's author, each with the exact text of all messages of the test.
@Suite(.bounded) struct MistakeTests {
    struct Message: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var setUp: @Sendable (HTTPMock) -> Void = { _ in }
        let requests: [String]
        var headers: [String: String] = [:]
        var body = ""
        let texts: [String]
    }

    @Test(arguments: mistakes) func mistakeIsReportedOnceWithItsFix(mistake: Message) async throws {
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            let mock = HTTPMock.current
            mistake.setUp(mock)
            for line in mistake.requests {
                let words = line.split(separator: " ").map(String.init)
                var request = URLRequest(url: try #require(URL(string: words[1])))
                request.httpMethod = words[0]
                for (name, value) in mistake.headers { request.setValue(value, forHTTPHeaderField: name) }
                if !mistake.body.isEmpty { request.httpBody = Data(mistake.body.utf8) }
                _ = try? await mock.data(for: request)
            }
        }
        #expect(issues.texts == mistake.texts)
    }

    private static let host = "api.example.com"

    static let mistakes: [Message] = [
        Message(
            testDescription: "a typing error in a path",
            setUp: { $0.addResponses(forPath: "/user/7", host: host, responses: [.empty()], line: 4) },
            requests: ["GET https://api.example.com/users/7"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/users/7
                  nearest: api.example.com/user/7  (MistakeTests.swift:4)
                    host matches; path segment 1 is "users", expected "user"
                  Did you mean "/users/7"? Change "/user/7" at MistakeTests.swift:4.
                """
            ]),
        Message(
            testDescription: "a typing error in a nested path",
            setUp: { mock in
                mock.registerResponses(host: host) {
                    Path("/admin") { Path("/adit", line: 4) { MockResponse.empty() } }
                }
            },
            requests: ["GET https://api.example.com/admin/audit"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/admin/audit
                  nearest: api.example.com/admin/adit  (MistakeTests.swift:4)
                    host matches; path segment 2 is "audit", expected "adit"
                  Did you mean "/audit"? Change "/adit" at MistakeTests.swift:4.
                """
            ]),
        Message(
            testDescription: "a typing error in a host",
            setUp: { $0.addResponses(forPath: "/a", host: "api.exmaple.com", responses: [.empty()], line: 3) },
            requests: ["GET https://api.example.com/a"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/a
                  nearest: api.exmaple.com/a  (MistakeTests.swift:3)
                    path matches; host is "api.example.com", expected "api.exmaple.com"
                  Did you mean "api.example.com"? Change "api.exmaple.com" at MistakeTests.swift:3.
                """
            ]),
        Message(
            testDescription: "another method",
            setUp: { $0.addResponses(forPath: "/a", host: host, method: .post, responses: [.empty()], line: 3) },
            requests: ["GET https://api.example.com/a"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/a
                  nearest: POST api.example.com/a  (MistakeTests.swift:3)
                    host and path match; method is GET, expected POST
                  Did you mean .get? Change the method .post at MistakeTests.swift:3.
                """
            ]),
        Message(
            testDescription: "a trailing slash",
            setUp: { $0.addResponses(forPath: "/users/", host: host, responses: [.empty()], line: 3) },
            requests: ["GET https://api.example.com/users"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/users
                  nearest: api.example.com/users/  (MistakeTests.swift:3)
                    host matches; path is "/users", expected "/users/" (trailing slash)
                  Did you mean "/users"? Change "/users/" at MistakeTests.swift:3.
                """
            ]),
        Message(
            testDescription: "no host",
            setUp: { $0.addResponses(forPath: "/users", responses: [.empty().optional()], line: 33) },
            requests: ["GET https://api.example.com/users"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/users
                  nearest: example.com/users  (MistakeTests.swift:33)
                    path matches; host is "api.example.com", expected "example.com" (defaultDomain: no host was given at \
                MistakeTests.swift:33)
                  To fix this, write host: "api.example.com" at MistakeTests.swift:33, or register:
                    mock.addResponses(forPath: "/users", host: "api.example.com", method: .get, responses: [.empty()])
                """
            ]),
        Message(
            testDescription: "a query with more items",
            setUp: { mock in
                mock.addResponses(
                    forPath: "/s", host: host, query: ["q": "a"], responses: [.empty().optional()], line: 3)
            },
            requests: ["GET https://api.example.com/s?q=a&limit=20"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/s?q=a&limit=20
                  nearest: api.example.com/s?q=a  (MistakeTests.swift:3)
                    host and path match; query item limit is "20", expected no such item; to allow other items write \
                matching: .contains
                  Did you mean ["q": "a", "limit": "20"]? Change the query ["q": "a"] at MistakeTests.swift:3.
                """
            ]),
        Message(
            testDescription: "one response for two requests, a general registration for the rest",
            setUp: { mock in
                mock.addResponses(forPath: "/u/7", host: host, responses: [.empty()], line: 3)
                mock.addResponses(forPath: "/u/{id}", host: host, responses: [.empty().optional()], line: 4)
            },
            requests: ["GET https://api.example.com/u/7", "GET https://api.example.com/u/7"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/u/7
                  nearest: api.example.com/u/7  (MistakeTests.swift:3)
                    matches, but its only response was already used
                  then: api.example.com/u/{id}  (MistakeTests.swift:4)
                    matches, but is not used, because the more specific one above was chosen (no fall-through)
                  To fix this, remove it once it is used up, so that the next one answers:
                    mock.removeResponses(forPath: "/u/7", host: "api.example.com")
                  or give a response the lifetime .eternal, or queue another:
                    mock.addResponses(forPath: "/u/7", host: "api.example.com", responses: [.empty()])
                """
            ]),
        Message(
            testDescription: "a response after an eternal one",
            setUp: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.empty(lifetime: .eternal)], line: 3)
                mock.addResponses(forPath: "/a", host: host, responses: [.empty(), .empty()], line: 4)
            },
            requests: ["GET https://api.example.com/a"],
            texts: [
                "HTTPMock: a response for api.example.com/a comes after one with the lifetime .eternal and is never "
                    + "reached. Register it first, give the eternal one a count, or use replaceResponses.  "
                    + "(MistakeTests.swift:4)"
            ]),
        Message(
            testDescription: "a query in the path",
            setUp: { $0.addResponses(forPath: "/a?b=1", host: host, responses: [.empty()], line: 3) },
            requests: ["GET https://api.example.com/a?b=1"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/a?b=1
                  nothing is registered
                  registrations with a problem:
                    the path "/a?b=1" has a query. To fix this, write "/a" as the path and query: ["b": "1"]; a literal ? \
                is %3F.  (MistakeTests.swift:3)
                  To fix this, correct that registration, or register:
                    mock.addResponses(forPath: "/a", host: "api.example.com", method: .get, query: ["b": "1"], responses: \
                [.empty()])
                """
            ]),
        Message(
            testDescription: "the case of a header's value, an expired token, a predicate",
            setUp: { mock in
                mock.addResponses(
                    forPath: "/c", host: host, when: .header("Accept", "Application/JSON"), .bearerToken("t0k3n"),
                    .where("it is small") { _ in false }, responses: [.empty().optional()], line: 3)
            },
            requests: ["GET https://api.example.com/c"],
            headers: ["Accept": "application/json", "Authorization": "Bearer expired"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/c
                  nearest: api.example.com/c  (MistakeTests.swift:3)
                    host and path match; header Accept is "application/json", expected "Application/JSON" (case counts); \
                the bearer token differs; .where("it is small") returned false
                  To fix this, register:
                    mock.addResponses(forPath: "/c", host: "api.example.com", method: .get, responses: [.empty()])
                """
            ]),
        Message(
            testDescription: "no token",
            setUp: { mock in
                mock.addResponses(
                    forPath: "/c", host: host, when: .bearerToken("t0k3n"), responses: [.empty().optional()], line: 3)
            },
            requests: ["GET https://api.example.com/c"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/c
                  nearest: api.example.com/c  (MistakeTests.swift:3)
                    host and path match; no Authorization header, expected a bearer token
                  Change .bearerToken(…) at MistakeTests.swift:3, or what the code under test sends.
                """
            ]),
        Message(
            testDescription: "a dictionary with a date, although the client swallows the error",
            setUp: { mock in
                mock.addResponses(
                    forPath: "/d", host: host, responses: [.dictionary(["user": ["at": Date()]])], line: 3)
            },
            requests: ["GET https://api.example.com/d"],
            texts: [
                "HTTPMock: a response registered for api.example.com/d  (MistakeTests.swift:3) can't be made: the "
                    + "dictionary has a value that is not JSON: \"user.at\" is a Date. To fix this, write a string, a finite "
                    + "number, a boolean, NSNull, or an array or dictionary of these, or use .encodable"
            ]),
        Message(
            testDescription: "a retry that meets the same missing response again",
            setUp: { $0.addResponses(forPath: "/a", host: host, responses: [.empty().optional()], line: 3) },
            requests: ["GET https://api.example.com/other", "GET https://api.example.com/other"],
            texts: [
                """
                HTTPMock: no response for GET https://api.example.com/other
                  nearest: api.example.com/a  (MistakeTests.swift:3)
                    host matches; path segment 1 is "other", expected "a"
                  To fix this, register:
                    mock.addResponses(forPath: "/other", host: "api.example.com", method: .get, responses: [.empty()])
                """
            ]),
    ]
}
