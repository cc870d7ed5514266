import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(
    .httpMock(host: "example.com") {
        Path("/feed") {
            MockResponse.plaintext(
                "old", lifetime: .eternal, headers: ["ETag": #""v1""#])
        }
        // One more condition, so this one wins if the client has the entry.
        Path("/feed", when: .header("If-None-Match", #""v1""#)) {
            MockResponse.status(
                .notModified, lifetime: .eternal, headers: ["ETag": #""v1""#])
        }
    })
struct CachingTests {
    let mock = HTTPMock.current
    let client = CachingClient(session: HTTPMock.current.urlSession)

    @Test func keepsWhatHasNotChanged() async throws {
        #expect(try await client.data(from: .recipe("/feed")) == Data("old".utf8))
        #expect(try await client.data(from: .recipe("/feed")) == Data("old".utf8))

        #expect(mock.requests.map(\.status) == [200, 304])
        #expect(mock.requests.last?.header("If-None-Match") == #""v1""#)
    }

    @Test func loadsWhatHasChanged() async throws {
        _ = try await client.data(from: .recipe("/feed"))
        mock.addResponses(
            forPath: "/feed", priority: 1,
            responses: [.plaintext("new", headers: ["ETag": #""v2""#])])

        #expect(try await client.data(from: .recipe("/feed")) == Data("new".utf8))
        #expect(mock.requests.map(\.status) == [200, 200])
    }

    @Test func asksTheServerAndNoCache() async throws {
        _ = try await client.data(from: .recipe("/feed"))

        let request = try mock.request(.get, "/feed").urlRequest
        #expect(request.cachePolicy == .reloadIgnoringLocalCacheData)
    }
}
