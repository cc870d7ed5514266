import Foundation
import HTTPMock

@testable import Shop

/// The scenarios of the shop's tests; a test combines some of them.
extension HTTPMock {
    static let products = [
        ShopClient.Product(id: 1, name: "Lamp"),
        ShopClient.Product(id: 2, name: "Desk"),
    ]

    // MARK: All of the shop

    /// Every request fails, unless a more specific registration matches.
    func givenShopIsUnreachable() {
        replaceResponses(
            forPath: "/**", host: "shop.example",
            responses: [.failure(.cannotConnectToHost, lifetime: .eternal)])
    }

    /// Every request gets a 503, unless a more specific registration matches.
    func givenShopIsInMaintenance() {
        replaceResponses(
            forPath: "/**", host: "shop.example",
            responses: [.status(.serviceUnavailable, lifetime: .eternal)])
    }

    /// The catalogue and orders succeed: the same pattern replaces what the two scenarios above have registered.
    func givenShopRecovers() {
        replaceResponses(
            forPath: "/**", host: "shop.example",
            responses: [
                .handler { request in
                    switch (request.method, request.path) {
                    case (.get, "/products"): .encodable(Self.products)
                    case (.post, "/orders"):
                        .encodable(
                            ShopClient.Receipt(number: request.callCount),
                            status: .created)
                    default: .status(.notFound)
                    }
                }
            ])
    }

    // MARK: The catalogue

    func givenProductsSucceeds() {
        replaceResponses(
            forPath: "/products", host: "shop.example", method: .get,
            responses: [.encodable(Self.products, lifetime: .eternal)])
    }

    /// The catalogue recovers after a number of requests.
    func givenProductsRecovers(after failureCount: Int) {
        replaceResponses(
            forPath: "/products", host: "shop.example", method: .get,
            responses: [
                .status(.serviceUnavailable, lifetime: .multiple(failureCount)),
                .encodable(Self.products, lifetime: .eternal),
            ])
    }

    // MARK: Orders

    /// Each order gets a receipt with the number of its request; an order of no piece is refused.
    func givenOrdersSucceeds() {
        replaceResponses(
            forPath: "/orders", host: "shop.example", method: .post,
            responses: [
                .handler { request in
                    let order = try request.json(as: ShopClient.Order.self)
                    guard order.quantity > 0 else {
                        return .status(.badRequest)
                    }
                    return .encodable(
                        ShopClient.Receipt(number: request.callCount),
                        status: .created)
                }
            ])
    }

    /// Orders of one product are refused; a condition distinguishes them.
    func givenProductIsOutOfStock(_ product: Int) {
        replaceResponses(
            forPath: "/orders", host: "shop.example", method: .post,
            when: .json(containing: ["product": product]),
            responses: [.status(.conflict, lifetime: .eternal)])
    }

    // MARK: All else

    /// Reports every request that no scenario expects.
    func givenUnexpectedRequestsAreReported(
        _ hook: @escaping @Sendable (String) -> Void
    ) {
        unmockedPolicy = .mock(
            .handler { request in
                hook("\(request.method) \(request.path)")
                return .status(.notImplemented)
            })
    }
}
