import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Mistakes in a registered response.
@Suite(.bounded) struct ResponseMistakeTests {
    private static let address = "https://api.example.com/a"

    /// Registers one response.
    private static func respond(_ response: MockResponse) {
        HTTPMock.current.addResponses(forPath: "/a", host: "api.example.com", responses: [response], line: 3)
    }

    private struct User: Codable {
        var name: String
        var born: Date?
    }

    private static func user() async throws -> User {
        try JSONDecoder().decode(User.self, from: Data(try await send(address).utf8))
    }

    /// Serialized, because each list of requests names the test.
    @Test(.serialized, arguments: mistakes) func responseMistakeLeadsToItsFix(mistake: Mistake) async {
        await mistake.check()
    }

    /// The client's strategy turns the name into another one before it looks for the key.
    @Test func keyThatTheResponseHasIsNoNearKey() async {
        struct Named: Codable {
            enum CodingKeys: String, CodingKey { case name = "user_name" }
            var name: String
        }
        let issues = await CollectedIssues.of(HTTPMockTrait.httpMock) {
            Self.respond(.json(#"{"user_name": "Alice"}"#))
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            _ = try decoder.decode(Named.self, from: Data(try await send(Self.address).utf8))
        }
        #expect(issues.text.contains(#"no value for the key "user_name""#), "\(issues.text)")
        #expect(!issues.text.contains("there is the key"), "\(issues.text)")
    }

    static let mistakes: [Mistake] = [
        Mistake(
            "a value that JSON does not have", issues: 0, says: "(ResponseMistakeTests.swift:3) can't be made",
            "Path: ratio.", "To fix this,"
        ) {
            respond(.encodable(["ratio": Double.nan]))
            try await send(address)
        },
        Mistake(
            "a fixture of the wrong bundle", issues: 0,
            says: #"(ResponseMistakeTests.swift:3) can't be made: there is no file "user.json" in the bundle"#,
            "pass the bundle that has it, such as in: .module"
        ) {
            respond(.file(named: "user.json", in: .main))
            try await send(address)
        },
        Mistake(
            "a fixture's path that does not exist", issues: 0, says: "the file /nowhere/user.json can't be read",
            "To fix this, check that the file exists"
        ) {
            respond(.file(url: URL(fileURLWithPath: "/nowhere/user.json")))
            try await send(address)
        },
        Mistake(
            "a header with a line break", issues: 0,
            says: #"(ResponseMistakeTests.swift:3) can't be made: the value of header "X-Note" contains a line break"#,
            "To fix this, remove it"
        ) {
            respond(.json("[]", headers: ["X-Note": "one\ntwo"]))
            try await send(address)
        },
        Mistake(
            "a status out of range", issues: 0,
            says: "can't be made: its status is 1000. To fix this, give a status from 200 to 999"
        ) {
            respond(.status(1_000))
            try await send(address)
        },
        Mistake(
            "a lifetime of no use",
            says:
                "with the lifetime .multiple(0) would never serve and was dropped. Write .multiple(1), or a greater count.  (ResponseMistakeTests.swift:3)"
        ) {
            respond(.json("[]", lifetime: .multiple(0)))
            try await send(address)
        },
        Mistake(
            "no response in a path",
            says:
                #"Path("/a") registers no response. Add a MockResponse to it, or remove it.  (ResponseMistakeTests.swift:3)"#
        ) {
            HTTPMock.current.registerResponses(host: "api.example.com") {
                Path("/a", line: 3) { if HTTPMock.current.requests.count > 7 { MockResponse.json("[]") } }
            }
            try await send(address)
        },
        Mistake(
            "JSON with another member",
            says: #"the test threw DecodingError.keyNotFound: no value for the key "name" at the root"#,
            "the last response was to GET https://api.example.com/a: application/json, 22 bytes",
            "(ResponseMistakeTests.swift:3)", "To fix this, correct the response there."
        ) {
            respond(.json(#"{"user_name": "Alice"}"#))
            _ = try await user()
        },
        Mistake(
            "JSON with a member in another case",
            says: #"no value for the key "name" at the root"#, "application/json, 17 bytes",
            #"there is the key "Name" instead"#, "it was registered for", "To fix this, correct the response there."
        ) {
            respond(.json(#"{"Name": "Alice"}"#))
            _ = try await user()
        },
        Mistake(
            "JSON with a misspelled member of an element",
            says: #"no value for the key "name" at [1]"#, #"there is the key "nmae" instead"#
        ) {
            respond(.json(#"[{"name": "Alice"}, {"id": 7, "nmae": "Bob"}]"#))
            _ = try JSONDecoder().decode([User].self, from: Data(try await send(address).utf8))
        },
        Mistake(
            "a date that the client reads otherwise",
            says: "the test threw DecodingError.typeMismatch: no Double at born: ",
            "(ResponseMistakeTests.swift:3)",
            "encode it as the client decodes it: .encodable(value, jsonEncoder: encoder)"
        ) {
            respond(.encodable(User(name: "Alice", born: Date(timeIntervalSince1970: 0))))
            _ = try await user()
        },
        Mistake(
            "a redirect to itself", issues: 0, says: "the last 20 of 21 requests",
            "GET https://api.example.com/a: 302, mocked by api.example.com/a  (ResponseMistakeTests.swift:3)",
            "failed: URLError -1007 (too many redirects)"
        ) {
            respond(.redirect(to: "/a", lifetime: .eternal))
            try await send(address)
        },
        Mistake(
            "a redirect to a path without a response", says: "no response for GET https://api.example.com/b",
            "To fix this, register:", #"forPath: "/b""#,
            "GET https://api.example.com/a: 302, mocked by api.example.com/a  (ResponseMistakeTests.swift:3)"
        ) {
            respond(.redirect(to: "/b"))
            try await send(address)
        },
        Mistake(
            "a passthrough to a server that does not run", issues: 0,
            says: "GET http://127.0.0.1:1/a: failed: URLError -1004 (no connection to the host), passed through"
        ) {
            HTTPMock.current.addResponses(
                forPath: "/a", host: "127.0.0.1:1", responses: [.passthrough], line: 3)
            try await send("http://127.0.0.1:1/a")
        },
        Mistake(
            "a response longer than the request's timeout", issues: 0,
            says: "failed: URLError -1001 (timed out), mocked by api.example.com/a  (ResponseMistakeTests.swift:3)"
        ) {
            respond(.json("[]", delivery: .delayed(0.4)))
            var request = URLRequest(url: try #require(URL(string: address)))
            request.timeoutInterval = 0.2
            _ = try await HTTPMock.current.data(for: request)
        },
        Mistake(
            "a text where JSON is read", says: "The given data was not valid JSON",
            "the last response was to GET https://api.example.com/a: text/plain, 5 bytes",
            "(ResponseMistakeTests.swift:3)"
        ) {
            respond(.plaintext("Alice"))
            _ = try await user()
        },
        Mistake(
            "an empty response where JSON is read",
            says: "the last response was to GET https://api.example.com/a: no Content-Type, 0 bytes",
            "(ResponseMistakeTests.swift:3)"
        ) {
            respond(.status(.ok))
            _ = try await user()
        },
        Mistake(
            "a response unused in a test that passed", says: "a response was never used",
            "api.example.com/b: 200  (ResponseMistakeTests.swift:4)",
            "To fix this, make the code under test request it, remove it, or mark it .optional()."
        ) {
            respond(.json("[]"))
            HTTPMock.current.addResponses(
                forPath: "/b", host: "api.example.com", responses: [.json("[]")], line: 4)
            try await send(address)
        },
    ]
}
