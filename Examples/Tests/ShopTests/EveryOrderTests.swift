import HTTPMock
import HTTPMockTesting
import Testing

@testable import Shop

/// Every order of the responses to two searches, and a model whose last answer wins by luck.
@Suite struct EveryOrderTests {
    @MockBuilder private static var searches: [MockElement] {
        Host("shop.example") {
            Path("/search", query: ["q": "s"]) {
                MockResponse.json(#"["sun","sea"]"#)
            }
            Path("/search", query: ["q": "se"]) {
                MockResponse.json(#"["sea"]"#)
            }
        }
    }

    @Test func theLastSearchWins() async throws {
        let sweep = try await sweepOrders {
            Self.searches
        } of: { mock in
            let model = await SearchModel(
                client: ShopClient(session: mock.urlSession))
            await model.type("s")
            await model.type("se")
            await model.finish()
            #expect(await model.results == ["sea"])
        }
        #expect(sweep.failures.isEmpty)
    }

    // MARK: What a sweep finds

    /// Shows the results that arrive last.
    private actor LuckyModel {
        private(set) var results: [String] = []

        func search(_ text: String, _ client: ShopClient) async {
            results = (try? await client.search(text)) ?? []
        }
    }

    @Test func staleResultIsFound() async throws {
        var sweep: OrderSweep?
        try await withKnownIssue(isIntermittent: true) {
            sweep = try await sweepOrders {
                Self.searches
            } of: { mock in
                let client = ShopClient(session: mock.urlSession)
                let model = LuckyModel()
                async let first: Void = model.search("s", client)
                _ = try await mock.waitForRequest(path: "/search")
                await model.search("se", client)
                await first
                #expect(await model.results == ["sea"])
            }
        } matching: { issue in
            issue.comments.contains {
                $0.rawValue.contains(
                    "the code fails if responses arrive in another order")
            }
        }
        // On a busy machine, the second request may come too late to meet the first.
        #expect(sweep?.failures.isEmpty == false || sweep?.runs.count == 1)
    }
}
