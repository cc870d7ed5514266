import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct User: Codable {
    var id: Int
    var name: String
}

/// A small client, as an app would have one: it knows `URLSession` and nothing of a mock.
struct UserClient {
    let session: URLSession

    func user(_ id: Int) async throws -> User? {
        try await send("GET", "/users/\(id)")
    }

    func search(_ text: String) async throws -> [User]? {
        try await send("GET", "/search", query: ["q": text, "limit": "10"])
    }

    func create(_ name: String) async throws -> User? {
        try await send("POST", "/users", body: JSONEncoder().encode(["name": name]))
    }

    /// Sends a request, prints it with its answer, and decodes the body of a success.
    private func send<Value: Decodable>(
        _ method: String, _ path: String, query: KeyValuePairs<String, String> = [:], body: Data? = nil
    ) async throws -> Value? {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "api.example.com"
        components.path = path
        if !query.isEmpty {
            components.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) }
        }
        guard let url = components.url else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        print("  \(method) \(url.absoluteString)")

        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let text = String(decoding: data, as: UTF8.self)
        print("    \(response.statusCode) \(text.replacingOccurrences(of: "\n", with: "\n    "))")
        guard response.statusCode < 300 else { return nil }
        return try JSONDecoder().decode(Value.self, from: data)
    }
}
