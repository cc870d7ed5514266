import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The snippets of the module's documentation, as they are written there.
@Suite(.bounded) struct DocumentationTests {
    struct User: Codable, Equatable {
        let name: String
    }

    struct UserClient {
        let session: URLSession

        func user() async throws -> User {
            let url = try #require(URL(string: "https://api.example.com/user"))
            return try JSONDecoder().decode(User.self, from: try await session.data(from: url).0)
        }
    }

    static let user = User(name: "Alice")

    @Suite struct Landing {
        let user = DocumentationTests.user

        @Test func checking() async throws {
            let mock = HTTPMock()
            for (method, path) in [
                ("POST", "auth/phone"), ("POST", "auth/sms"), ("GET", "profile"), ("POST", "login"), ("GET", "users/1"),
                ("GET", "users/2"),
            ] { await get("https://api.example.com/\(path)", from: mock, method: method) }
            mock.verify(.post, "/login", times: 1)
            mock.verify(.get, "/users/*", host: "api.example.com", times: 2...)
            mock.verifyInOrder(["POST /auth/phone", "POST /auth/sms", "GET /profile"])
        }

        @Test func runbook() async throws {
            let mock = HTTPMock()
            mock.addResponses(
                forPath: "/user", host: "api.example.com", responses: [.encodable(user, lifetime: .eternal)])
            await get("https://api.example.com/user", from: mock)
            await get("https://api.example.com/track", from: mock)
            try await mock.waitForRequest(path: "/track", timeout: .seconds(60))
            #expect(mock.requestSummary == "GET /user\nGET /track")
            var printed: [String] = []
            func print(_ value: Any) { printed.append("\(value)") }
            print(mock.requestSummary)
            for record in mock.requests { print(record) }
            print(mock.requests.last?.outcome as Any)
            #expect(printed.count == 4 && printed[0] == "GET /user\nGET /track")
        }

        @Test func optionalResponseIsNotMissed() {
            let mock = HTTPMock()
            mock.addResponses(forPath: "/user") {
                MockResponse.encodable(user).optional()
            }
            #expect(mock.unusedResponses.isEmpty)
        }
    }

    /// Every message that the runbook quotes is one that the package has.
    @Test func quotedMessagesAreTheRealOnes() throws {
        let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let article = root.appendingPathComponent(
            "Sources/HTTPMock/HTTPMock.docc/MyMockIsNeverCalled.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let quotes = text.matches(of: /(?m)^> Message: `(.*)`$/).map(\.1)
        #expect(quotes.count == 6)
        let folder = root.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let tests = try (files ?? .init()).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for quote in quotes where !quote.contains("showsUser") && !quote.contains("/users?page") {
            #expect(tests.contains(quote), "\(quote)")
        }
    }
}

private let user = DocumentationTests.user

@Suite(.bounded) struct LandingPageTests {
    typealias UserClient = DocumentationTests.UserClient

    @Test(
        .httpMock {
            Host("api.example.com") { Path("/user") { MockResponse.encodable(user) } }
        })
    func showsUser() async throws {
        let client = UserClient(session: HTTPMock.current.urlSession)
        #expect(try await client.user() == user)
    }

    @Test(
        .httpMock(interceptingSharedSession: true) {
            Host("api.example.com") { Path("/user") { MockResponse.encodable(user) } }
        })
    func showsUserOfTheSharedSession() async throws {
        #expect(try await UserClient(session: .shared).user() == user)
    }
}
