import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.httpMock) struct FlakyNetworkTests {
    let mock = HTTPMock.current
    let client: RetryingClient

    init() {
        client = RetryingClient(session: mock.urlSession, firstWait: .zero)
    }

    @Test(arguments: [
        MockResponse.failure(.notConnectedToInternet),
        .failure(
            .cannotConnectToHost, delivery: .delayed(0.001...0.005, seed: 7)),
        .plaintext(
            "cut off", delivery: .failing(.networkConnectionLost, afterBytes: 3)
        ),
        .status(.badGateway),
    ])
    func survivesOneFailure(trouble: MockResponse) async throws {
        mock.addResponses(
            forPath: "/data", responses: [trouble, .plaintext("whole")])
        #expect(
            try await client.data(for: .recipe("/data")) == Data("whole".utf8))
    }

    @Test func readsTheWholeBodyOverASlowLink() async throws {
        let body = Data((0..<200).map { UInt8($0) })
        mock.addResponses(
            forPath: "/data",
            responses: [
                .data(
                    body,
                    delivery: .chunked(size: 7, every: .microseconds(100))
                        .after(.milliseconds(1)))
            ])
        #expect(try await client.data(for: .recipe("/data")) == body)
    }

    /// The mock loses every third request; with retries, all requests succeed.
    @Test func survivesALinkThatLosesEveryThirdRequest() async throws {
        mock.addResponses(
            forPath: "/data/{n}",
            responses: [
                .handler { request in
                    guard !request.callCount.isMultiple(of: 3) else {
                        throw URLError(.networkConnectionLost)
                    }
                    return .plaintext(request.pathParameter("n") ?? "?")
                }
            ])
        var client = client
        client.attempts = 50
        let texts = try await withThrowingTaskGroup(of: String.self) {
            [client] group in
            for number in 1...30 {
                group.addTask {
                    String(
                        decoding: try await client.data(
                            for: .recipe("/data/\(number)")), as: UTF8.self)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == Set((1...30).map(String.init)))
    }
}
