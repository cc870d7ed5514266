import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockContractTesting
import Testing

@testable import Shop

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Every answer that the shop's document allows, and two models that can't read some of them.
@Suite struct EveryAnswerTests {
    private let contract: APIContract

    init() throws {
        let url = try #require(
            Bundle.module.url(
                forResource: "shop.openapi", withExtension: "yaml"))
        contract = try APIContract(contentsOf: url)
    }

    @Test func readsEveryAnswerThatTheContractAllows() async throws {
        let sweep = try await sweepResponses(of: contract) { mock in
            let client = ShopClient(session: mock.urlSession)
            let products = try await client.products()
            #expect(products.allSatisfy { $0.id > 0 })
        }
        #expect(sweep.requests == ["GET /products"])
    }

    // MARK: What a sweep finds

    /// Requires a member that the document does not require.
    private struct NeedyProduct: Decodable {
        var kind: String
    }

    @Test func requiredMemberThatIsOptionalIsFound() async throws {
        let sweep = try await failingSweep { data in
            _ = try JSONDecoder().decode([NeedyProduct].self, from: data)
        }
        #expect(
            sweep.failures.map(\.variant) == ["200 body[0].kind absent"])
    }

    /// Knows fewer kinds than the document.
    private struct OldProduct: Decodable {
        enum Kind: String, Decodable { case furniture, light }

        var kind: Kind?
    }

    @Test func unknownValueOfAnEnumerationIsFound() async throws {
        let sweep = try await failingSweep { data in
            _ = try JSONDecoder().decode([OldProduct].self, from: data)
        }
        #expect(
            sweep.failures.map(\.variant) == [#"200 body[0].kind "garden""#])
    }

    /// Sweeps over code that decodes the catalogue, and expects that the sweep fails.
    private func failingSweep(
        decoding decode: @escaping @Sendable (Data) throws -> Void
    ) async throws -> ResponseSweep {
        var sweep: ResponseSweep?
        await withKnownIssue {
            sweep = try await sweepResponses(of: contract) {
                Host("shop.example") {
                    Path("/products") {
                        MockResponse.json(
                            #"[{"id":1,"name":"Lamp","kind":"light"}]"#)
                    }
                }
            } of: { mock in
                let url = try #require(
                    URL(string: "https://shop.example/products"))
                let (data, response) = try await mock.data(
                    for: URLRequest(url: url))
                guard (response as? HTTPURLResponse)?.statusCode == 200 else {
                    return
                }
                try decode(data)
            }
        }
        return try #require(sweep)
    }
}
