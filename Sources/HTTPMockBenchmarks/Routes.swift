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

    /// Requests for exact routes, spread over all of them.
    static func exactRequests(among count: Int) throws -> [URLRequest] {
        let asked = min(count, 10_000)
        return try exact(count: count).enumerated().filter { $0.offset % (count / asked) == 0 }.map {
            try Endpoint.request($0.element.path, host: $0.element.host)
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
        try (0..<1000).map { try Endpoint.request("/v1/users/\($0)/orders/\($0 * 7)/lines") }
    }

    /// Patterns that a matcher which tries one way after the other would take years for.
    static let hostile = [
        "/**a**a**a**a**b", "/*a*a*a*a*a*a*a*a*b", "/**/**/**/**/**/**/b", "/**/*a**/*a**/*a**/b",
    ]

    /// A path that they all nearly take.
    static func hostilePath(length: Int) -> String {
        "/" + String(repeating: "a", count: length)
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
