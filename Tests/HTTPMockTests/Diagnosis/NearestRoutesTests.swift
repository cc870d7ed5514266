import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct NearestRoutesTests {
    private static func request(_ address: String) throws -> MockRequest {
        let url = try #require(URL(string: address))
        return MockRequest(URLRequest(url: url), url: url, body: Data())
    }

    private static func registration(
        _ host: String, _ path: String, method: HTTPMock.HTTPMethod? = nil, query: QueryPattern? = nil
    ) -> Registration {
        Registration(
            host: host, path: path, method: method, query: query, responses: [],
            location: CallSite(fileID: "", filePath: "", line: 1, column: 1))
    }

    private func found(in table: RouteTable, _ request: MockRequest) -> [Route] {
        NearestRoutes.find(3, of: table, to: request, mismatches: [:], except: nil)
    }

    /// The rule in its obvious form: the nearness of one route.
    private func nearness(of route: Route, to request: MockRequest) -> Int {
        let target = request.target
        var value = addressNearness(of: route, to: target)
        if route.method == nil || route.method == .get { value += 200 }
        value -= min((route.query?.differences(from: HTTPMock.Query(request.query)).count ?? 0) * 20, 100)
        return value
    }

    private func addressNearness(of route: Route, to target: RequestTarget) -> Int {
        var value = 0
        value += route.host.matches(target) ? 1_000 : min(route.host.matchedPrefixLength(in: target) * 10, 500)
        value += route.path.matches(target) ? 1_000 : min(route.path.matchedPrefixLength(in: target) * 10, 500)
        if route.host.matchesTokens(of: target), !target.hasPort(route.host.port) {
            value += 500 - min(route.host.matchedPrefixLength(in: target) * 10, 500)
        }
        return value
    }

    @Test func nearestAreThoseOfALinearSearch() throws {
        var generator = SystemRandomNumberGenerator()
        let hosts = ["a.com", "*.com", "b.com", "**", "a.com:8080"]
        let paths = ["/a/b", "/a/*", "/a/**", "/b", "/a/b/c", "/{x}/b", "/", "/a*"]
        for _ in 0..<200 {
            var table = RouteTable()
            for _ in 0..<20 {
                _ = try table.route(
                    for: Self.registration(
                        hosts.randomElement(using: &generator)!, paths.randomElement(using: &generator)!,
                        method: [nil, .get, .post].randomElement(using: &generator)!,
                        query: [nil, QueryPattern(["q": "1"]), QueryPattern(["q": "2", "r": "1"])]
                            .randomElement(using: &generator)!))
            }
            let request = try Self.request(
                "http://\(["a.com", "b.com:8080", "c.org"].randomElement()!)\(["/a/b", "/a/x/y"].randomElement()!)?q=2")
            let expected = table.routes
                .sorted { (-nearness(of: $0, to: request), $0.id) < (-nearness(of: $1, to: request), $1.id) }.prefix(3)
            // Routes that match in full don't occur where something is unmocked.
            guard expected.allSatisfy({ nearness(of: $0, to: request) < 2_200 }) else { continue }
            #expect(found(in: table, request).map(\.id) == expected.map(\.id))
        }
    }

    /// The mistakes that a diagnosis is for, each among many registrations.
    @Test(arguments: [
        ("https://api.example.com/users/4711/posts", "api.example.com/users/4711/posts"),
        ("https://api.example.com/users/4711/post", "api.example.com/users/4711/posts"),
        ("https://api.example.com/users/4711", "api.example.com/users/4711/posts"),
        ("https://api.example.org/users/4711/posts", "api.example.com/users/4711/posts"),
        ("https://api.example.com/files/4711/a/c", "api.example.com/files/4711/*/b"),
        ("https://api.example.com/files/4711/a/b/", "api.example.com/files/4711/*/b"),
    ])
    func mistakeIsFoundInALargeTable(address: String, expected: String) throws {
        var table = RouteTable()
        for number in 0..<6_000 {
            for path in ["/users/\(number)/posts", "/files/\(number)/*/b"] {
                _ = try table.route(for: Self.registration("api.example.com", path, method: .post))
            }
        }
        let nearest = try #require(found(in: table, Self.request(address)).first)
        #expect(nearest.host.text + nearest.path.text == expected)
    }

    @Test func removedRoutesAreNotFound() throws {
        var table = RouteTable()
        for number in 0..<1_500 {
            _ = try table.route(for: Self.registration("a.com", "/\(number)"))
            if number < 1_100 { _ = try table.route(for: Self.registration("b.com", "/\(number)")) }
        }
        let request = try Self.request("https://a.com/1/x")
        #expect(found(in: table, request).first?.host.text == "a.com")
        _ = table.removeAll(host: try HostPattern("a.com"))
        #expect(found(in: table, request).map(\.host.text) == ["b.com", "b.com", "b.com"])
        table.removeAll()
        #expect(found(in: table, request).isEmpty)
    }
}
