import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(
    .httpMock {
        Host("api.example.com") {
            Path("/users/{id}") { MockResponse.encodable(User(id: 7, name: "Alice"), lifetime: .eternal) }
        }
    })
struct ProfileTests {
    let client = UserClient(session: HTTPMock.current.urlSession)

    @Test func showsTheUser() async throws {
        #expect(try await client.user(7).name == "Alice")
    }

    @Test(.httpMock { Host("api.example.com") { Path("/users/8") { MockResponse.empty(status: .notFound) } } })
    func failsForAMissingUser() async throws {
        await #expect(throws: DecodingError.self) { try await client.user(8) }
    }
}

final class ProfileXCTests: XCTestCase {
    func testShowsTheUser() async throws {
        let mock = makeHTTPMock {
            Host("api.example.com") {
                Path("/users/7") { MockResponse.encodable(User(id: 7, name: "Alice")) }
            }
        }

        let user = try await UserClient(session: mock.urlSession).user(7)
        XCTAssertEqual(user.name, "Alice")
    }
}

/// The documents' snippets about the trait and the checks, with their promised effects.
@Suite(.bounded) struct TestingSnippetTests {
    @Test(.httpMock)
    func registersInTheTest() async throws {
        let mock = HTTPMock.current
        mock.addResponses(forPath: "/users/7", host: "api.example.com") {
            MockResponse.encodable(User(id: 7, name: "Alice"))
            MockResponse.empty(status: .serviceUnavailable).optional()
        }

        #expect(try await UserClient(session: mock.urlSession).user(7).name == "Alice")
    }

    @Test func anInstanceIsStrictByItsPolicy() async throws {
        try await withKnownIssue {
            let mock = HTTPMock()
            mock.unmockedPolicy = .recordIssue

            let url = try #require(URL(string: "https://example.com/"))
            let (_, response) = try await mock.urlSession.data(from: url)
            #expect((response as? HTTPURLResponse)?.statusCode == 404)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("no response for GET https://example.com/") }
        }
    }

    @Test(
        .httpMock {
            Host("api.example.com") {
                Path("/auth/*", method: .post) { MockResponse.status(.noContent, lifetime: .multiple(2)) }
                Path("/users/7") { MockResponse.encodable(User(id: 7, name: "Alice")) }
            }
        })
    func signsIn() async throws {
        let mock = HTTPMock.current
        let client = UserClient(session: mock.urlSession)
        try await client.signIn("+100")
        _ = try await client.user(7)

        mock.verify(.post, "/auth/phone", times: 1)
        mock.verify(.post, "/auth/*", host: "api.example.com", times: 2...)
        mock.verify("/users/{id}")  // any method, once or more
        mock.verify(.delete, "/users/7", times: 0)

        mock.verifyInOrder(["POST /auth/phone", "POST /auth/sms", "GET /users/*"])

        mock.expectRequests {
            """
            POST /auth/phone
            POST /auth/sms
            GET /users/7
            """
        }

        await theTextOfAFailureIsTheOneShown(mock)
    }

    private func theTextOfAFailureIsTheOneShown(_ mock: HTTPMock) async {
        withKnownIssue {
            mock.verify(.post, "/auth/email", times: 1)
        } matching: { issue in
            // The framework puts a text of its own before the comment.
            issue.comments.contains { comment in
                Self.document("Sources/HTTPMock/HTTPMock.docc/CheckingRequests.md")
                    .contains("```text\n\(comment.rawValue)\n```\n")
            }
        }
    }

    @Test(arguments: ["README.md", "Sources/HTTPMock/HTTPMock.docc/GettingStarted.md"])
    func theFirstFailureIsTheOneShown(document: String) async throws {
        try await withKnownIssue {
            let mock = HTTPMock()
            mock.unmockedPolicy = .recordIssue
            mock.registerResponses {
                Host("api.example.com") {
                    Path("/users/7") { MockResponse.encodable(User(id: 7, name: "Alice")) }
                }
            }
            _ = try await mock.urlSession.data(from: try #require(URL(string: "https://api.example.com/user/7")))
        } matching: { issue in
            issue.comments.contains { comment in
                let shown = comment.rawValue.replacing(/TestingSnippetTests\.swift:\d+/, with: "UserTests.swift:11")
                return Self.document(document).contains("```text\n\(shown)\n```\n")
            }
        }
    }

    private static func document(_ path: String) -> String {
        let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        return (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }

    /// Compiled and not run: it would write into this file.
    private func isWrittenByTheTest(_ mock: HTTPMock) {
        mock.expectRequests()
    }

    @Test(
        .httpMock(interceptingSharedSession: true) {
            Host("api.example.com") {
                Path("/users/{id}") { MockResponse.encodable(User(id: 7, name: "Alice")) }
            }
        }, arguments: 1...20)
    func usesTheSharedSession(id: Int) async throws {
        #expect(try await SharedClient.user(id).name == "Alice")  // asks URLSession.shared
        HTTPMock.current.verify("/users/\(id)", times: 1)
    }
}
