import HTTPMock
import TestSupport
import Testing

/// Mistakes in the address of a registration.
@Suite(.bounded) struct AddressMistakeTests {
    private static let host = "api.example.com"

    /// Serialized, because each list of requests names the test.
    @Test(.serialized, arguments: mistakes) func addressMistakeLeadsToItsFix(mistake: Mistake) async {
        await mistake.check()
    }

    static let mistakes: [Mistake] = [
        Mistake(
            "the case of a path", says: #"path segment 1 is "v2", expected "V2""#,
            #"Did you mean "/v2/users"? Change "/V2/users" at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(forPath: "/V2/users", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/v2/users")
        },
        Mistake(
            "no base path", says: #"path is "/v1/users", expected "/users""#,
            #"To fix this, change "/users" at AddressMistakeTests.swift:3 to "/v1/users", or register:"#,
            #"mock.addResponses(forPath: "/v1/users""#
        ) {
            HTTPMock.current.addResponses(forPath: "/users", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/v1/users")
        },
        Mistake(
            "a scheme in the host",
            says: #"the host "https://api.example.com" has a scheme. To fix this, write "api.example.com""#,
            "(AddressMistakeTests.swift:4)"
        ) {
            HTTPMock.current.registerResponses {
                Host("https://api.example.com", line: 3) { Path("/a", line: 4) { MockResponse.json("[]") } }
            }
            try await send("https://api.example.com/a")
        },
        Mistake(
            "a URL as the path",
            says:
                #"the path "https://api.example.com/a" has a scheme. To fix this, write only the path, and the host as the host"#,
            "(AddressMistakeTests.swift:3)"
        ) {
            HTTPMock.current.addResponses(forPath: "https://api.example.com/a", responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/a")
        },
        Mistake(
            "another port", says: "path matches; port is 8081, expected 8080",
            #"Change "localhost:8080" at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(forPath: "/a", host: "localhost:8080", responses: [.json("[]")], line: 3)
            try await send("http://localhost:8081/a")
        },
        Mistake(
            "another scheme", says: #"scheme is "http", expected "https""#,
            #"Did you mean .scheme("http")? Change .scheme("https") at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(
                forPath: "/a", host: host, when: .scheme("https"), responses: [.json("[]")], line: 3)
            try await send("http://api.example.com/a")
        },
        Mistake(
            "another value in the query", says: #"query item page is "2", expected "1""#,
            #"Did you mean ["page": 2]? Change the query ["page": 1] at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(
                forPath: "/s", host: host, query: ["page": 1], responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/s?page=2")
        },
        Mistake(
            "a query that is not sent", says: #"query item page is missing, expected "1""#,
            #"Remove the query ["page": 1] at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(
                forPath: "/s", host: host, query: ["page": 1], responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/s")
        },
        Mistake(
            "a space as a plus", says: #"query item q is "a+b", expected "a b""#,
            #"Did you mean ["q": "a+b"]? Change the query ["q": "a b"] at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(
                forPath: "/s", host: host, query: ["q": "a b"], responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/s?q=a+b")
        },
        Mistake(
            "another host", says: #"path matches; host is "api.example.com", expected "staging.example.org""#,
            #"To fix this, change "staging.example.org" at AddressMistakeTests.swift:3 to "api.example.com", or register:"#
        ) {
            HTTPMock.current.addResponses(
                forPath: "/users", host: "staging.example.org", responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/users")
        },
        Mistake(
            "a colon in place of braces", says: #"path segment 2 is "7", expected ":id""#,
            #"Did you mean "/users/{id}"? Change "/users/:id" at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(forPath: "/users/:id", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/users/7")
        },
        Mistake(
            "a regular expression as the path",
            says: #"Did you mean "/users/*"? Change "/users/.*" at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(forPath: "/users/.*", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/users/7")
        },
        Mistake(
            "a regular expression before an extension",
            says: #"Did you mean "/users/*.json"? Change "/users/.*.json" at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(forPath: "/users/.*.json", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/users/7.json")
        },
        Mistake(
            "a regular expression before an extension with an escaped dot",
            says: #"Did you mean "/users/*.json"? Change "/users/.+\\.json" at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(forPath: "/users/.+\\.json", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/users/7.json")
        },
        Mistake(
            "a regular expression in a variable",
            says: #"expected "/api/.*"; a path is no regular expression"#,
            "To fix this, write * for a segment, and ** for any number of them, in the path at "
                + "AddressMistakeTests.swift:3, because a path is no regular expression."
        ) {
            let path = ["/api", ".*"].joined(separator: "/")
            HTTPMock.current.addResponses(forPath: path, host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/api/users/7")
        },
        Mistake(
            "a regular expression of digits",
            says: #"Did you mean "/users/*"? Change "/users/\\d+" at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(forPath: "/users/\\d+", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/users/7")
        },
        Mistake(
            "a regular expression of a whole path",
            says: #"expected "/^/users/[0-9]{3}$"; a path is no regular expression: write * for a segment, ** for any"#,
            "To fix this, register:"
        ) {
            HTTPMock.current.addResponses(forPath: "^/users/[0-9]{3}$", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/users/712")
        },
        Mistake(
            "a regular expression with a question mark",
            says: #"the path "/users/(\\d+)/?" seems to be a regular expression. To fix this, write * for a segment"#,
            "(AddressMistakeTests.swift:3)"
        ) {
            HTTPMock.current.addResponses(forPath: "/users/(\\d+)/?", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/users/7")
        },
        Mistake(
            "the case and the slash of a path", says: #"path is "/Users/", expected "/users""#,
            #"Did you mean "/Users/"? Change "/users" at AddressMistakeTests.swift:3."#
        ) {
            HTTPMock.current.addResponses(forPath: "/users", host: host, responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/Users/")
        },
        Mistake(
            "a path below the registered one", says: #"path goes on with "/7/posts", expected no more"#,
            "To fix this, register:", #"forPath: "/users/7/posts""#
        ) {
            HTTPMock.current.addResponses(
                forPath: "/users", host: host, responses: [.json("[]", lifetime: .eternal)], line: 3)
            try await send("https://api.example.com/users/7/posts")
        },
        Mistake(
            "a method in lower case",
            says:
                #"the method "post" matches no request, because URLRequest spells it POST. Write .post.  (AddressMistakeTests.swift:3)"#
        ) {
            HTTPMock.current.addResponses(
                forPath: "/a", host: host, method: "post", responses: [.json("[]")], line: 3)
            try await send("https://api.example.com/a", method: "POST")
        },
        Mistake(
            "a general registration after a specific one", says: "a response was never used",
            "api.example.com/users/*: 503  (AddressMistakeTests.swift:4)",
            "GET https://api.example.com/users/7 matches it, but was answered by api.example.com/users/7  (AddressMistakeTests.swift:3)",
            "To fix this, remove it, or mark it .optional(). If it is to answer, remove the other registration before the "
                + "request:",
            #"mock.removeResponses(forPath: "/users/7", host: "api.example.com")"#
        ) {
            HTTPMock.current.addResponses(
                forPath: "/users/7", host: host, responses: [.json("[]", lifetime: .eternal)], line: 3)
            HTTPMock.current.addResponses(
                forPath: "/users/*", host: host, responses: [.status(.serviceUnavailable)], line: 4)
            try await send("https://api.example.com/users/7")
        },
        Mistake(
            "a removal of what is not registered",
            says: "there is no registration api.example.com/users to remove. To fix this, write the host, path, method",
            "of GET api.example.com/users at AddressMistakeTests.swift:3.  (AddressMistakeTests.swift:4)"
        ) {
            HTTPMock.current.addResponses(
                forPath: "/users", host: host, method: .get, responses: [.json("[]").optional()], line: 3)
            HTTPMock.current.removeResponses(forPath: "/users", host: host, line: 4)
        },
        Mistake(
            "one response for a client that tries again", says: "(AddressMistakeTests.swift:3)",
            "matches, but its only response was already used",
            "To fix this, give a response the lifetime .eternal, or queue another:"
        ) {
            HTTPMock.current.addResponses(
                forPath: "/a", host: host, responses: [.status(.serviceUnavailable)], line: 3)
            _ = try? await send("https://api.example.com/a")
            try await send("https://api.example.com/a")
        },
    ]
}
