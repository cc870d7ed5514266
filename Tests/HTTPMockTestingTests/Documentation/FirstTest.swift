import HTTPMock
import HTTPMockTesting
import Testing

@Test(
    .httpMock {
        Host("api.example.com") {
            Path("/users/7") { MockResponse.encodable(User(id: 7, name: "Alice")) }
        }
    })
func showsTheUser() async throws {
    let client = UserClient(session: HTTPMock.current.urlSession)  // code that uses a URLSession

    #expect(try await client.user(7).name == "Alice")
}
