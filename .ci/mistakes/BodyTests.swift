import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Mistakes in conditions on fields and bodies.
@Suite(.httpMock) struct BodyTests {
    let mock = HTTPMock.current

    @Test func otherMember() async throws {
        // says: Did you mean "Bobby"? Change "Bob" of name in .json(…)
        mock.addResponses(
            forPath: "/users", host: "api.example.com", method: .post, when: .json(["name": "Bob", "age": 7]),
            responses: [.status(.created)])
        try await call("POST", "https://api.example.com/users", body: #"{"name":"Bobby","age":7}"#)
    }

    @Test func otherMemberFollowed() async throws {
        mock.addResponses(
            forPath: "/users", host: "api.example.com", method: .post, when: .json(["name": "Bobby", "age": 7]),
            responses: [.status(.created)])
        try await call("POST", "https://api.example.com/users", body: #"{"name":"Bobby","age":7}"#)
    }

    @Test func additionalMember() async throws {
        // says: age is not expected
        // says: .json(containing:
        mock.addResponses(
            forPath: "/users", host: "api.example.com", method: .post, when: .json(["name": "Bob"]),
            responses: [.status(.created)])
        try await call("POST", "https://api.example.com/users", body: #"{"name":"Bob","age":7}"#)
    }

    @Test func additionalMemberFollowed() async throws {
        mock.addResponses(
            forPath: "/users", host: "api.example.com", method: .post, when: .json(containing: ["name": "Bob"]),
            responses: [.status(.created)])
        try await call("POST", "https://api.example.com/users", body: #"{"name":"Bob","age":7}"#)
    }

    @Test func bearerTwice() async throws {
        // says: write it without "Bearer "
        mock.addResponses(
            forPath: "/me", host: "api.example.com", when: .bearerToken("Bearer abc"), responses: [.json("{}")])
        try await call("GET", "https://api.example.com/me", headers: ["Authorization": "Bearer abc"])
    }

    @Test func bearerTwiceFollowed() async throws {
        mock.addResponses(
            forPath: "/me", host: "api.example.com", when: .bearerToken("abc"), responses: [.json("{}")])
        try await call("GET", "https://api.example.com/me", headers: ["Authorization": "Bearer abc"])
    }

    @Test func tokenForgotten() async throws {
        // says: no Authorization header, expected a bearer token
        mock.addResponses(
            forPath: "/me", host: "api.example.com", when: .bearerToken("abc"), responses: [.json("{}")])
        try await call("GET", "https://api.example.com/me")
    }

    @Test func tokenForgottenFollowed() async throws {
        mock.addResponses(
            forPath: "/me", host: "api.example.com", when: .bearerToken("abc"), responses: [.json("{}")])
        try await call("GET", "https://api.example.com/me", headers: ["Authorization": "Bearer abc"])
    }

    @Test func otherField() async throws {
        // says: header Accept is "application/json", expected "text/csv"
        // says: Did you mean
        mock.addResponses(
            forPath: "/report", host: "api.example.com", when: .header("Accept", "text/csv"), responses: [.json("[]")])
        try await call("GET", "https://api.example.com/report", headers: ["Accept": "application/json"])
    }

    @Test func otherFieldFollowed() async throws {
        mock.addResponses(
            forPath: "/report", host: "api.example.com", when: .header("Accept", "application/json"),
            responses: [.json("[]")])
        try await call("GET", "https://api.example.com/report", headers: ["Accept": "application/json"])
    }

    @Test func bytesOfJSON() async throws {
        // says: body is the same JSON in other bytes; to compare JSON, write .json(…)
        mock.addResponses(
            forPath: "/users", host: "api.example.com", method: .post, when: .body(Data(#"{"a": 1, "b": 2}"#.utf8)),
            responses: [.status(.created)])
        try await call("POST", "https://api.example.com/users", body: #"{"b":2,"a":1}"#)
    }

    @Test func bytesOfJSONFollowed() async throws {
        mock.addResponses(
            forPath: "/users", host: "api.example.com", method: .post, when: .json(["a": 1, "b": 2]),
            responses: [.status(.created)])
        try await call("POST", "https://api.example.com/users", body: #"{"b":2,"a":1}"#)
    }

    @Test func nameOfAPart() async throws {
        // says: the part "upload" file "*.txt" is missing; the part "file" is not expected
        mock.addResponses(
            forPath: "/upload", host: "api.example.com", method: .post,
            when: .multipart(["upload": .file(named: "*.txt")]), responses: [.status(.created)])
        try await call(
            "POST", "https://api.example.com/upload", headers: ["Content-Type": "multipart/form-data; boundary=x"],
            body: multipart)
    }

    @Test func nameOfAPartFollowed() async throws {
        mock.addResponses(
            forPath: "/upload", host: "api.example.com", method: .post,
            when: .multipart(["file": .file(named: "*.txt")]), responses: [.status(.created)])
        try await call(
            "POST", "https://api.example.com/upload", headers: ["Content-Type": "multipart/form-data; boundary=x"],
            body: multipart)
    }

    private let multipart =
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\n"
        + "hello\r\n--x--\r\n"

    @Test func formThatIsJSON() async throws {
        // says: the body is not a form: Content-Type is application/json; to compare JSON, write .json(…)
        mock.addResponses(
            forPath: "/login", host: "api.example.com", method: .post, when: .form(["user": "alice"]),
            responses: [.status(.noContent)])
        try await call(
            "POST", "https://api.example.com/login", headers: ["Content-Type": "application/json"],
            body: #"{"user":"alice"}"#)
    }

    @Test func formThatIsJSONFollowed() async throws {
        mock.addResponses(
            forPath: "/login", host: "api.example.com", method: .post, when: .json(["user": "alice"]),
            responses: [.status(.noContent)])
        try await call(
            "POST", "https://api.example.com/login", headers: ["Content-Type": "application/json"],
            body: #"{"user":"alice"}"#)
    }

    @Test func operationInAnotherCase() async throws {
        // says: GraphQL operation is "Viewer", expected "viewer"
        mock.addResponses(
            forPath: "/graphql", host: "api.example.com", when: .graphQL(operation: "viewer"),
            responses: [.json(#"{"data":{}}"#)])
        try await call("POST", "https://api.example.com/graphql", body: #"{"query":"query Viewer { me { id } }"}"#)
    }

    @Test func operationInAnotherCaseFollowed() async throws {
        mock.addResponses(
            forPath: "/graphql", host: "api.example.com", when: .graphQL(operation: "Viewer"),
            responses: [.json(#"{"data":{}}"#)])
        try await call("POST", "https://api.example.com/graphql", body: #"{"query":"query Viewer { me { id } }"}"#)
    }

    @Test func cookieOfAnotherHost() async throws {
        // says: no Cookie header, expected
        mock.addResponses(
            forPath: "/login", host: "auth.example.com",
            responses: [.empty().addingHeader("Set-Cookie", "id=1; Domain=other.com")])
        mock.addResponses(
            forPath: "/me", host: "api.example.com", when: .header("Cookie", "id=1"), responses: [.json("{}")])
        try await call("GET", "https://auth.example.com/login")
        try await call("GET", "https://api.example.com/me")
    }

    @Test func cookieOfAnotherHostFollowed() async throws {
        mock.addResponses(
            forPath: "/login", host: "auth.example.com",
            responses: [.empty().addingHeader("Set-Cookie", "id=1; Domain=example.com")])
        mock.addResponses(
            forPath: "/me", host: "api.example.com", when: .header("Cookie", "id=1"), responses: [.json("{}")])
        try await call("GET", "https://auth.example.com/login")
        try await call("GET", "https://api.example.com/me")
    }
}
