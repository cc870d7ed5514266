import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Shop

@Suite(.httpMock) struct ShopScenarioTests {
    let mock = HTTPMock.current
    let client: ShopClient

    init() {
        client = ShopClient(session: mock.urlSession)
    }

    @Test func catalogueRecoversWhileTheRestIsDown() async throws {
        mock.givenShopIsInMaintenance()
        await #expect(throws: ShopClient.Failure.unavailable) {
            try await client.products()
        }

        // More specific than the catch-all, so it wins.
        mock.givenProductsSucceeds()

        #expect(try await client.products() == HTTPMock.products)
        await #expect(throws: ShopClient.Failure.unavailable) {
            try await client.place(.init(product: 1, quantity: 1))
        }
    }

    @Test func shopRecoversAsAWhole() async throws {
        mock.givenShopIsUnreachable()
        await #expect(throws: ShopClient.Failure.offline) {
            try await client.products()
        }

        mock.givenShopRecovers()

        #expect(try await client.products() == HTTPMock.products)
    }

    @Test func catalogueRecoversByItself() async throws {
        mock.givenProductsRecovers(after: 2)

        for _ in 1...2 {
            await #expect(throws: ShopClient.Failure.unavailable) {
                try await client.products()
            }
        }
        #expect(try await client.products() == HTTPMock.products)
    }

    @Test func ordersAreNumbered() async throws {
        mock.givenOrdersSucceeds()
        mock.givenProductIsOutOfStock(2)

        #expect(
            try await client.place(.init(product: 1, quantity: 1)).number == 1)
        await #expect(throws: ShopClient.Failure.outOfStock) {
            try await client.place(.init(product: 2, quantity: 1))
        }
        #expect(
            try await client.place(.init(product: 3, quantity: 1)).number == 2)
        await #expect(throws: ShopClient.Failure.unexpected(status: 400)) {
            try await client.place(.init(product: 1, quantity: 0))
        }
    }

    @Test func unexpectedRequestIsReported() async throws {
        let (reports, report) = AsyncStream.makeStream(of: String.self)
        mock.givenProductsSucceeds()
        mock.givenUnexpectedRequestsAreReported { report.yield($0) }

        _ = try await client.products()
        await #expect(throws: ShopClient.Failure.unexpected(status: 501)) {
            try await client.place(.init(product: 1, quantity: 1))
        }

        report.finish()
        #expect(
            await reports.reduce(into: []) { $0.append($1) } == ["POST /orders"]
        )
    }
}
