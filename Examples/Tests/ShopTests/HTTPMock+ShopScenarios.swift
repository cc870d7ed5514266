import Foundation
import HTTPMock

@testable import Shop

/// The scenarios of the shop's tests, told in the shop's words; a test puts a few of them together.
extension HTTPMock {
    static let products = [ShopClient.Product(id: 1, name: "Lamp"), ShopClient.Product(id: 2, name: "Desk")]

    // MARK: All of the shop

    /// Every request fails, whatever it is for: a catch-all, which anything more specific wins over.
    func givenShopIsUnreachable() {
        replaceResponses(
            forPath: "/**", host: "shop.example", responses: [.failure(.cannotConnectToHost, lifetime: .eternal)])
    }

    /// Every request is turned away, until there is a recovery.
    func givenShopIsInMaintenance() {
        replaceResponses(
            forPath: "/**", host: "shop.example", responses: [.status(.serviceUnavailable, lifetime: .eternal)])
    }

    /// Every request succeeds: a new catch-all in the place of the old one.
    func givenShopRecovers() {
        replaceResponses(
            forPath: "/**", host: "shop.example",
            responses: [
                .handler { request in
                    switch (request.method, request.path) {
                    case (.get, "/products"): .encodable(Self.products)
                    case (.post, "/orders"): .encodable(ShopClient.Receipt(number: request.callCount), status: .created)
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

    /// The catalogue is back after so many requests.
    func givenProductsRecovers(after failureCount: Int) {
        replaceResponses(
            forPath: "/products", host: "shop.example", method: .get,
            responses: [
                .status(.serviceUnavailable, lifetime: .multiple(failureCount)),
                .encodable(Self.products, lifetime: .eternal),
            ])
    }

    // MARK: Orders

    /// Each order gets a receipt with the next number.
    func givenOrdersSucceeds() {
        replaceResponses(
            forPath: "/orders", host: "shop.example", method: .post,
            responses: [
                .handler { request in
                    let order = try request.json(as: ShopClient.Order.self)
                    guard order.quantity > 0 else { return .status(.badRequest) }
                    return .encodable(ShopClient.Receipt(number: request.callCount), status: .created)
                }
            ])
    }

    /// Orders of one product are refused; those of others are none of this scenario's business.
    func givenProductIsOutOfStock(_ product: Int) {
        replaceResponses(
            forPath: "/orders", host: "shop.example", method: .post, when: .json(containing: ["product": product]),
            responses: [.status(.conflict, lifetime: .eternal)])
    }

    // MARK: All else

    /// Tells of every request that no scenario expects.
    func givenUnexpectedRequestsAreToldTo(_ hook: @escaping @Sendable (String) -> Void) {
        unmockedPolicy = .mock(
            .handler { request in
                hook("\(request.method) \(request.path)")
                return .status(.notImplemented)
            })
    }
}
