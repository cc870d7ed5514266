import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

/// Mistakes in checks of requests.
@Suite(.httpMock(host: "api.example.com")) struct CheckTests {
    let mock = HTTPMock.current

    @Test func methodInThePath() async throws {
        // says: begins with a method. To fix this, write the method by itself: .delete, "/v1/issues/7"
        mock.addResponses(forPath: "/v1/issues/7", responses: [.status(.noContent)])
        try await call("DELETE", "https://api.example.com/v1/issues/7")
        mock.verify("DELETE /v1/issues/7", times: 0)
    }

    @Test func methodInThePathFollowed() async throws {
        mock.addResponses(forPath: "/v1/issues/7", responses: [.status(.noContent)])
        try await call("DELETE", "https://api.example.com/v1/issues/7")
        mock.verify(.delete, "/v1/issues/7")
    }

    @Test func pathAsTheMethod() async throws {
        // says: the method "/users" is a path. To fix this, leave out the word method:
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
        #expect(mock.requests(method: "/users").count == 1)
    }

    @Test func pathAsTheMethodFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
        #expect(mock.requests("/users").count == 1)
    }

    @Test func wrongPathToVerify() async throws {
        // says: nearest: GET /users/7
        // says: Did you mean "/users/7"? Change "/user/7"
        mock.addResponses(forPath: "/users/7", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/7")
        mock.verify(.get, "/user/7", times: 1)
    }

    @Test func wrongPathToVerifyFollowed() async throws {
        mock.addResponses(forPath: "/users/7", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/7")
        mock.verify(.get, "/users/7", times: 1)
    }

    @Test func wrongNumber() async throws {
        // says: was expected once, but arrived 2 times
        mock.addResponses(forPath: "/users", responses: [.json("[]", lifetime: .eternal)])
        try await call("GET", "https://api.example.com/users")
        try await call("GET", "https://api.example.com/users")
        mock.verify(.get, "/users", times: 1)
    }

    @Test func wrongNumberFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.json("[]", lifetime: .eternal)])
        try await call("GET", "https://api.example.com/users")
        try await call("GET", "https://api.example.com/users")
        mock.verify(.get, "/users", times: 2)
    }

    @Test func wrongOrder() async throws {
        // says: GET /users did not arrive after POST /login
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        mock.addResponses(forPath: "/login", responses: [.status(.noContent)])
        try await call("GET", "https://api.example.com/users")
        try await call("POST", "https://api.example.com/login")
        mock.verifyInOrder(["POST /login", "GET /users"])
    }

    @Test func wrongOrderFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        mock.addResponses(forPath: "/login", responses: [.status(.noContent)])
        try await call("GET", "https://api.example.com/users")
        try await call("POST", "https://api.example.com/login")
        mock.verifyInOrder(["GET /users", "POST /login"])
    }

    @Test func waitForAnotherRequest() async throws {
        // says: did not arrive within
        // says: path is "/track", expected "/tracks"
        mock.addResponses(forPath: "/track", responses: [.status(.noContent)])
        try await call("POST", "https://api.example.com/track")
        try await mock.waitForRequest(.post, "/tracks", timeout: .seconds(1))
    }

    @Test func waitForAnotherRequestFollowed() async throws {
        mock.addResponses(forPath: "/track", responses: [.status(.noContent)])
        try await call("POST", "https://api.example.com/track")
        try await mock.waitForRequest(.post, "/track", timeout: .seconds(1))
    }

    @Test func oneOfTwo() async throws {
        // says: arrived 2 times. To fix this, use requests(_:_:)
        mock.addResponses(forPath: "/login", responses: [.status(.noContent, lifetime: .eternal)])
        try await call("POST", "https://api.example.com/login")
        try await call("POST", "https://api.example.com/login")
        let login = try mock.request(.post, "/login")
        #expect(login.body.isEmpty)
    }

    @Test func oneOfTwoFollowed() async throws {
        mock.addResponses(forPath: "/login", responses: [.status(.noContent, lifetime: .eternal)])
        try await call("POST", "https://api.example.com/login")
        try await call("POST", "https://api.example.com/login")
        #expect(mock.requests(.post, "/login").allSatisfy { $0.body.isEmpty })
    }

    @Test func checkBeforeTheRequest() async throws {
        // says: If it is late, write before: try await mock.waitForRequest(method: .post, path: "/track")
        mock.addResponses(forPath: "/track", responses: [.status(.noContent)])
        let mock = mock
        let late = Task {
            try await Task.sleep(for: .milliseconds(200))
            try await call("POST", "https://api.example.com/track")
        }
        mock.verify(.post, "/track", times: 1)
        try await late.value
    }

    @Test func checkBeforeTheRequestFollowed() async throws {
        mock.addResponses(forPath: "/track", responses: [.status(.noContent)])
        let mock = mock
        let late = Task {
            try await Task.sleep(for: .milliseconds(200))
            try await call("POST", "https://api.example.com/track")
        }
        try await mock.waitForRequest(method: .post, path: "/track")
        mock.verify(.post, "/track", times: 1)
        try await late.value
    }

    @Test(arguments: [7, 8]) func expectedRequestsOfArguments(id: Int) async throws {
        // says: can't write lines that fit all arguments
        mock.addResponses(forPath: "/users/\(id)", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/\(id)")
        mock.expectRequests()
    }

    @Test(arguments: [7, 8]) func expectedRequestsOfArgumentsFollowed(id: Int) async throws {
        mock.addResponses(forPath: "/users/\(id)", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/\(id)")
        mock.verifyInOrder(["GET /users/\(id)"])
    }

    @Test func impossibleNumber() async throws {
        // says: an impossible number of times
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
        mock.verify(.get, "/users", times: -1)
    }

    @Test func impossibleNumberFollowed() async throws {
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
        mock.verify(.get, "/users", times: 1)
    }
}
