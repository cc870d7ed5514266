import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

/// Mistakes in the method, the host, the path and the query of a registration.
@Suite(.httpMock) struct AddressTests {
    let mock = HTTPMock.current

    @Test func wrongMethod() async throws {
        // says: Did you mean .post? Change the method .get
        mock.addResponses(forPath: "/users", host: "api.example.com", method: .get, responses: [.status(.created)])
        try await call("POST", "https://api.example.com/users")
    }

    @Test func wrongMethodFollowed() async throws {
        mock.addResponses(forPath: "/users", host: "api.example.com", method: .post, responses: [.status(.created)])
        try await call("POST", "https://api.example.com/users")
    }

    @Test func wrongHost() async throws {
        // says: Did you mean "api.example.com"? Change "api.exampel.com"
        mock.addResponses(forPath: "/users", host: "api.exampel.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func wrongHostFollowed() async throws {
        mock.addResponses(forPath: "/users", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func noHost() async throws {
        // says: write host: "api.example.com"
        mock.addResponses(forPath: "/users", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func noHostFollowed() async throws {
        mock.addResponses(forPath: "/users", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func slashAtTheEnd() async throws {
        // says: (trailing slash)
        // says: Did you mean "/users/"? Change "/users"
        mock.addResponses(forPath: "/users", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users/")
    }

    @Test func slashAtTheEndFollowed() async throws {
        mock.addResponses(forPath: "/users/", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users/")
    }

    @Test func twoSlashes() async throws {
        // says: to "//users", or register:
        mock.addResponses(forPath: "/users", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com//users")
    }

    @Test func twoSlashesFollowed() async throws {
        mock.addResponses(forPath: "//users", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com//users")
    }

    @Test func wrongCase() async throws {
        // says: Did you mean "/users/7"? Change "/Users/7"
        mock.addResponses(forPath: "/Users/7", host: "api.example.com", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/7")
    }

    @Test func wrongCaseFollowed() async throws {
        mock.addResponses(forPath: "/users/7", host: "api.example.com", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/7")
    }

    @Test func noPrefix() async throws {
        // says: change "/users" at
        // says: to "/v1/users"
        mock.addResponses(forPath: "/users", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/v1/users")
    }

    @Test func noPrefixFollowed() async throws {
        mock.addResponses(forPath: "/v1/users", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/v1/users")
    }

    @Test func parameterWithAColon() async throws {
        // says: Did you mean "/users/{id}"? Change "/users/:id"
        mock.addResponses(forPath: "/users/:id", host: "api.example.com", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/7")
    }

    @Test func parameterWithAColonFollowed() async throws {
        mock.addResponses(forPath: "/users/{id}", host: "api.example.com", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/7")
    }

    @Test func regularExpression() async throws {
        // says: a path is no regular expression
        mock.addResponses(forPath: #"/users/\d+"#, host: "api.example.com", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/7")
    }

    @Test func regularExpressionFollowed() async throws {
        mock.addResponses(forPath: "/users/*", host: "api.example.com", responses: [.json("{}")])
        try await call("GET", "https://api.example.com/users/7")
    }

    @Test func queryInThePath() async throws {
        // says: has a query. To fix this, write "/search" as the path and query: ["q": "swift"]
        mock.addResponses(forPath: "/search?q=swift", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?q=swift")
    }

    @Test func queryInThePathFollowed() async throws {
        mock.addResponses(
            forPath: "/search", host: "api.example.com", query: ["q": "swift"], responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?q=swift")
    }

    @Test func schemeInTheHost() async throws {
        // says: the host "https://api.example.com" has a scheme. To fix this, write "api.example.com"
        mock.addResponses(forPath: "/users", host: "https://api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func schemeInTheHostFollowed() async throws {
        mock.addResponses(forPath: "/users", host: "api.example.com", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func methodInLowerCase() async throws {
        // says: the method "get" matches no request, because URLRequest spells it GET. Write .get.
        mock.addResponses(forPath: "/users", host: "api.example.com", method: "get", responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func methodInLowerCaseFollowed() async throws {
        mock.addResponses(forPath: "/users", host: "api.example.com", method: .get, responses: [.json("[]")])
        try await call("GET", "https://api.example.com/users")
    }

    @Test func starInTheQuery() async throws {
        // says: expected "*"; to match any value write Query.any
        // says: Did you mean ["q": Query.any]? Change the query ["q": "*"]
        mock.addResponses(forPath: "/search", host: "api.example.com", query: ["q": "*"], responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?q=crash")
    }

    @Test func starInTheQueryFollowed() async throws {
        mock.addResponses(
            forPath: "/search", host: "api.example.com", query: ["q": Query.any], responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?q=crash")
    }

    @Test func orderOfValues() async throws {
        // says: Did you mean ["tag": "b", "tag": "a"]? Change the query ["tag": "a", "tag": "b"]
        mock.addResponses(
            forPath: "/search", host: "api.example.com", query: ["tag": "a", "tag": "b"], responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?tag=b&tag=a")
    }

    @Test func orderOfValuesFollowed() async throws {
        mock.addResponses(
            forPath: "/search", host: "api.example.com", query: ["tag": "b", "tag": "a"], responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?tag=b&tag=a")
    }

    @Test func missingParameter() async throws {
        // says: query item page is missing
        mock.addResponses(
            forPath: "/search", host: "api.example.com", query: ["q": "a", "page": 1], responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?q=a")
    }

    @Test func missingParameterFollowed() async throws {
        mock.addResponses(forPath: "/search", host: "api.example.com", query: ["q": "a"], responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?q=a")
    }

    @Test func additionalParameter() async throws {
        // says: expected no such item; to allow other items write matching: .contains
        mock.addResponses(forPath: "/search", host: "api.example.com", query: ["q": "a"], responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?q=a&limit=20")
    }

    @Test func additionalParameterFollowed() async throws {
        mock.addResponses(
            forPath: "/search", host: "api.example.com", query: ["q": "a"], matching: .contains,
            responses: [.json("[]")])
        try await call("GET", "https://api.example.com/search?q=a&limit=20")
    }
}
