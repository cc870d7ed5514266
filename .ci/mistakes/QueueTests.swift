import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Mistakes in the number, the order and the precedence of responses.
@Suite(.httpMock) struct QueueTests {
    let mock = HTTPMock.current

    @Test func responseUsedUp() async throws {
        // says: matches, but its only response was already used
        // says: lifetime .eternal
        mock.addResponses(forPath: "/user", host: "api.example.com", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/user")
        try await call("GET", "https://api.example.com/user")
    }

    @Test func responseUsedUpFollowed() async throws {
        mock.addResponses(forPath: "/user", host: "api.example.com", responses: [.json("{}", lifetime: .eternal)])
        try await call("GET", "https://api.example.com/user")
        try await call("GET", "https://api.example.com/user")
    }

    @Test func wrongOrderOfResponses() async throws {
        // says: was answered by the 200 before it
        // says: register it first
        mock.addResponses(forPath: "/user", host: "api.example.com") {
            MockResponse.json("{}")
            MockResponse.status(.serviceUnavailable)
        }
        await #expect(throws: ClientError(status: 503)) { try await call("GET", "https://api.example.com/user") }
    }

    @Test func wrongOrderOfResponsesFollowed() async throws {
        mock.addResponses(forPath: "/user", host: "api.example.com") {
            MockResponse.status(.serviceUnavailable)
            MockResponse.json("{}")
        }
        await #expect(throws: ClientError(status: 503)) { try await call("GET", "https://api.example.com/user") }
        try await call("GET", "https://api.example.com/user")
    }

    @Test func specificPathUsedUp() async throws {
        // says: removeResponses(forPath: "/users/me", host: "api.example.com")
        mock.addResponses(forPath: "/users/me", host: "api.example.com", responses: [.json("{}")])
        mock.addResponses(forPath: "/users/*", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users/me")
        let second = try await call("GET", "https://api.example.com/users/me")
        #expect(second == "[]")
    }

    @Test func specificPathUsedUpFollowed() async throws {
        mock.addResponses(forPath: "/users/me", host: "api.example.com", responses: [.json("{}")])
        mock.addResponses(forPath: "/users/*", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users/me")
        mock.removeResponses(forPath: "/users/me", host: "api.example.com")
        let second = try await call("GET", "https://api.example.com/users/me")
        #expect(second == "[]")
    }

    @Test func lastStubDoesNotWin() async throws {
        // says: replaceResponses
        mock.addResponses(forPath: "/users/7", host: "**", responses: [.json("{}", lifetime: .eternal)])
        mock.addResponses(forPath: "/users/7", host: "**", responses: [.status(.notFound)])
        await #expect(throws: ClientError(status: 404)) { try await call("GET", "https://api.example.com/users/7") }
    }

    @Test func lastStubDoesNotWinFollowed() async throws {
        mock.addResponses(forPath: "/users/7", host: "**", responses: [.json("{}", lifetime: .eternal)])
        mock.replaceResponses(forPath: "/users/7", host: "**", responses: [.status(.notFound)])
        await #expect(throws: ClientError(status: 404)) { try await call("GET", "https://api.example.com/users/7") }
    }

    @Test func wildcardDoesNotOverride() async throws {
        // says: removeResponses(forPath: "/users/7"
        mock.addResponses(forPath: "/users/7", host: "**", responses: [.json("{}", lifetime: .eternal)])
        mock.addResponses(forPath: "/**", host: "**", responses: [.status(.notFound)])
        await #expect(throws: ClientError(status: 404)) { try await call("GET", "https://api.example.com/users/7") }
    }

    @Test func wildcardDoesNotOverrideFollowed() async throws {
        mock.addResponses(forPath: "/users/7", host: "**", responses: [.json("{}", lifetime: .eternal)])
        mock.addResponses(forPath: "/**", host: "**", responses: [.status(.notFound)])
        mock.removeResponses(forPath: "/users/7", host: "**")
        await #expect(throws: ClientError(status: 404)) { try await call("GET", "https://api.example.com/users/7") }
    }

    @Test func twoMethodsShareAQueue() async throws {
        // says: is registered without a method, so these took its responses in
        mock.addResponses(forPath: "/issues/7", host: "api.example.com", responses: [.json(#"{"id":7}"#)])
        mock.addResponses(forPath: "/issues/7", host: "api.example.com", responses: [.status(.noContent)])
        try await call("DELETE", "https://api.example.com/issues/7")
        let issue = try await call("GET", "https://api.example.com/issues/7")
        #expect(issue == #"{"id":7}"#)
    }

    @Test func twoMethodsShareAQueueFollowed() async throws {
        mock.addResponses(
            forPath: "/issues/7", host: "api.example.com", method: .get, responses: [.json(#"{"id":7}"#)])
        mock.addResponses(
            forPath: "/issues/7", host: "api.example.com", method: .delete, responses: [.status(.noContent)])
        try await call("DELETE", "https://api.example.com/issues/7")
        let issue = try await call("GET", "https://api.example.com/issues/7")
        #expect(issue == #"{"id":7}"#)
    }

    @Test func noLifetime() async throws {
        // says: with the lifetime .multiple(0) would never serve and was dropped. Write .multiple(1)
        // says: correct that registration
        mock.addResponses(forPath: "/user", host: "api.example.com", responses: [.json("{}", lifetime: .multiple(0))])
        try await call("GET", "https://api.example.com/user")
    }

    @Test func noLifetimeFollowed() async throws {
        mock.addResponses(forPath: "/user", host: "api.example.com", responses: [.json("{}", lifetime: .multiple(1))])
        try await call("GET", "https://api.example.com/user")
    }

    @Test func removesNothing() async throws {
        // says: there is no registration
        mock.addResponses(forPath: "/user", host: "api.example.com", method: .get, responses: [.json("{}")])
        mock.removeResponses(forPath: "/user", host: "api.example.com")
    }

    @Test func removesNothingFollowed() async throws {
        mock.addResponses(forPath: "/user", host: "api.example.com", method: .get, responses: [.json("{}")])
        mock.removeResponses(forPath: "/user", host: "api.example.com", method: .get)
    }

    @Test func notEveryResponseIsUsed() async throws {
        // says: a response was never used
        // says: .optional()
        mock.addResponses(forPath: "/user", host: "api.example.com", responses: [.json("{}")])
        mock.addResponses(forPath: "/logo.png", host: "api.example.com", responses: [.image(Data())])
        try await call("GET", "https://api.example.com/user")
    }

    @Test func notEveryResponseIsUsedFollowed() async throws {
        mock.addResponses(forPath: "/user", host: "api.example.com", responses: [.json("{}")])
        mock.addResponses(forPath: "/logo.png", host: "api.example.com", responses: [.image(Data()).optional()])
        try await call("GET", "https://api.example.com/user")
    }

    @Test func redirectWithoutItsTarget() async throws {
        // says: no response for GET https://api.example.com/new
        mock.addResponses(forPath: "/old", host: "api.example.com", responses: [.redirect(to: "/new")])
        try await call("GET", "https://api.example.com/old")
    }

    @Test func redirectWithoutItsTargetFollowed() async throws {
        mock.addResponses(forPath: "/old", host: "api.example.com", responses: [.redirect(to: "/new")])
        mock.addResponses(forPath: "/new", host: "api.example.com", responses: [.empty()])
        try await call("GET", "https://api.example.com/old")
    }
}
