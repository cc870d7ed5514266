import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The registrations and requests of the benchmarks.
enum Routes {
    /// The distance of two requests that follow each other, so that neighbors in a table are not used in turn.
    ///
    /// No request is used twice before all others are, because a prime has no common factor with their number.
    static let stride = 7919

    struct Route: Sendable {
        let host: String
        let path: String
    }

    /// Returns different exact routes on a few hosts.
    static func exact(count: Int) -> [Route] {
        (0..<count).map { Route(host: "api\($0 % 10).example.com", path: "/v1/users/\($0)/orders") }
    }

    /// Returns requests spread over all exact routes; their number is always the same.
    static func exactRequests(among count: Int) throws -> [URLRequest] {
        let routes = exact(count: count)
        let requestCount = 10_000
        return try (0..<requestCount).map { number in
            var index = number % count
            // Among more routes than requests, the requests are spread.
            if count >= requestCount { index = number * (count / requestCount) }
            let route = routes[index]
            return try Endpoint.request(route.path, host: route.host)
        }
    }

    /// Returns wildcards of mixed shapes; the last wildcard matches requests that no other wildcard matches.
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

    /// Returns requests that only the last of ``wildcards(count:)`` matches.
    static func wildcardRequests() throws -> [URLRequest] {
        try (0..<10_000).map { try Endpoint.request("/v1/users/\($0)/orders/\($0 * 7)/lines") }
    }

    /// Returns patterns for which a backtracking matcher would need years if there are many repeats.
    ///
    /// Each pattern matches ``hostilePath(length:)`` in very many ways, except for the last letter.
    static func hostile(repeats: Int) -> [String] {
        let segments = ["**a", "a**"].map { "/" + String(repeating: $0, count: repeats) }
        let paths = ["/**/*a", "/**/a*", "/**/*a**"].map { String(repeating: $0, count: repeats) }
        return (segments + paths).map { $0 + "/x/b" }
    }

    /// Returns different hostile patterns, with few repeats each.
    ///
    /// - Parameter count: The number of patterns, a multiple of 5, because each call for some repeats returns five.
    static func hostile(count: Int) -> [String] {
        (0..<count / 5).flatMap { number in hostile(repeats: 1 + number % 6).map { "\($0)\(number)" } }
    }

    /// Returns a path that all hostile patterns nearly match.
    ///
    /// - Parameter length: The length without the last two segments; it is rounded down to a multiple of 4.
    static func hostilePath(length: Int) -> String {
        String(repeating: "/aaa", count: length / 4) + "/x/c"
    }
}

extension HTTPMock {
    /// Registers routes, each with one small eternal response.
    func register(_ routes: [Routes.Route]) {
        for route in routes {
            addResponses(
                forPath: route.path, host: route.host, responses: [.json(Endpoint.body, lifetime: .eternal)])
        }
    }
}
