import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The edits that a diagnosis suggests, where one part of a registration differs.
@Suite(.bounded) struct SuggestedEditTests {
    private let mock = HTTPMock()

    /// The last line of the 404's text.
    private func advice(
        _ method: String = "GET", _ path: String, body: String? = nil, headers: [String: String] = [:]
    ) async throws -> String {
        let reply = try await mock.reply(path, method: method, headers: headers, body: body)
        return reply.body.split(separator: "\n").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }

    struct Row: Sendable {
        let condition: RequestCondition
        var body: String?
        var headers: [String: String] = [:]
        let advice: String

        init(
            _ condition: RequestCondition, body: String? = nil, headers: [String: String] = [:], _ advice: String
        ) {
            self.condition = condition
            self.body = body
            self.headers = headers
            self.advice = advice
        }
    }

    private static let place = "at SuggestedEditTests.swift:3"
    private static let orRequest = "\(place), or what the code under test sends."

    private static let rows = [
        Row(.scheme("http"), #"Did you mean .scheme("https")? Change .scheme("http") \#(place)."#),
        Row(
            .header("Accept", "text/*"), headers: ["Accept": "image/png"],
            #"Did you mean .header("Accept", "image/png")? Change .header("Accept", "text/*") \#(place)."#),
        Row(.header("X-One", "text/*"), #"Change .header("X-One", "text/*") \#(orRequest)"#),
        Row(
            .header("X-Api-Key", "s3cret"), headers: ["X-Api-Key": "other"],
            #"Change .header("X-Api-Key", …) \#(orRequest)"#),
        Row(.header("X-One"), #"Change .header("X-One") \#(orRequest)"#),
        Row(
            .bearerToken("s3cret"), headers: ["Authorization": "Bearer other"], "Change .bearerToken(…) \(orRequest)"),
        Row(.basicAuth(user: "u", password: "p"), #"Change .basicAuth(user: "u", password: …) \#(orRequest)"#),
        Row(
            .json(["user": "alice", "n": 1]), body: #"{"user":"bob","n":1}"#,
            #"Did you mean "bob"? Change "alice" of user in .json(…) \#(place)."#),
        Row(
            .json(["a": "x", "b": ["c": "x"]]), body: #"{"a":"x","b":{"c":null}}"#,
            #"Did you mean nil? Change "x" of b.c in .json(…) \#(place)."#),
        Row(
            .json(containing: ["a": ["x": 1]]), body: #"{"a":[{"y":"\u0001"},{}]}"#,
            #"Did you mean [["y": "\u{01}"], [:]]? Change ["x": 1] of a in .json(containing: …) \#(place)."#),
        Row(.json(["a": 1]), body: #"{"a":99999999999999999999}"#, "Change .json(…) \(orRequest)"),
        Row(.json("a"), body: "null", "Change .json(…) \(orRequest)"),
        Row(
            .json(containing: ["user": ["id": .matching("A*")]]), body: #"{"user":{"id":"B"}}"#,
            #"Did you mean "B"? Change .matching("A*") of user.id in .json(containing: …) \#(place)."#),
        Row(.json(["user": "alice"]), body: #"{"user":"bob","n":1}"#, "Change .json(…) \(orRequest)"),
        Row(.json(["token": "s3cret"]), body: #"{"token":"other"}"#, "Change .json(…) \(orRequest)"),
        Row(.json(["a": "b"]), body: "x", "Change .json(…) \(orRequest)"),
        Row(
            .graphQL(operation: "Me"), body: #"{"query":"query You { x }"}"#,
            #"Did you mean .graphQL(operation: "You")? Change .graphQL(operation: "Me") \#(place)."#),
        Row(
            .form(["a": "1", "b": "2"]), body: "a=1&b=3",
            #"Did you mean "3"? Change "2" of b in .form(…) \#(place)."#),
        Row(.form(["a": "1"]), body: "a=1&b=3", "Change .form(…) \(orRequest)"),
        Row(.form(["pin": "1"]), body: "pin=2", "Change .form(…) \(orRequest)"),
        Row(.body(Data("a".utf8)), body: "b", "Change .body(…) \(orRequest)"),
        Row(.body(containing: "a"), body: "b", #"Change .body(containing: "a") \#(orRequest)"#),
        Row(.multipart(["a": "1"]), body: "b", "Change .multipart(…) \(orRequest)"),
        Row(.where("is small") { _ in false }, #"Change .where("is small") { … } \#(orRequest)"#),
        Row(.not(.scheme("https")), #"Change .not(.scheme("https")) \#(orRequest)"#),
        Row(.not(.scheme("HTTPS")), #"Change .not(.scheme("HTTPS")) \#(orRequest)"#),
        Row(
            .any(of: .scheme("http"), .bearerToken("s3cret")),
            #"Change .any(of: .scheme("http"), .bearerToken(…)) \#(orRequest)"#),
    ]

    @Test(arguments: rows.indices)
    func conditionThatDiffersIsToBeEdited(index: Int) async throws {
        let row = Self.rows[index]
        mock.addResponses(forPath: "/a", method: .post, when: row.condition, responses: [.empty()], line: 3)
        #expect(try await advice("POST", "/a", body: row.body, headers: row.headers) == row.advice)
    }

    @Test func onlyTheConditionThatDiffersIsToBeEdited() async throws {
        mock.addResponses(
            forPath: "/a", when: .scheme("https"), .header("A"), .where("w") { _ in true }, responses: [.empty()],
            line: 3)
        #expect(try await advice("GET", "/a") == #"Change .header("A") \#(Self.orRequest)"#)
    }

    @Test func severalDifferencesNeedARegistration() async throws {
        mock.addResponses(forPath: "/a", when: .scheme("http"), .header("A"), responses: [.empty()], line: 3)
        #expect(try await advice("GET", "/a").hasPrefix("mock.addResponses("))
        mock.clearQueues()
        mock.addResponses(forPath: "/a", method: .post, when: .scheme("http"), responses: [.empty()], line: 3)
        #expect(try await advice("GET", "/a").hasPrefix("mock.addResponses("))
    }

    @Test(arguments: [
        ("/V2", "/v2", "/v2"), ("/v2", "/V2", "/V2"), ("/API/V2/users", "/api/v2/users", "/api/v2/users"),
        ("/users/{id}/Posts", "/users/7/posts", "/users/{id}/posts"), ("/user/7", "/users/7", "/users/7"),
        ("/Users/", "/users", "/users"), ("/a/USERS", "/a/users/", "/a/users/"),
    ])
    func caseAndMisspellingsOfAPathAreCorrected(path: String, requested: String, suggested: String) async throws {
        mock.addResponses(forPath: path, responses: [.empty()], line: 3)
        let expected = "Did you mean \"\(suggested)\"? Change \"\(path)\" \(Self.place)."
        #expect(try await advice("GET", requested) == expected)
    }

    @Test func editsOfATreeNameTheLineAndTheTextThatAreWritten() async throws {
        mock.registerResponses {
            Host("exmaple.com", line: 3) { Path("/a", line: 8) { MockResponse.empty() } }
            Host("example.com", line: 9) {
                Path("/admin", line: 10) { Path("/audit", line: 11) { MockResponse.empty() } }
            }
        }
        #expect(
            try await advice("GET", "/admin/audits")
                == #"Did you mean "/audits"? Change "/audit" at SuggestedEditTests.swift:11."#)
        #expect(
            try await advice("GET", "/admin/audit/")
                == #"Did you mean "/audit/"? Change "/audit" at SuggestedEditTests.swift:11."#)
        mock.clearQueue(forHost: "example.com")
        #expect(
            try await advice("GET", "/a") == #"Did you mean "example.com"? Change "exmaple.com" \#(Self.place)."#)
    }

    @Test func slashThatIsRemovedAtTheEndOfANestedPathIsADifferenceOfItsCall() async throws {
        mock.registerResponses(host: "example.com") {
            Path("/Users", line: 3) { Path("/x/", line: 4) { MockResponse.empty() } }
            Path("/posts", line: 5) { Path("/", line: 6) { MockResponse.empty() } }
        }
        #expect(
            try await advice("GET", "/Users/x") == #"Did you mean "/x"? Change "/x/" at SuggestedEditTests.swift:4."#)
        // The case of the one call and the slash of the other would both have to change.
        #expect(!(try await mock.reply("/users/x").body.contains("Did you mean")))
        // No text in the inner call makes the whole path end without a slash.
        #expect(!(try await mock.reply("/posts").body.contains("Did you mean")))
    }

    @Test(arguments: [
        ("/A;token=s3cret", "/a;token=s3cret"), ("/user", "/user;pin=1234"), ("/v1;token=s3cret/users", "/users"),
        ("/users", "/v1;token=s3cret/users"),
    ])
    func pathWithASecretIsNotToBeEdited(path: String, requested: String) async throws {
        mock.addResponses(forPath: path, host: "example.com", responses: [.empty()], line: 3)
        mock.addResponses(forURL: "https://example.org\(path)", responses: [.empty()], line: 4)
        for host in ["example.com", "example.org"] {
            let reply = try await mock.reply("https://\(host)\(requested)").body
            #expect(!reply.contains("s3cret") && !reply.contains("1234"), "\(reply)")
            #expect(reply.contains("\n  To fix this, register:\n"), "\(reply)")
        }
    }

    @Test func urlWithASecretIsNotToBeEdited() async throws {
        mock.addResponses(forURL: "https://example.com/a?token=s3cret", responses: [.empty()], line: 3)
        let reply = try await mock.reply("https://example.com/a?q=1").body
        #expect(!reply.contains("s3cret"), "\(reply)")
        #expect(reply.contains("\n  To fix this, register:\n"), "\(reply)")
    }

    @Test func registrationNextToThePathsOfAHostHasNoHostOfItsOwn() async throws {
        mock.registerResponses(host: "*.com") { Path("/a") { Path("/b") { MockResponse.empty() } } }
        let reply = try await mock.reply("https://api.com/other?q=1").body
        #expect(
            reply.hasSuffix(
                """
                  To fix this, register:
                    Path("/other", method: .get, query: ["q": "1"]) {
                        MockResponse.empty()
                    }

                """), "\(reply)")
        _ = try await mock.reply("https://api.com/a/b")
        #expect(try await mock.reply("https://api.com/a/b").body.contains("    Path(\"/a/b\") {\n"))
        #expect(
            try await advice("GET", "https://api.org/other")
                == #"mock.addResponses(forPath: "/other", host: "api.org", method: .get, responses: [.empty()])"#)
    }

    @Test func hostOfATreeWithoutOneIsThatOfItsCall() async throws {
        mock.registerResponses { Path("/a") { MockResponse.empty() } }
        let line = #line - 1
        let reply = try await mock.reply("https://api.test/a").body
        #expect(
            reply.contains(
                "To fix this, write registerResponses(host: \"api.test\") at SuggestedEditTests.swift:\(line), or register:"
            ))
        mock.reset()
        // A host in the block of a host does not compile.
        mock.registerResponses {
            Path("/a") { MockResponse.empty() }
            Host("b.test") { Path("/b") { MockResponse.empty() } }
        }
        #expect(!(try await mock.reply("https://api.test/a").body.contains("registerResponses(host:")))
    }

    @Test(arguments: ["https://example.com/user", "https://exmaple.com/users"])
    func editOfAURLIsThatOfTheWholeText(url: String) async throws {
        mock.addResponses(forURL: url, responses: [.empty()], line: 3)
        let reply = try await mock.reply("https://example.com/users").body
        #expect(reply.contains("Did you mean \"https://example.com/users\"? Change \"\(url)\" \(Self.place)."))
    }

    @Test func editOfAURLsQueryIsThatOfTheWholeText() async throws {
        mock.addResponses(forURL: "https://example.com/a?q=swif", responses: [.empty()], line: 3)
        let reply = try await mock.reply("https://example.com/a?q=swift").body
        let (written, requested) = ("https://example.com/a?q=swif", "https://example.com/a?q=swift")
        #expect(reply.hasSuffix("Did you mean \"\(requested)\"? Change \"\(written)\" \(Self.place).\n"))
    }

    @Test func editOfATextThatTheSourceDoesNotHaveIsNotSuggested() async throws {
        let name = ["us", "er"].joined()
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a/\(name)", when: .json(["k\(name)": "\(name)"]), responses: [.empty()])
        mock.addResponses(forURL: "https://example.com/b/\(name)", responses: [.empty()])
        for path in ["/a/\(name)s", "/b/\(name)s"] {
            let reply = try await mock.reply(path, method: "POST", body: "{}")
            #expect(!reply.body.contains("Did you mean"), "\(reply.body)")
        }
        let body = #"{"kuser":"bob"}"#
        #expect(try await mock.reply("/a/user", method: "POST", body: body).body.contains("Change .json(…) at"))
    }

    @Test func methodAndHostAreCorrected() async throws {
        mock.addResponses(forPath: "/a", method: .post, responses: [.empty()], line: 3)
        #expect(
            try await advice("GET", "/a") == "Did you mean .get? Change the method .post at SuggestedEditTests.swift:3."
        )
        mock.clearQueues()
        mock.addResponses(forPath: "/a", host: "exmaple.com", responses: [.empty()], line: 3)
        #expect(
            try await advice("GET", "/a")
                == #"Did you mean "example.com"? Change "exmaple.com" at SuggestedEditTests.swift:3."#)
    }
}
