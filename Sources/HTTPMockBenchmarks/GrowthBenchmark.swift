import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures the cost of a request among many registrations.
enum GrowthBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        let rounds = options.count(40, quick: 3)
        let requests = options.count(250, quick: 20)

        var exact = Comparison(rounds: rounds)
        let counts = [1, 10, 1000, 10_000, options.count(100_000, quick: 20_000)]
        for count in counts {
            let mock = HTTPMock()
            try mock.register(Routes.exact(count: count))
            let all = try Routes.exactRequests(among: count)
            // Each registration is requested once, because its first request creates the `HTTPURLResponse`.
            for request in all.prefix(options.count(all.count, quick: 100)) {
                _ = try await mock.urlSession.data(for: request)
            }
            try add(all, of: mock, as: "\(count) exact", in: &exact, requests)
        }
        let exactResults = try await exact.run()

        var wild = Comparison(rounds: rounds)
        let wildCounts = [1, 1000, 10_000]
        for count in wildCounts {
            let mock = HTTPMock()
            try mock.register(Routes.wildcards(count: count))
            try add(Routes.wildcardRequests(), of: mock, as: "\(count) wildcards", in: &wild, requests)
        }
        let wildResults = try await wild.run()

        return [
            Section(
                title: "ratios of requests among many exact routes to one route", digits: 2,
                rows: counts.dropFirst().map { exactResults.ratio("\($0) exact", to: "1 exact", goal: 1.05) }
                    + [exactResults.ratio("\(counts[4]) exact", to: "1000 exact", goal: 1.05)]),
            Section(
                title: "ratios of requests among many wildcards to one wildcard", digits: 2,
                rows: wildCounts.dropFirst().map {
                    wildResults.ratio("\($0) wildcards", to: "1 wildcards", goal: 1.25)
                }),
            Section(title: "requests among many routes, µs each", rows: exactResults.rows + wildResults.rows),
        ]
    }

    private static func add(
        _ urls: [URLRequest], of mock: HTTPMock, as name: String, in comparison: inout Comparison, _ count: Int
    ) throws {
        let session = mock.urlSession
        // The stride has no common factor with the number of requests, so that all requests are used in turn.
        let stride = 7919
        let position = Counter()
        comparison.add(name, repeating: count) { _ in
            // The closure captures the mock, so that the mock stays alive.
            _ = mock
            _ = try await session.data(for: urls[position.next() &* stride % urls.count])
        }
    }

    private final class Counter {
        private var value = 0

        func next() -> Int {
            value += 1
            return value
        }
    }
}
