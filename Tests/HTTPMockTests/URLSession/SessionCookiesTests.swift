import Foundation
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct SessionCookiesTests {
    private let url = URL(string: "https://a.example/x")
    private let configuration = URLSessionConfiguration.ephemeral

    /// Returns a storage with one cookie.
    private func storage(_ name: String) throws -> HTTPCookieStorage {
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let properties: [HTTPCookiePropertyKey: Any] = [
            .name: name, .value: "1", .domain: "a.example", .path: "/",
        ]
        storage.setCookie(try #require(HTTPCookie(properties: properties)))
        return storage
    }

    /// FoundationNetworking adds the session's cookies also to a request that wants none.
    @Test(arguments: [("session=1", nil), ("mine=1", "mine=1"), (nil, nil)])
    func requestWithoutCookieHandlingLosesTheSessionsCookiesOnly(added: String?, left: String?) throws {
        let url = try #require(url)
        configuration.httpCookieStorage = try storage("session")
        var cookies = SessionCookies(own: try storage("own"), configuration: configuration)
        var request = URLRequest(url: url)
        request.httpShouldHandleCookies = false
        request.setValue(added, forHTTPHeaderField: "Cookie")
        #expect(cookies.replacing(in: request, for: url).value(forHTTPHeaderField: "Cookie") == left)
    }

    @Test func requestWithCookieHandlingGetsTheOwnCookies() throws {
        let url = try #require(url)
        configuration.httpCookieStorage = try storage("session")
        var cookies = SessionCookies(own: try storage("own"), configuration: configuration)
        var request = URLRequest(url: url)
        request.setValue("session=1", forHTTPHeaderField: "Cookie")
        #expect(cookies.replacing(in: request, for: url).value(forHTTPHeaderField: "Cookie") == "own=1")
    }
}
