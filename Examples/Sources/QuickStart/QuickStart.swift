import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Registers responses in two ways, runs a client, and prints each request with its answer.
@main
enum QuickStart {
    static func main() async throws {
        let mock = HTTPMock()

        // As a tree: hosts, paths, and the responses of each path in order.
        mock.registerResponses {
            Host("api.example.com") {
                Headers(["X-Env": "Test"])
                Path("/users") {
                    Path("/{id}") {
                        MockResponse.encodable(User(id: 7, name: "Alice"))
                        MockResponse.empty(status: .notFound)
                    }
                }
                Path(
                    "/search", method: .get, query: ["q": "bob"],
                    matching: .contains
                ) {
                    MockResponse.encodable([User(id: 8, name: "Bob")])
                }
            }
        }

        // One path at a time.
        mock.addResponses(
            forPath: "/users", host: "api.example.com", method: .post,
            responses: [
                .encodable(User(id: 9, name: "Carol"), status: .created)
            ])

        // Any code that uses a URLSession can be given this one.
        let client = UserClient(session: mock.urlSession)

        print("Two responses are queued for /users/{id}:")
        _ = try await client.user(7)
        _ = try await client.user(7)

        print("The query has q=bob among others:")
        _ = try await client.search("bob")

        print("The same path answers a POST on its own:")
        _ = try await client.create("Carol")

        print("Nothing is registered for this one; the answer says so:")
        _ = try await client.search("dave")
    }
}
