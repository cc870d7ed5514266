import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests of the start page.
public struct StorefrontClient: Sendable {
    /// A response whose status is not 200.
    public struct StatusError: Error, Equatable {
        /// The status of the response.
        public var status: Int
    }

    private let session: URLSession
    private let attempts: Int

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - session: The session for all requests.
    ///   - attempts: How often a request is made at most while the server is overloaded (429 or 503).
    public init(session: URLSession, attempts: Int = 3) {
        self.session = session
        self.attempts = attempts
    }

    /// Returns the names of the shelves.
    public func shelfNames() async throws -> [String] {
        try await get("shelves")
    }

    /// Returns one shelf.
    public func shelf(_ name: String) async throws -> Shelf {
        try await get("shelves/\(name)")
    }

    private func get<Value: Decodable>(_ path: String) async throws -> Value {
        guard let url = URL(string: "https://shop.example.com/\(path)") else {
            throw URLError(.badURL)
        }
        var attempt = 1
        while true {
            let (data, response) = try await session.data(from: url)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            if status == 200 {
                return try JSONDecoder().decode(Value.self, from: data)
            }
            // Only a server that is overloaded may answer better next time.
            guard status == 503 || status == 429, attempt < attempts else {
                throw StatusError(status: status)
            }
            attempt += 1
        }
    }
}
