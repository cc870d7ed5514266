import HTTPMock
import Testing

@Test func showsTheUser() async throws {
    let mock = HTTPMock()
    mock.addResponses(
        forPath: "/users/7", host: "api.example.com",
        responses: [.encodable(User(id: 7, name: "Alice"))])

    let client = UserClient(session: mock.urlSession)  // code with a URLSession parameter

    #expect(try await client.user(7).name == "Alice")
}
