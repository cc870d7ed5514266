import HTTPMock
import HTTPMockTesting
import Testing

/// Wildcards, and the registration that answers.
@Suite(
    .httpMock {
        Host("api.example.com") {
            Path("/users/me") {
                MockResponse.plaintext("me", lifetime: .eternal)
            }
            Path("/users/{id}") {
                MockResponse.plaintext("a user", lifetime: .eternal)
            }
            Path("/users/*.json") {
                MockResponse.plaintext("a user's file", lifetime: .eternal)
            }
            Path("/users/**") {
                MockResponse.plaintext(
                    "anything of the users", lifetime: .eternal)
            }
        }
        Host("**.example.com") {
            Path("**") {
                MockResponse.plaintext("elsewhere", lifetime: .eternal)
            }
        }
    })
struct WildcardTests {
    let mock = HTTPMock.current

    @Test(arguments: [
        ("https://api.example.com/users/me", "me"),
        ("https://api.example.com/users/7", "a user"),
        ("https://api.example.com/users/7.json", "a user's file"),
        ("https://api.example.com/users/7/posts", "anything of the users"),
        ("https://api.example.com/users", "anything of the users"),
        ("https://api.example.com/", "elsewhere"),
        ("https://a.b.example.com/users/me", "elsewhere"),
        ("https://example.com/", "elsewhere"),
    ])
    func theMostSpecificRegistrationAnswers(url: String, expected: String)
        async throws
    {
        #expect(try await mock.urlSession.ask(url).text == expected)
    }

    /// Sets the policy although `.notFound` is the default, so that the expected 404s are not reported.
    @Test func aStarStaysInItsSegment() async throws {
        let mock = HTTPMock()
        mock.unmockedPolicy = .notFound
        mock.addResponses(
            forPath: "/files/*", host: "cdn-*.example.com",
            responses: [.empty(lifetime: .eternal)])

        #expect(
            try await mock.urlSession.ask(
                "https://cdn-1.example.com/files/a.png"
            ).status == 200)
        #expect(
            try await mock.urlSession.ask(
                "https://cdn-1.example.com/files/a/b.png"
            ).status == 404)
        #expect(
            try await mock.urlSession.ask(
                "https://cdn-1.eu.example.com/files/a.png"
            ).status == 404)
    }
}
