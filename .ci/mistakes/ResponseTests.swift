import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Mistakes in the content of responses.
@Suite(.httpMock(host: "api.example.com")) struct ResponseTests {
    let mock = HTTPMock.current

    @Test func statusWithoutABody() async throws {
        // says: has a body, which is not sent, because a response with the status 204 has none
        mock.addResponses(forPath: "/users", responses: [.json(#"[{"id":1}]"#, status: .noContent)])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func statusWithoutABodyFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.status(.noContent)])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func valueThatIsNoJSON() async throws {
        // says: can't be encoded as JSON
        mock.addResponses(forPath: "/price", responses: [.encodable(["price": Double.nan])])
        try await call("GET", "https://api.example.com/price")
    }

    @Test func valueThatIsNoJSONFollowed() async throws {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        mock.addResponses(
            forPath: "/price", responses: [.encodable(["price": Double.nan], jsonEncoder: encoder)])
        try await call("GET", "https://api.example.com/price")
    }

    @Test func dictionaryWithADate() async throws {
        // says: the dictionary has a value that is not JSON: "date" is a Date
        mock.addResponses(forPath: "/event", responses: [.dictionary(["date": Date(timeIntervalSince1970: 0)])])
        try await call("GET", "https://api.example.com/event")
    }

    @Test func dictionaryWithADateFollowed() async throws {
        mock.addResponses(forPath: "/event", responses: [.dictionary(["date": "1970-01-01T00:00:00Z"])])
        try await call("GET", "https://api.example.com/event")
    }

    @Test func fileThatIsNotThere() async throws {
        // says: there is no file "user.json" in the bundle
        mock.addResponses(forPath: "/users/7", responses: [.file(named: "user.json")])
        try await call("GET", "https://api.example.com/users/7")
    }

    @Test func fileThatIsNotThereFollowed() async throws {
        mock.addResponses(forPath: "/users/7", responses: [.file(url: URL(fileURLWithPath: #filePath))])
        try await call("GET", "https://api.example.com/users/7")
    }

    @Test func textThatIsNoJSON() async throws {
        // says: is not JSON:
        mock.addResponses(forPath: "/users/7", responses: [.json(#"{"id":7 "userName":"Alice"}"#)])
        let alice = try await user("https://api.example.com/users/7")
        #expect(alice.id == 7)
    }

    @Test func textThatIsNoJSONFollowed() async throws {
        mock.addResponses(forPath: "/users/7", responses: [.json(#"{"id":7,"userName":"Alice"}"#)])
        let alice = try await user("https://api.example.com/users/7")
        #expect(alice.id == 7)
    }

    @Test func keysSpelledOtherwise() async throws {
        // says: the test threw DecodingError
        // says: the last response was to GET https://api.example.com/users/7
        mock.addResponses(forPath: "/users/7", responses: [.json(#"{"id":7,"user_name":"Alice"}"#)])
        let alice = try await user("https://api.example.com/users/7")
        #expect(alice.id == 7)
    }

    @Test func keysSpelledOtherwiseFollowed() async throws {
        mock.addResponses(forPath: "/users/7", responses: [.json(#"{"id":7,"userName":"Alice"}"#)])
        let alice = try await user("https://api.example.com/users/7")
        #expect(alice.id == 7)
    }

    @Test func errorThatTheClientHides() async throws {
        // says: application/json, 28 bytes: {"id":7,"user_name":"Alice"}
        mock.addResponses(forPath: "/users/7", responses: [.json(#"{"id":7,"user_name":"Alice"}"#)])
        let alice = try? await user("https://api.example.com/users/7")
        #expect(alice?.id == 7)
    }

    @Test func errorThatTheClientHidesFollowed() async throws {
        mock.addResponses(forPath: "/users/7", responses: [.json(#"{"id":7,"userName":"Alice"}"#)])
        let alice = try? await user("https://api.example.com/users/7")
        #expect(alice?.id == 7)
    }

    @Test func handlerThatThrows() async throws {
        // says: threw DecodingError
        mock.addResponses(
            forPath: "/users", method: .post,
            responses: [.handler { request in .encodable(try request.json(as: User.self)) }])
        try await call("POST", "https://api.example.com/users", body: #"{"id":7}"#)
    }

    @Test func handlerThatThrowsFollowed() async throws {
        mock.addResponses(
            forPath: "/users", method: .post,
            responses: [.handler { request in .encodable(try request.json(as: User.self)) }])
        try await call("POST", "https://api.example.com/users", body: #"{"id":7,"userName":"Alice"}"#)
    }

    @Test func parameterOfAnotherName() async throws {
        // says: pathParameter("userID") is nil, because "/users/{id}" has only
        mock.addResponses(
            forPath: "/users/{id}",
            responses: [.handler { request in .plaintext(request.pathParameter("userID") ?? "none") }])
        let text = try await call("GET", "https://api.example.com/users/7")
        #expect(text == "7")
    }

    @Test func parameterOfAnotherNameFollowed() async throws {
        mock.addResponses(
            forPath: "/users/{id}",
            responses: [.handler { request in .plaintext(request.pathParameter("id") ?? "none") }])
        let text = try await call("GET", "https://api.example.com/users/7")
        #expect(text == "7")
    }

    @Test func statusThatIsNone() async throws {
        // says: its status is 42
        mock.addResponses(forPath: "/users", responses: [.status(42)])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func statusThatIsNoneFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.status(200)])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func fieldWithASpace() async throws {
        // says: is not a header name
        mock.addResponses(forPath: "/users", responses: [.json("[]", headers: ["X Request Id": "1"])])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func fieldWithASpaceFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.json("[]", headers: ["X-Request-Id": "1"])])
        try await call("GET", "https://api.example.com/users")
    }
}
