import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures the parsing of a request and the look-up of its registration, without a session.
enum MatchingBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        try await [lookups(options)] + hostile(options)
    }

    private static func lookups(_ options: Options) async throws -> Section {
        var comparison = Comparison(rounds: options.count(30, quick: 3))
        let repetitions = options.count(5000, quick: 200)
        let parsed = try Endpoint.request()
        if let url = parsed.url {
            add("parsing a request", in: &comparison, repetitions) { _ in
                _ = MockRequest(parsed, url: url, body: Data())
            }
        }
        for count in [1, 10, 1000, 10_000, options.count(100_000, quick: 20_000)] {
            let mock = HTTPMock()
            mock.register(Routes.exact(count: count))
            try add(Routes.exactRequests(among: count), of: mock, as: "\(count) exact", in: &comparison, repetitions)
        }
        for count in [1, 1000, 10_000] {
            let mock = HTTPMock()
            mock.register(Routes.wildcards(count: count))
            try add(Routes.wildcardRequests(), of: mock, as: "\(count) wildcards", in: &comparison, repetitions)
        }
        return Section(title: "look-ups, ns each", digits: 0, rows: try await comparison.run().rows)
    }

    /// Measures the time divided by path length and pattern length, which must not grow.
    private static func hostile(_ options: Options) async throws -> [Section] {
        var comparison = Comparison(rounds: options.count(10, quick: 2))
        var sizes: [String: Double] = [:]
        let short = "short path"
        func addPatterns(_ paths: [String], pathLength length: Int, as name: String, repeating count: Int) throws {
            let mock = HTTPMock()
            mock.register(paths.map { Routes.Route(host: Endpoint.host, path: $0) })
            let request = try Endpoint.request(Routes.hostilePath(length: length))
            sizes[name] = Double(length * paths.reduce(0) { $0 + $1.utf8.count })
            add(try [parsed(request)], of: mock, as: name, in: &comparison, count)
        }
        let count = options.count(20, quick: 2)
        let (repeats, length, factor) = (4, 250, 8)
        let patterns = Routes.hostile(repeats: repeats)
        try addPatterns(patterns, pathLength: length, as: short, repeating: count * factor)
        try addPatterns(patterns, pathLength: length * factor, as: "path \(factor) times as long", repeating: count)
        try addPatterns(
            Routes.hostile(repeats: repeats * factor), pathLength: length, as: "patterns \(factor) times as long",
            repeating: count)
        try addPatterns(Routes.hostile(count: 3000), pathLength: length, as: "3,000 patterns", repeating: count)
        let results = try await comparison.run()
        let cost = Comparison.Results(
            names: results.names,
            samples: zip(results.names, results.samples).map { $1.divided(by: sizes[$0] ?? 1) })
        return [
            Section(
                title: "ratios of hostile look-ups, time by pattern length × path length", digits: 2,
                rows: results.names.dropFirst().map { cost.ratio($0, to: short, goal: 1.25) }),
            Section(title: "hostile look-ups, ns each", digits: 0, rows: results.rows),
        ]
    }

    private static func parsed(_ request: URLRequest) throws -> MockRequest {
        guard let url = request.url else { throw URLError(.badURL) }
        return MockRequest(request, url: url, body: Data())
    }

    private static func add(
        _ requests: [URLRequest], of mock: HTTPMock, as name: String, in comparison: inout Comparison, _ count: Int
    ) throws {
        try add(requests.map(parsed), of: mock, as: name, in: &comparison, count)
    }

    private static func add(
        _ requests: [MockRequest], of mock: HTTPMock, as name: String, in comparison: inout Comparison, _ count: Int
    ) {
        add(name, in: &comparison, count) { number in
            _ = mock.registration(for: requests[(number &* Routes.stride) % requests.count])
        }
    }

    private static func add(
        _ name: String, in comparison: inout Comparison, _ count: Int, _ body: @escaping (Int) -> Void
    ) {
        comparison.add(name) {
            let start = ContinuousClock.now
            for number in 0..<count { body(number) }
            return (ContinuousClock.now - start) / .nanoseconds(1) / Double(count)
        }
    }
}

extension Samples {
    fileprivate func divided(by divisor: Double) -> Samples {
        var result = Samples()
        for value in values { result.add(value / divisor) }
        return result
    }
}
