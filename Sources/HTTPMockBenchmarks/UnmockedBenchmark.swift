import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures a request that has no response, with its diagnosis, among many registrations.
enum UnmockedBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        var comparison = Comparison(rounds: options.count(40, quick: 3))
        let requests = options.count(50, quick: 5)
        for count in [1, 1000, options.count(100_000, quick: 20_000)] {
            let exact = HTTPMock()
            exact.register(Routes.exact(count: count))
            try add(exact, as: "\(count) exact", in: &comparison, requests)
        }
        let wildcards = HTTPMock()
        wildcards.register(Routes.wildcards(count: 10_000))
        try add(wildcards, as: "10000 wildcards", in: &comparison, requests)
        let growing = HTTPMock()
        growing.register(Routes.exact(count: 10_000))
        try add(growing, as: "10000 exact, and one more before each", in: &comparison, requests) { mock in
            // A new path each time, because the numbers of the requests begin again in each round.
            mock.addResponses(forPath: "/later/\(UUID())", responses: [.empty().optional()])
        }
        let results = try await comparison.run()
        let rows = zip(results.names, results.samples).map { Section.Row($0, $1, goal: 1_000) }
        return [Section(title: "unmocked requests among many routes, µs each", rows: rows)]
    }

    /// Adds a candidate, and calls a function before each of its requests.
    private static func add(
        _ mock: HTTPMock, as name: String, in comparison: inout Comparison, _ count: Int,
        growing: (@Sendable (HTTPMock) -> Void)? = nil
    ) throws {
        let session = mock.urlSession
        // Among 4,712 exact routes or more, the address differs from one of them only in its last segment.
        let request = try Endpoint.request("/v1/users/4711/order", host: "api1.example.com")
        comparison.add(name, repeating: count) { _ in
            // The closure captures the mock, so that the mock stays alive.
            growing?(mock)
            _ = try await session.data(for: request)
        }
    }
}
