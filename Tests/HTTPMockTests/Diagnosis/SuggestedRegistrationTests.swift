import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The advice of a diagnosis, printed and pasted: the code of each row is read from this file and looked up in the
/// text, so that what runs is what was printed.
@Suite(.bounded) struct SuggestedRegistrationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let request: URLRequest
        let arrange: @Sendable (HTTPMock) -> Void
        /// The line above the pasted statement's.
        let line: Int
        let paste: @Sendable (HTTPMock) -> Void
        let dsl: @Sendable () -> [MockElement]

        init(
            _ method: String, _ url: String, body: String? = nil,
            arrange: @escaping @Sendable (HTTPMock) -> Void = { _ in }, line: Int,
            _ paste: @escaping @Sendable (HTTPMock) -> Void, @MockBuilder dsl: @escaping @Sendable () -> [MockElement]
        ) {
            var request = URLRequest(url: URL(string: url) ?? URL(fileURLWithPath: "/"))
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            self.request = request
            self.arrange = arrange
            self.line = line + 1
            self.paste = paste
            self.dsl = dsl
        }

        var testDescription: String { "\(request.httpMethod ?? "") \(request.url, default: "")" }
    }

    /// No literal has a value that is not UTF-8, so the suggestion has the whole URL.
    @Test func queryThatIsNotUTF8IsSuggestedAsURL() async throws {
        let mock = HTTPMock()
        let url = try #require(URL(string: "https://api.example.com/s?q=%FF&r=100%25"))
        _ = try await mock.data(for: URLRequest(url: url))
        let request = try #require(mock.requests.last).request
        let suggested = SuggestedRegistration(for: request).lines(as: .statement)
        #expect(
            suggested == [
                #"  mock.addResponses(forURL: "https://api.example.com/s?q=%FF&r=100%25", method: .get, responses: [.empty()])"#
            ])

        mock.addResponses(
            forURL: "https://api.example.com/s?q=%FF&r=100%25", method: .get, responses: [.empty()])
        let (_, response) = try await mock.data(for: URLRequest(url: url))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
    }

    @Test(arguments: rows) func pastedAdviceMakesTheSameRequestSucceed(row: Row) async throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
        let statement = source[row.line].trimmingCharacters(in: .whitespaces)
        let block = source[(row.line + 2)...].prefix { !$0.hasPrefix("            }") }.map { $0.dropFirst(16) }
        let (mock, other) = (HTTPMock(), HTTPMock())
        for mock in [mock, other] {
            row.arrange(mock)
            // Until what was arranged, if it answers the request, has run out.
            for _ in 0..<3 { _ = try? await mock.data(for: row.request) }
        }
        let record = try #require(mock.requests.last)
        guard case .unmocked(let diagnosis) = record.outcome else {
            Issue.record("it was not unmocked")
            return
        }
        let lines = "\(diagnosis)".components(separatedBy: "\n")
        #expect(lines.contains("    \(statement)"))
        let suggestion = diagnosis.repetition ?? SuggestedRegistration(for: record.request)
        let inTree = suggestion.lines(as: .tree).joined(separator: "\n")
        #expect(inTree.contains(block.map { "  \($0)" }.joined(separator: "\n")))

        row.paste(mock)
        other.registerResponses { row.dsl() }

        for mock in [mock, other] {
            let (_, response) = try await mock.data(for: row.request)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
            guard case .mocked = mock.requests.last?.outcome else {
                Issue.record("it was not mocked")
                continue
            }
        }
    }

    // swift-format-ignore
    static let rows: [Row] = [
            Row("GET", "https://api.example.com/users/7?page=2",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/users/7", host: "api.example.com", method: .get, query: ["page": "2"], responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/users/7", method: .get, query: ["page": "2"]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("POST", "https://api.example.com/login", body: "a=b",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/login", host: "api.example.com", method: .post, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/login", method: .post) {
                        MockResponse.empty()
                    }
                }
            },
            Row("PURGE", "https://cache.example.com/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "cache.example.com", method: "PURGE", responses: [.empty()])
            } dsl: {
                Host("cache.example.com") {
                    Path("/x", method: "PURGE") {
                        MockResponse.empty()
                    }
                }
            },
            Row("patch", "https://cache.example.com/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "cache.example.com", method: "patch", responses: [.empty()])
            } dsl: {
                Host("cache.example.com") {
                    Path("/x", method: "patch") {
                        MockResponse.empty()
                    }
                }
            },
            Row("M-SEARCH", "https://cache.example.com/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "cache.example.com", method: "M-SEARCH", responses: [.empty()])
            } dsl: {
                Host("cache.example.com") {
                    Path("/x", method: "M-SEARCH") {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("HEAD", "https://api.example.com/a/",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/a/", host: "api.example.com", method: .head, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/a/", method: .head) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/v1;token=s3cret/a%2Ab",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/*/a%2Ab", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/*/a%2Ab", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/s;token=s3cret?q=%FF",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/*", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/*", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com//double//",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "//double//", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("//double//", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/s?tag=a&tag=b&flag&empty=&x=a%3Db+c",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/s", host: "api.example.com", method: .get, query: ["tag": "a", "tag": "b", "flag": nil, "empty": "", "x": "a=b+c"], responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/s", method: .get, query: ["tag": "a", "tag": "b", "flag": nil, "empty": "", "x": "a=b+c"]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/s?",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/s", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/s", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/s?&&a",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/s", host: "api.example.com", method: .get, query: ["": nil, "": nil, "a": nil], responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/s", method: .get, query: ["": nil, "": nil, "a": nil]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/s?q=%22quoted%22%5C%5C(x)%0A%00",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/s", host: "api.example.com", method: .get, query: ["q": "\"quoted\"\\\\(x)\n\0"], responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/s", method: .get, query: ["q": "\"quoted\"\\\\(x)\n\0"]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/s?q=%F0%9F%8E%89&q%20name=e%CC%81",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/s", host: "api.example.com", method: .get, query: ["q": "🎉", "q name": "é"], responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/s", method: .get, query: ["q": "🎉", "q name": "é"]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/caf%C3%A9/a%20b%2Fc",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/caf%C3%A9/a%20b%2Fc", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/caf%C3%A9/a%20b%2Fc", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/files/a*b/**/%2A",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/files/a%2Ab/%2A%2A/%2A", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/files/a%2Ab/%2A%2A/%2A", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/%7Bid%7D/x%7D",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/%7Bid%7D/x%7D", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/%7Bid%7D/x%7D", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/proxy/http://other.com/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/proxy/http%3A//other.com/x", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/proxy/http%3A//other.com/x", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/a/../b/./c;v=1#part",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/b/c;v=1", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/b/c;v=1", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/%E2%80%8B%FF%25",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/%E2%80%8B%FF%25", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/%E2%80%8B%FF%25", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://[::1]:8080/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "[::1]:8080", method: .get, responses: [.empty()])
            } dsl: {
                Host("[::1]:8080") {
                    Path("/x", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://[fe80::1%25eb0]/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "[fe80::1%25eb0]", method: .get, responses: [.empty()])
            } dsl: {
                Host("[fe80::1%25eb0]") {
                    Path("/x", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://münchen.example/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "xn--mnchen-3ya.example", method: .get, responses: [.empty()])
            } dsl: {
                Host("xn--mnchen-3ya.example") {
                    Path("/x", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://API.Example.com:443/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/x", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "http://localhost:8080/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "localhost:8080", method: .get, responses: [.empty()])
            } dsl: {
                Host("localhost:8080") {
                    Path("/x", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://localhost:80/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "localhost:80", method: .get, responses: [.empty()])
            } dsl: {
                Host("localhost:80") {
                    Path("/x", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "http:///nohost",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/nohost", host: "**", method: .get, responses: [.empty()])
            } dsl: {
                Host("**") {
                    Path("/nohost", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://user:s3cret@api.example.com/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/x", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/x?access_token=abc&q=1&code=",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "api.example.com", method: .get, query: ["access_token": Query.any, "q": "1", "code": Query.any], responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/x", method: .get, query: ["access_token": Query.any, "q": "1", "code": Query.any]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "myapp://open/x?y=1",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/x", host: "open", method: .get, query: ["y": "1"], responses: [.empty()])
            } dsl: {
                Host("open") {
                    Path("/x", method: .get, query: ["y": "1"]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "file:///etc/x",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/etc/x", host: "**", method: .get, responses: [.empty()])
            } dsl: {
                Host("**") {
                    Path("/etc/x", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "urn:isbn:1",
                line: #line
            ) { mock in
                mock.addResponses(forPath: "isbn:1", host: "**", method: .get, responses: [.empty()])
            } dsl: {
                Host("**") {
                    Path("isbn:1", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/near?b=2",
                arrange: {
                    $0.addResponses(forPath: "/near", host: "api.example.com", method: .post, query: ["a": "1"], responses: [.empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/near", host: "api.example.com", method: .get, query: ["b": "2"], responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/near", method: .get, query: ["b": "2"]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/spent",
                arrange: {
                    $0.addResponses(forPath: "/spent", host: "api.example.com", responses: [.empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/spent", host: "api.example.com", responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/spent") {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/spent?q=swift&page=2",
                arrange: {
                    $0.addResponses(forPath: "/spent", host: "api.example.com", query: ["q": "swift"], matching: .contains, responses: [.empty(), .empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/spent", host: "api.example.com", query: ["q": "swift"], matching: .contains, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/spent", query: ["q": "swift"], matching: .contains) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/spent?q=swift&page",
                arrange: {
                    $0.addResponses(forPath: "spent", host: "API.example.com", method: .get, query: ["q": Query.any, "page": nil], responses: [.empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/spent", host: "api.example.com", method: .get, query: ["q": Query.any, "page": nil], responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/spent", method: .get, query: ["q": Query.any, "page": nil]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/spent",
                arrange: {
                    $0.addResponses(forPath: "/spent", host: "api.example.com", query: [:], responses: [.empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/spent", host: "api.example.com", query: [:], responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/spent", query: [:]) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/users/7",
                arrange: {
                    $0.addResponses(forPath: "/users/{id}", host: "*.example.com", responses: [.empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/users/{id}", host: "*.example.com", responses: [.empty()])
            } dsl: {
                Host("*.example.com") {
                    Path("/users/{id}") {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/a/b%2Fc/d",
                arrange: {
                    $0.addResponses(forPath: "/**/b%2Fc/*", host: "**", responses: [.empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/**/b%2Fc/*", host: "**", responses: [.empty()])
            } dsl: {
                Host("**") {
                    Path("/**/b%2Fc/*") {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com:8080/%2A/caf%C3%A9",
                arrange: {
                    $0.addResponses(forPath: "/%2A/caf%C3%A9", host: "api.*:8080", responses: [.empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/%2A/caf%C3%A9", host: "api.example.com:8080", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com:8080") {
                    Path("/%2A/caf%C3%A9", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
            Row("POST", "https://api.example.com/c", body: "say \"hi\" \\\\",
                arrange: {
                    $0.addResponses(forPath: "/c", host: "api.example.com", method: "POST", when: .body(containing: "say \"hi\" \\"), .scheme("HTTPS"), responses: [.empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/c", host: "api.example.com", method: .post, when: .body(containing: "say \"hi\" \\"), .scheme("HTTPS"), responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/c", method: .post, when: .body(containing: "say \"hi\" \\"), .scheme("HTTPS")) {
                        MockResponse.empty()
                    }
                }
            },
            Row("GET", "https://api.example.com/c",
                arrange: {
                    $0.addResponses(forPath: "/c", host: "api.example.com", when: .header("Content-Type"), .header("X-A", "*b"), .graphQL(operation: "Q"), responses: [.empty()])
                },
                line: #line
            ) { mock in
                mock.addResponses(forPath: "/c", host: "api.example.com", method: .get, responses: [.empty()])
            } dsl: {
                Host("api.example.com") {
                    Path("/c", method: .get) {
                        MockResponse.empty()
                    }
                }
            },
    ]
}
