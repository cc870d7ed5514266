import HTTPMock
import HTTPMockTesting
import Testing

/// Nested paths, and the header fields that they inherit.
@Suite(
    .httpMock {
        Host("api.example.com") {
            Headers(["X-Env": "Test"])

            Path("/admin") {
                Headers(["X-Role": "Admin"], cascade: true)
                Headers(["X-Page": "Overview"])
                MockResponse.plaintext("overview")

                Path("/audit") {
                    MockResponse.plaintext("audit")
                    Path("/{year}/") { MockResponse.plaintext("a year") }
                }
                Path("users", method: .post) {
                    MockResponse.plaintext(
                        "made", status: .created,
                        headers: ["x-role": "Owner"])
                }
            }
        }
    })
struct NestedPathTests {
    let mock = HTTPMock.current

    @Test func joinsPathsWithOneSlash() async throws {
        #expect(
            try await mock.urlSession.ask("https://api.example.com/admin").text
                == "overview")
        #expect(
            try await mock.urlSession.ask("https://api.example.com/admin/audit")
                .text == "audit")
        #expect(
            try await mock.urlSession.ask(
                "https://api.example.com/admin/audit/2024/"
            ).text == "a year")
        #expect(
            try await mock.urlSession.ask(
                "https://api.example.com/admin/users", method: "POST"
            ).text == "made")
    }

    @Test func theHostsHeadersReachEveryPath() async throws {
        #expect(
            try await mock.urlSession.ask("https://api.example.com/admin")
                .header("X-Env") == "Test")
        #expect(
            try await mock.urlSession.ask("https://api.example.com/admin/audit")
                .header("X-Env") == "Test")
    }

    @Test func aPathsHeadersReachThePathsBelowItIfTheyCascade() async throws {
        let overview = try await mock.urlSession.ask(
            "https://api.example.com/admin")
        #expect(overview.header("X-Role") == "Admin")
        #expect(overview.header("X-Page") == "Overview")

        let audit = try await mock.urlSession.ask(
            "https://api.example.com/admin/audit")
        #expect(audit.header("X-Role") == "Admin")
        #expect(audit.header("X-Page") == nil)
    }

    @Test func aResponsesOwnHeadersAreTheStrongest() async throws {
        let made = try await mock.urlSession.ask(
            "https://api.example.com/admin/users", method: "POST")
        #expect(made.header("X-Role") == "Owner")
    }
}
