import Foundation
import HTTPMock
import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures reading a cassette of 10,000 entries, and looking up one entry.
enum CassetteBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        let count = options.count(10_000, quick: 1_000)
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appendingPathComponent("HTTPMockBenchmarks-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        let requests = try (0..<count).map(request)
        try write(requests, to: file)
        var reading = Comparison(rounds: options.count(5, quick: 1))
        reading.add(
            "\(count) entries",
            measuring: {
                let start = ContinuousClock.now
                _ = try Cassette(at: file, environment: [:])
                return (ContinuousClock.now - start) / .milliseconds(1)
            })
        var playing = Comparison(rounds: options.count(10, quick: 2))
        let cassette = try Cassette(at: file, repeatsLast: true, environment: [:])
        playing.add(
            "an entry among \(count)",
            measuring: {
                try nanoseconds(of: requests) { request in
                    guard case .play = cassette.decide(request) else { throw URLError(.resourceUnavailable) }
                }
            })
        let mock = HTTPMock()
        for number in 0..<count {
            mock.addResponses(
                forPath: "/items/\(number)", host: Endpoint.host, query: ["page": "\(number)"],
                responses: [.json("{}", lifetime: .eternal)])
        }
        playing.add(
            "a registration among \(count)",
            measuring: {
                nanoseconds(of: requests) { _ = mock.registration(for: $0) }
            })
        return [
            Section(title: "reading a cassette, ms", rows: try await reading.run().rows),
            Section(title: "looking up, ns each", digits: 0, rows: try await playing.run().rows),
        ]
    }

    private static func request(_ number: Int) throws -> MockRequest {
        guard let url = URL(string: "https://\(Endpoint.host)/items/\(number)?page=\(number)") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.allHTTPHeaderFields = ["Accept": "application/json", "User-Agent": "benchmark"]
        return MockRequest(request, url: url, body: Data())
    }

    private static func write(_ requests: [MockRequest], to file: URL) throws {
        let cassette = try Cassette(at: file, record: .all, environment: [:])
        let reply = Data(#"{"id":1,"name":"a name that is a little longer","tags":["a","b","c"]}"#.utf8)
        let headers = ["Content-Type": "application/json", "Server": "benchmark", "Vary": "Accept", "ETag": "\"1\""]
        for request in requests {
            cassette.record(
                CompletedExchange(
                    request: request, start: Date(), status: 200, headers: headers, chunks: [reply], error: nil))
        }
        try cassette.save()
    }

    /// Returns the nanoseconds for each request.
    private static func nanoseconds(of requests: [MockRequest], _ body: (MockRequest) throws -> Void) rethrows -> Double
    {
        let start = ContinuousClock.now
        for request in requests { try body(request) }
        return (ContinuousClock.now - start) / .nanoseconds(1) / Double(requests.count)
    }
}
