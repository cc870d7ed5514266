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
        let most = options.count(100_000, quick: 20_000)
        let counts = [1, 10, 1000, 10_000, most]
        for count in counts {
            let mock = HTTPMock()
            mock.register(Routes.exact(count: count))
            let all = try Routes.exactRequests(among: count)
            // A full run sends each request once before, because a registration's first request creates the
            // `HTTPURLResponse`.
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
            mock.register(Routes.wildcards(count: count))
            try add(Routes.wildcardRequests(), of: mock, as: "\(count) wildcards", in: &wild, requests)
        }
        let wildResults = try await wild.run()

        let longAddresses = try await measureLongAddresses(options)

        return longAddresses + [
            Section(
                title: "ratios of requests among many exact routes to one route", digits: 2,
                rows: counts.dropFirst().map { exactResults.ratio("\($0) exact", to: "1 exact", goal: 1.05) }
                    + [exactResults.ratio("\(most) exact", to: "1000 exact", goal: 1.05)]),
            Section(
                title: "ratios of requests among many wildcards to one wildcard", digits: 2,
                rows: wildCounts.dropFirst().map {
                    wildResults.ratio("\($0) wildcards", to: "1 wildcards", goal: 1.25)
                }),
            Section(title: "requests among many routes, µs each", rows: exactResults.rows + wildResults.rows),
        ]
    }

    /// Measures requests with many path parameters, all of which are read, and with many labels of the host.
    private static func measureLongAddresses(_ options: Options) async throws -> [Section] {
        var comparison = Comparison(rounds: options.count(40, quick: 3))
        let requests = options.count(100, quick: 10)
        let counts = [100, 200, 400]
        for count in counts {
            let mock = HTTPMock()
            let names = (0..<count).map { "p\($0)" }
            let response = MockResponse.handler(lifetime: .eternal) { request in
                for name in names where request.pathParameter(name) != "value" { throw URLError(.badServerResponse) }
                return .empty()
            }
            let path = names.map { "/{\($0)}" }.joined()
            mock.addResponses(forPath: path, host: Endpoint.host, responses: [response])
            let values = String(repeating: "/value", count: count)
            try add([Endpoint.request(values)], of: mock, as: "\(count) parameters", in: &comparison, requests)
        }
        for count in counts {
            let mock = HTTPMock()
            let host = Array(repeating: "a", count: count).joined(separator: ".")
            mock.register([Routes.Route(host: "*." + host, path: Endpoint.path)])
            try add([Endpoint.request(host: "b." + host)], of: mock, as: "\(count) labels", in: &comparison, requests)
        }
        let results = try await comparison.run()
        let ratios = ["parameters", "labels"].flatMap { unit in
            [
                results.ratio("200 \(unit)", to: "100 \(unit)", goal: 2.2),
                results.ratio("400 \(unit)", to: "200 \(unit)", goal: 2.2),
            ]
        }
        return [
            Section(title: "ratios of requests with twice as many parameters or labels", digits: 2, rows: ratios),
            Section(title: "requests with many parameters or labels, µs each", rows: results.rows),
        ]
    }

    private static func add(
        _ requests: [URLRequest], of mock: HTTPMock, as name: String, in comparison: inout Comparison, _ count: Int
    ) throws {
        let session = mock.urlSession
        let position = Counter()
        comparison.add(name, repeating: count) { _ in
            // The closure captures the mock, so that the mock stays alive.
            _ = mock
            _ = try await session.data(for: requests[position.next() &* Routes.stride % requests.count])
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
