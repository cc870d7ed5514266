import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code under test in the snippets.
struct UserClient {
    enum Failure: Error, Equatable {
        case status(Int)
    }

    let session: URLSession

    func user(_ id: Int) async throws -> User {
        let (data, response) = try await session.data(
            from: #require(URL(string: "https://api.example.com/users/\(id)")))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else { throw Failure.status(status) }
        return try JSONDecoder().decode(User.self, from: data)
    }
}

extension URLSession {
    /// Requests a URL and returns the answer as `status text`.
    func answer(_ url: String, method: String = "GET") async throws -> String {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        let (data, response) = try await data(for: request)
        return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
    }

    /// Requests a URL and returns the value of a header field of the answer.
    func header(_ name: String, of url: String) async throws -> String? {
        let (_, response) = try await data(from: #require(URL(string: url)))
        return (response as? HTTPURLResponse)?.value(forHTTPHeaderField: name)
    }
}
