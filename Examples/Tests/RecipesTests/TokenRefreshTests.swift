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
        Path("/items/{id}") {
            MockResponse.status(.unauthorized, lifetime: .eternal)
        }
        // One more condition, so this one wins if the token is new.
        Path("/items/{id}", when: .bearerToken("new")) {
            MockResponse.handler {
                .plaintext("item \($0.pathParameter("id") ?? "?")")
            }
        }
    })
struct TokenRefreshTests {
    let mock = HTTPMock.current
    let client: AuthorizedClient

    init() {
        client = AuthorizedClient(
            session: mock.urlSession, tokenURL: .recipe("/token"), token: "old")
    }

    @Test func refreshesTheTokenOnceForFiftyRequests() async throws {
        let gate = ResponseGate()
        mock.addResponses(
            forPath: "/token", method: .post,
            responses: [.plaintext("new", delivery: .held(gate))])

        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 1...50 {
                group.addTask {
                    String(
                        decoding: try await client.data(
                            for: .recipe("/items/\(number)")), as: UTF8.self)
                }
            }
            // The refresh has begun. Requests that are refused now wait for it.
            await gate.reached()
            gate.open()
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(texts == Set((1...50).map { "item \($0)" }))
        #expect(mock.requests(method: .post, path: "/token").count == 1)
    }

    @Test func failsAllRequestsIfTheRefreshFails() async throws {
        mock.addResponses(
            forPath: "/token", method: .post,
            responses: [.status(.forbidden, lifetime: .eternal)])

        await withTaskGroup(of: Void.self) { group in
            for number in 1...50 {
                group.addTask {
                    await #expect(throws: StatusError(status: 403)) {
                        try await client.data(for: .recipe("/items/\(number)"))
                    }
                }
            }
        }
    }
}
