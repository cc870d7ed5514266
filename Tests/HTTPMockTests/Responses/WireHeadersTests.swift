import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct WireHeadersTests {
    private let mock = HTTPMock()

    @Test func everyRequestOfOneResponseGetsAResponseWithItsOwnURL() async throws {
        mock.addResponses(
            forPath: "/users/*", host: "api.example.com",
            responses: [.json("[]", status: .created, lifetime: .eternal, headers: ["X-Kind": "user"])])
        // Repeated and alternating, so that shared and new response objects follow each other.
        for path in ["/users/1", "/users/1", "/users/2", "/users/1", "/users/2"] {
            let url = try #require(URL(string: "https://api.example.com\(path)"))
            let response = try #require(try await mock.urlSession.data(from: url).1 as? HTTPURLResponse)
            #expect(response.url == url)
            #expect(response.statusCode == 201)
            #expect(response.value(forHTTPHeaderField: "X-Kind") == "user")
        }
    }

    @Test func responseObjectIsSharedOnlyForOneURLAndStatus() throws {
        let headers = WireHeaders(["X-Kind": "user"])
        let first = try #require(URL(string: "https://api.example.com/1"))
        let second = try #require(URL(string: "https://api.example.com/2"))
        func response(_ url: URL, _ status: Int) -> HTTPURLResponse? {
            headers.response(for: url, status: status) {
                HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers.dictionary)
            }
        }

        let shared = try #require(response(first, 200))
        #expect(response(first, 200) === shared)
        #expect(response(second, 200)?.url == second)
        #expect(response(second, 404)?.statusCode == 404)
        #expect(response(first, 200) !== shared)
    }
}
