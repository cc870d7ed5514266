import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a shop: its catalogue, and orders.
struct ShopClient: Sendable {
    struct Product: Codable, Equatable, Sendable {
        /// The kind of a product; a kind that this version does not know is `other`.
        enum Kind: String, Codable, Sendable {
            case furniture, light, other

            init(from decoder: any Decoder) throws {
                let name = try decoder.singleValueContainer().decode(String.self)
                self = Kind(rawValue: name) ?? .other
            }
        }

        var id: Int
        var name: String
        var kind: Kind?
    }

    struct Order: Codable, Equatable, Sendable {
        var product: Int
        var quantity: Int
    }

    struct Receipt: Codable, Equatable, Sendable {
        var number: Int
    }

    /// A reason why a request to the shop fails.
    enum Failure: Error, Equatable {
        case unavailable
        case outOfStock
        case offline
        case unexpected(status: Int)
    }

    private let session: URLSession

    init(session: URLSession = .shared) {
        self.session = session
    }

    func products() async throws -> [Product] {
        try JSONDecoder().decode([Product].self, from: await send("GET", "/products"))
    }

    func search(_ text: String) async throws -> [String] {
        let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try JSONDecoder().decode([String].self, from: await send("GET", "/search?q=\(query)"))
    }

    func place(_ order: Order) async throws -> Receipt {
        try JSONDecoder().decode(Receipt.self, from: await send("POST", "/orders", body: JSONEncoder().encode(order)))
    }

    private func send(_ method: String, _ path: String, body: Data? = nil) async throws -> Data {
        guard let url = URL(string: "https://shop.example\(path)") else { throw Failure.offline }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        let (data, response): (Data, URLResponse)
        do {
            (data, response) = try await session.data(for: request)
        } catch is URLError {
            throw Failure.offline
        }
        switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
        case 200..<300: return data
        case 409: throw Failure.outOfStock
        case 503: throw Failure.unavailable
        case let status: throw Failure.unexpected(status: status)
        }
    }
}
