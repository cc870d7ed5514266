import Foundation

/// Code under test that has no parameter for a session.
enum SharedClient {
    static func user(_ id: Int) async throws -> User {
        try await UserClient(session: .shared).user(id)
    }
}
