import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code under test in the snippets.
struct UserClient {
    let session: URLSession

    func user(_ id: Int) async throws -> User {
        let url = try #require(URL(string: "https://api.example.com/users/\(id)"))
        return try await JSONDecoder().decode(User.self, from: session.data(from: url).0)
    }

    /// Signs in, and forgets whether that went well.
    func signIn(_ name: String) async throws {
        for (path, body) in [("phone", name), ("sms", "000000")] {
            var request = URLRequest(url: try #require(URL(string: "https://api.example.com/auth/\(path)")))
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
            _ = try await session.data(for: request)
        }
    }
}
