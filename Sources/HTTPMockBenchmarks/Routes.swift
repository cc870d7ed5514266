import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The registrations and requests of the benchmarks.
enum Routes {
    struct Route: Sendable {
        let host: String
        let path: String
    }

    /// Exact routes on a few hosts, no two alike.
    static func exact(count: Int) -> [Route] {
        (0..<count).map { Route(host: "api\($0 % 10).example.com", path: "/v1/users/\($0)/orders") }
    }

    /// Requests for exact routes, spread over all of them: as many objects for one route as for all.
    static func exactRequests(among count: Int) throws -> [URLRequest] {
        let routes = exact(count: count)
        let asked = 10_000
        return try (0..<asked).map { number in
            let route = routes[count < asked ? number % count : number * (count / asked)]
            return try Endpoint.request(route.path, host: route.host)
        }
    }

    /// Wildcards of mixed shapes and, last, the one that takes what none of the others does.
    static func wildcards(count: Int) -> [Route] {
        let shapes: [@Sendable (Int) -> Route] = [
            { Route(host: "*.example.com", path: "/v\($0)/{id}") },
            { Route(host: "api.example.com", path: "/files/\($0)/**") },
            { Route(host: "**", path: "/**/leaf\($0)") },
            { Route(host: "svc\($0).*.example.com", path: "/v1/users/*") },
            { Route(host: "**.zone\($0).example.com", path: "/**") },
            { Route(host: "api.example.com", path: "/v1/users/{id}/item\($0)") },
            { Route(host: "api.example.com", path: "/img*\($0).png") },
            { Route(host: "*", path: "/**/a\($0)/**/b") },
        ]
        return (1..<count).map { shapes[$0 % shapes.count]($0) } + [Route(host: "api.example.com", path: "/v1/**")]
    }

    /// Requests that all but the last of ``wildcards(count:)`` leave.
    static func wildcardRequests() throws -> [URLRequest] {
        try (0..<10_000).map { try Endpoint.request("/v1/users/\($0)/orders/\($0 * 7)/lines") }
    }

    /// Patterns that a matcher which tries one way after the other would take years for: each fits the path of
    /// ``hostilePath(length:)`` in a great many ways, up to its last letter.
    static func hostile(repeats: Int) -> [String] {
        ["**a", "*a", "a**", "/**/a*", "/**/*a**"].map { "/" + String(repeating: $0, count: repeats) + "/x/b" }
    }

    /// So many patterns of that kind, no two alike.
    static func hostile(count: Int) -> [String] {
        (0..<count / 5).flatMap { number in hostile(repeats: 1 + number % 6).map { "\($0)\(number)" } }
    }

    /// A path that they all nearly take.
    static func hostilePath(length: Int) -> String {
        String(repeating: "/aaa", count: length / 4) + "/x/c"
    }
}

extension HTTPMock {
    /// Registers routes, each with one small response that serves for ever.
    func register(_ routes: [Routes.Route]) throws {
        for route in routes {
            addResponses(
                forPath: route.path, host: route.host, responses: [.json(Endpoint.body, lifetime: .eternal)])
        }
    }
}
