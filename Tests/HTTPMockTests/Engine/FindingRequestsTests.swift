import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct FindingRequestsTests {
    private let mock = HTTPMock()

    init() async throws {
        for (method, url) in [
            ("POST", "https://api.a.com/login"), ("GET", "https://api.a.com/users/7?page=1&tag=a"),
            ("GET", "https://b.com:8080/users/7"),
        ] {
            var request = URLRequest(url: try #require(URL(string: url)))
            request.httpMethod = method
            if method == "POST" { request.httpBody = Data(#"{"user":"alice"}"#.utf8) }
            _ = try await mock.data(for: request)
        }
    }

    @Test(arguments: [
        ("/users/*", String?.none, 2), ("/users/*", "api.*.com", 1), ("https://api.a.com/users/7", nil, 1),
        ("https://api.a.com/users/7?tag=a&page=1", nil, 1), ("https://api.a.com/users/7?page=1", nil, 0),
        ("http://b.com:8080/users/{id}", nil, 1), ("https://b.com:9090/users/{id}", nil, 0),
        ("https://**/users/7?page=*&tag=a", nil, 1), ("/users/7?page=1&tag=a", nil, 1),
        ("/users/7?tag=a&page=1", nil, 0),
    ])
    func requestsAreFilteredByPathOrURL(path: String, host: String?, count: Int) {
        #expect(mock.requests(.get, path, host: host).count == count)
        #expect(mock.requests(method: .get, host: host, path: path).count == count)
        #expect(mock.requests(.put, path, host: host).isEmpty)
    }

    @Test func onlyRequestIsReturned() throws {
        struct Login: Decodable { var user: String }
        #expect(try mock.request(.post, "/login").json(as: Login.self).user == "alice")
        #expect(try mock.request(.get, "/users/*", host: "b.com").port == 8080)
        #expect(try mock.request(.get, "https://b.com:8080/users/7").method == .get)
    }

    @Test func longAddressOfTheNearestRequestIsCut() async throws {
        let mock = HTTPMock()
        mock.unmockedPolicy = .notFound
        let long = String(repeating: "a", count: 20_000)
        let url = try #require(URL(string: "https://a.com/\(long)?\(long)"))
        _ = try await mock.data(for: URLRequest(url: url))

        let error = #expect(throws: HTTPMockError.self) { try mock.request(.get, "/b?c") }
        let lines = try #require(error?.message.split(separator: "\n"))
        #expect(lines.contains { $0.hasPrefix("  nearest: GET /aaa") })
        #expect(lines.allSatisfy { $0.utf8.count < long.utf8.count })
    }

    @Test func missingRequestIsAnErrorWithTheNearest() {
        let error = #expect(throws: HTTPMockError.self) { try mock.request(.post, "/logout") }
        #expect(error?.cause == .noSuchRequest)
        #expect(
            error?.message == """
                HTTPMock: POST /logout did not arrive
                  nearest: POST /login
                    path is "/login", expected "/logout"
                  these arrived:
                    POST https://api.a.com/login
                    GET https://api.a.com/users/7?page=1&tag=a
                    GET https://b.com:8080/users/7
                """)
    }

    @Test(arguments: [
        "/logout?token=planted-secret", "/logout;token=planted-secret", "/logout?a=planted b&token=planted-secret",
        "https://api.a.com/logout?token=planted-secret", "post /logout?token=planted-secret",
    ])
    func expectedSecretIsMasked(path: String) throws {
        let error = #expect(throws: HTTPMockError.self) { try mock.request(.post, path) }
        let message = try #require(error?.message)
        #expect(message.contains("token=REDACTED"))
        #expect(!message.contains("planted-secret"))
    }

    @Test func severalRequestsAreAnError() {
        let error = #expect(throws: HTTPMockError.self) { try mock.request(.get, "/users/7") }
        #expect(error?.cause == .severalRequests)
        let first = "HTTPMock: GET /users/7 arrived 2 times. To fix this, use requests(_:_:), or narrow the filter.\n"
        #expect(error?.message.hasPrefix(first) == true)
    }

    @Test func urlWithAHostOfItsOwnIsAnInvalidPattern() {
        let error = #expect(throws: HTTPMockError.self) { try mock.request(.get, "https://b.com/x", host: "b.com") }
        #expect(error?.cause == .invalidPattern)
        #expect(throws: HTTPMockError.self) { try mock.request(.get, "https://u@b.com/x") }
    }

    @Test func requestIsWaitedForByMethodAndPathOrURL() async throws {
        let record = try await mock.waitForRequest(.post, "/login", timeout: .seconds(600))
        #expect(record.request.host == "api.a.com")
        try await mock.waitForRequest(.get, "https://b.com:8080/users/7", timeout: .seconds(600))
        let error = await #expect(throws: HTTPMockError.self) {
            try await mock.waitForRequest(.delete, "/login", timeout: .zero)
        }
        #expect(error?.cause == .noSuchRequest)
    }
}
