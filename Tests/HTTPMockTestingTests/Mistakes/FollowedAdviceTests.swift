import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

/// Advice that is code is followed to the letter, and keeps its promise.
@Suite(.bounded) struct FollowedAdviceTests {
    /// A mistake, the advice of its message, and the same test with the advice followed.
    struct Advice: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The part of the output that has the code.
        let text: String
        let mistaken: @Sendable (HTTPMock) async throws -> Void
        let followed: @Sendable (HTTPMock) async throws -> Void
    }

    @Test(arguments: all) func adviceKeepsItsPromise(advice: Advice) async {
        let before = await CollectedIssues.of(HTTPMockTrait.httpMock) { try await advice.mistaken(HTTPMock.current) }
        #expect(before.text.contains(advice.text), "\(before.text)")
        let after = await CollectedIssues.of(HTTPMockTrait.httpMock) { try await advice.followed(HTTPMock.current) }
        #expect(after.entries.isEmpty && after.error == nil, "\(after.text)")
    }

    private static let host = "a.com"
    private static let ok = MockResponse.json("[]")

    static let all: [Advice] = ofUsedResponses + ofRegistrations + ofConditions + ofChecks

    private static let ofUsedResponses: [Advice] = [
        Advice(
            testDescription: "an eternal response", text: "give a response the lifetime .eternal",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                for _ in 0..<2 { _ = try? await send("https://a.com/a") }
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.json("[]", lifetime: .eternal)])
                for _ in 0..<2 { try await send("https://a.com/a") }
            }),
        Advice(
            testDescription: "another response in the queue",
            text: #"mock.addResponses(forPath: "/a", host: "a.com", responses: [.empty()])"#,
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                for _ in 0..<2 { _ = try? await send("https://a.com/a") }
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                mock.addResponses(forPath: "/a", host: "a.com", responses: [.empty()])
                for _ in 0..<2 { try await send("https://a.com/a") }
            }),
        Advice(
            testDescription: "a used-up path before a wildcard",
            text: #"mock.removeResponses(forPath: "/a", host: "a.com")"#,
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                mock.addResponses(forPath: "/*", host: host, responses: [ok])
                for _ in 0..<2 { _ = try? await send("https://a.com/a") }
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                mock.addResponses(forPath: "/*", host: host, responses: [ok])
                try await send("https://a.com/a")
                mock.removeResponses(forPath: "/a", host: "a.com")
                try await send("https://a.com/a")
            }),
        Advice(
            testDescription: "a removal of the registration that won",
            text: #"mock.removeResponses(forPath: "/a", host: "a.com")"#,
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.json("[]", lifetime: .eternal)])
                mock.addResponses(forPath: "/*", host: host, responses: [.json("{}")])
                try await send("https://a.com/a")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.json("[]", lifetime: .eternal)])
                mock.addResponses(forPath: "/*", host: host, responses: [.json("{}")])
                mock.removeResponses(forPath: "/a", host: "a.com")
                let body = try await send("https://a.com/a")
                #expect(body == "{}")
            }),
        Advice(
            testDescription: "an optional response where another registration won",
            text: "To fix this, remove it, or mark it .optional().",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                mock.addResponses(forPath: "/*", host: host, responses: [.json("{}", lifetime: .multiple(2))])
                try await send("https://a.com/a")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                mock.addResponses(
                    forPath: "/*", host: host, responses: [.json("{}", lifetime: .multiple(2)).optional()])
                try await send("https://a.com/a")
            }),
        Advice(
            testDescription: "an optional response that nothing requests", text: "or mark it .optional().",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                mock.addResponses(forPath: "/b", host: host, responses: [ok])
                try await send("https://a.com/a")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                mock.addResponses(forPath: "/b", host: host, responses: [ok.optional()])
                try await send("https://a.com/a")
            }),
        Advice(
            testDescription: "a response that is registered too late", text: "To fix this, register it first",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.json("[]"), .status(.serviceUnavailable)])
                _ = try? await send("https://a.com/a")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.status(.serviceUnavailable), .json("[]")])
                for _ in 0..<2 { _ = try? await send("https://a.com/a") }
            }),
        Advice(
            testDescription: "a replacement after an eternal response", text: "or use replaceResponses",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.json("[]", lifetime: .eternal)])
                mock.addResponses(forPath: "/a", host: host, responses: [.json("{}")])
                try await send("https://a.com/a")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.json("[]", lifetime: .eternal)])
                mock.replaceResponses(forPath: "/a", host: host, responses: [.json("{}")])
                let body = try await send("https://a.com/a")
                #expect(body == "{}")
            }),
    ]

    private static let ofRegistrations: [Advice] = [
        Advice(
            testDescription: "any value of a query item", text: "to match any value write Query.any",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, query: ["q": "*"], responses: [ok])
                try await send("https://a.com/a?q=crash")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, query: ["q": Query.any], responses: [ok])
                try await send("https://a.com/a?q=crash")
            }),
        Advice(
            testDescription: "other query items", text: "to allow other items write matching: .contains",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, query: ["q": "a"], responses: [ok])
                try await send("https://a.com/a?q=a&page=2")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, query: ["q": "a"], matching: .contains, responses: [ok])
                try await send("https://a.com/a?q=a&page=2")
            }),
        Advice(
            testDescription: "the query of a path", text: #"write "/a" as the path and query: ["q": "a"]"#,
            mistaken: { mock in
                mock.addResponses(forPath: "/a?q=a", host: host, responses: [ok])
                try await send("https://a.com/a?q=a")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, query: ["q": "a"], responses: [ok])
                try await send("https://a.com/a?q=a")
            }),
        Advice(
            testDescription: "a regular expression", text: "write * for a segment, ** for any number of them",
            mistaken: { mock in
                mock.addResponses(forPath: "/api/.*", host: host, responses: [ok])
                try await send("https://a.com/api/users/7")
            },
            followed: { mock in
                mock.addResponses(forPath: "/api/**", host: host, responses: [ok])
                try await send("https://a.com/api/users/7")
            }),
        Advice(
            testDescription: "a method in lower case", text: "Write .post.",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, method: "post", responses: [ok])
                try await send("https://a.com/a", method: "POST")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, method: .post, responses: [ok])
                try await send("https://a.com/a", method: "POST")
            }),
        Advice(
            testDescription: "a path of two spellings", text: "Write the same path in both.",
            mistaken: { mock in
                mock.addResponses(forPath: "/{id}", host: host, responses: [ok])
                mock.addResponses(forPath: "/{name}", host: host, responses: [ok])
                for _ in 0..<2 { _ = try? await send("https://a.com/a") }
            },
            followed: { mock in
                mock.addResponses(forPath: "/{id}", host: host, responses: [ok])
                mock.addResponses(forPath: "/{id}", host: host, responses: [ok])
                for _ in 0..<2 { try await send("https://a.com/a") }
            }),
        Advice(
            testDescription: "a body with a status that has none",
            text: "To fix this, write .status(204), or give another status.",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.json("[]", status: .noContent)])
                try await send("https://a.com/a")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.status(.noContent)])
                try await send("https://a.com/a")
            }),
        Advice(
            testDescription: "the name of a path parameter", text: #"To fix this, write pathParameter("id")"#,
            mistaken: { mock in
                mock.addResponses(
                    forPath: "/{id}", host: host,
                    responses: [.handler { .plaintext($0.pathParameter("ID") ?? "none") }])
                try await send("https://a.com/7")
            },
            followed: { mock in
                mock.addResponses(
                    forPath: "/{id}", host: host,
                    responses: [.handler { .plaintext($0.pathParameter("id") ?? "none") }])
                let body = try await send("https://a.com/7")
                #expect(body == "7")
            }),
        Advice(
            testDescription: "the apostrophe of a JSON value", text: #"Did you mean "O'Bryan"? Change "O'Brien""#,
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, when: .json(["name": "O'Brien"]), responses: [ok])
                try await send("https://a.com/a", method: "POST", body: #"{"name":"O'Bryan"}"#)
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, when: .json(["name": "O'Bryan"]), responses: [ok])
                try await send("https://a.com/a", method: "POST", body: #"{"name":"O'Bryan"}"#)
            }),
    ]

    private static let ofConditions: [Advice] = [
        Advice(
            testDescription: "other members of a JSON object",
            text: "Did you mean .json(containing: …)? Change .json(…)",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, when: .json(["id": 7]), responses: [ok])
                try await send("https://a.com/a", method: "POST", body: #"{"id":7,"on":true}"#)
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, when: .json(containing: ["id": 7]), responses: [ok])
                try await send("https://a.com/a", method: "POST", body: #"{"id":7,"on":true}"#)
            }),
        Advice(
            testDescription: "a typing error in the name of a JSON member",
            text: #"Did you mean "name"? Change "nmae" in .json(…)"#,
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, when: .json(["id": 7, "nmae": "bob"]), responses: [ok])
                try await send("https://a.com/a", method: "POST", body: #"{"id":7,"name":"bob"}"#)
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, when: .json(["id": 7, "name": "bob"]), responses: [ok])
                try await send("https://a.com/a", method: "POST", body: #"{"id":7,"name":"bob"}"#)
            }),
        Advice(
            testDescription: "the beginning of a nested path", text: #"to "/v1/users", or register:"#,
            mistaken: { mock in
                mock.registerResponses(host: host) { Path("/users") { Path("/me", responses: [ok]) } }
                try await send("https://a.com/v1/users/me")
            },
            followed: { mock in
                mock.registerResponses(host: host) { Path("/v1/users") { Path("/me", responses: [ok]) } }
                try await send("https://a.com/v1/users/me")
            }),
        Advice(
            testDescription: "the beginning of the path of a URL", text: #"to "https://a.com/v1/users", or register:"#,
            mistaken: { mock in
                mock.addResponses(forURL: "https://a.com/users", responses: [ok])
                try await send("https://a.com/v1/users")
            },
            followed: { mock in
                mock.addResponses(forURL: "https://a.com/v1/users", responses: [ok])
                try await send("https://a.com/v1/users")
            }),
        Advice(
            testDescription: "the host of another environment", text: #"to "api.example.com", or register:"#,
            mistaken: { mock in
                mock.addResponses(forPath: "/users", host: "staging.example.org", responses: [ok])
                try await send("https://api.example.com/users")
            },
            followed: { mock in
                mock.addResponses(forPath: "/users", host: "api.example.com", responses: [ok])
                try await send("https://api.example.com/users")
            }),
        Advice(
            testDescription: "an apostrophe in a path with a query", text: #"write "/o'neil" as the path"#,
            mistaken: { mock in
                mock.addResponses(forPath: "/o'neil?q=a", host: host, responses: [ok])
                try await send("https://a.com/o'neil?q=a")
            },
            followed: { mock in
                mock.addResponses(forPath: "/o'neil", host: host, query: ["q": "a"], responses: [ok])
                try await send("https://a.com/o'neil?q=a")
            }),
        Advice(
            testDescription: "a lifetime without a use", text: "Write .multiple(1), or a greater count.",
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.json("[]", lifetime: .multiple(0))])
                _ = try? await send("https://a.com/a")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [.json("[]", lifetime: .multiple(1))])
                try await send("https://a.com/a")
            }),
    ]

    private static let ofChecks: [Advice] = [
        Advice(
            testDescription: "a method in a path of verify",
            text: #"To fix this, write the method by itself: .delete, "/v1/issues/7""#,
            mistaken: { mock in
                mock.addResponses(forPath: "/v1/issues/7", host: host, responses: [ok])
                try await send("https://a.com/v1/issues/7", method: "DELETE")
                mock.verify("DELETE /v1/issues/7", times: 1)
            },
            followed: { mock in
                mock.addResponses(forPath: "/v1/issues/7", host: host, responses: [ok])
                try await send("https://a.com/v1/issues/7", method: "DELETE")
                mock.verify(.delete, "/v1/issues/7", times: 1)
            }),
        Advice(
            testDescription: "a typing error in a path of verify",
            text: #"Did you mean "/users/me"? Change "/user/me" at FollowedAdviceTests.swift:"#,
            mistaken: { mock in
                mock.addResponses(forPath: "/users/me", host: host, responses: [ok])
                try await send("https://a.com/users/me")
                mock.verify(.get, "/user/me")
            },
            followed: { mock in
                mock.addResponses(forPath: "/users/me", host: host, responses: [ok])
                try await send("https://a.com/users/me")
                mock.verify(.get, "/users/me")
            }),
        Advice(
            testDescription: "a late request", text: #"try await mock.waitForRequest(method: .get, path: "/a")"#,
            mistaken: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok.optional()])
                mock.verify(.get, "/a", times: 1)
            },
            followed: { mock in
                mock.addResponses(forPath: "/a", host: host, responses: [ok])
                let request = Task { try await send("https://a.com/a") }
                try await mock.waitForRequest(method: .get, path: "/a")
                mock.verify(.get, "/a", times: 1)
                _ = try await request.value
            }),
        Advice(
            testDescription: "a space in a path of waitForRequest", text: "To fix this, write %20 for a space",
            mistaken: { mock in
                mock.addResponses(forPath: "/a b", host: host, responses: [ok])
                try await send("https://a.com/a%20b")
                _ = try mock.request(.get, "/a b")
            },
            followed: { mock in
                mock.addResponses(forPath: "/a b", host: host, responses: [ok])
                try await send("https://a.com/a%20b")
                _ = try mock.request(.get, "/a%20b")
            }),
    ]
}
