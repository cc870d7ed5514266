import Foundation
import HTTPMock
import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures a cassette: reading and looking up many entries, playing an entry, and saving large bodies.
enum CassetteBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        let count = options.count(10_000, quick: 1_000)
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appendingPathComponent("HTTPMockBenchmarks-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        let requests = try (0..<count).map { try request($0) }
        try write(requests, to: file)
        var reading = Comparison(rounds: options.count(5, quick: 1))
        reading.add(
            "\(count) entries",
            measuring: {
                let start = ContinuousClock.now
                _ = try Cassette(at: file, environment: [:])
                return (ContinuousClock.now - start) / .milliseconds(1)
            })
        let cassette = try Cassette(at: file, repeatsLast: true, environment: [:])
        let mock = HTTPMock()
        for number in 0..<count {
            mock.addResponses(
                forPath: "/items/\(number)", host: Endpoint.host, query: ["page": "\(number)", "sort": "name"],
                responses: [.json(reply, lifetime: .eternal, headers: fields)])
        }
        let reorderedRequests = try (0..<count).map { try request($0, isReordered: true) }
        let lookUps = try await lookUps(
            of: requests, reorderedRequests, cassette, mock, rounds: options.count(10, quick: 2))
        let played = try await playing(
            Array(requests.prefix(options.count(500, quick: 20))), cassette, mock, rounds: options.count(20, quick: 2))
        return [
            Section(title: "reading a cassette, ms", rows: try await reading.run().rows),
            Section(title: "saving a cassette, ms of processor time a MB", rows: try await saving(options)),
            Section(
                title: "ratios of a cassette's entry to a registration", digits: 2,
                rows: [
                    lookUps.ratio(entry, to: registration, goal: 1.2), lookUps.ratio(reordered, to: registration),
                    played.ratio(entry, to: registration, goal: 1.2),
                ]),
            Section(title: "looking up among \(count), ns each", digits: 0, rows: lookUps.rows),
            Section(title: "requests of a session, µs each", rows: played.rows),
        ]
    }

    /// Measures `save()` of bodies of 20 kB: JSON with ten secrets each, and style sheets.
    private static func saving(_ options: Options) async throws -> [Section.Row] {
        let items = (0..<150).map { number in
            let name = number % 15 == 0 ? "token" : "code"
            return
                #"{"id":\#(number),"name":"item \#(number)","price":{"amount":\#(number * 7),"currency":"EUR"},"tags":["a","b"],"#
                + #""url":"https://api.example.com/items/\#(number)?page=1","\#(name)":"value-\#(number)"}"#
        }
        let json = Data("[\(items.joined(separator: ","))]".utf8)
        // Each percent sign may begin an escape, and begins none.
        let style = Data(String(repeating: "a{width:100%;}", count: 1_400).utf8)
        var comparison = Comparison(rounds: options.count(5, quick: 1))
        for megabytes in [1, 4] {
            comparison.add(
                "\(megabytes) MB of JSON", measuring: { try milliseconds(of: json, "application/json", megabytes) })
            comparison.add("\(megabytes) MB of CSS", measuring: { try milliseconds(of: style, "text/css", megabytes) })
        }
        let results = try await comparison.run()
        return results.rows.map { Section.Row($0.name, results[$0.name], goal: 50) }
    }

    /// Returns the processor time of saving entries with one body, in milliseconds a megabyte.
    ///
    /// - Parameter megabytes: The size of all bodies together.
    private static func milliseconds(of body: Data, _ type: String, _ megabytes: Int) throws -> Double {
        let request = try request(0)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        let cassette = try Cassette(at: file, record: .all, environment: [:])
        for _ in 0..<megabytes * 1_000_000 / body.count {
            cassette.record(
                RecordedRequest(
                    request: request, start: Date(), status: 200, headers: ["Content-Type": type], chunks: [body],
                    error: nil))
        }
        let start = clock()
        try cassette.save()
        return ProcessorTime.microseconds(since: start) / 1e3 / Double(megabytes)
    }

    private static let reply = #"{"id":1,"name":"a name that is a little longer","tags":["a","b","c"]}"#
    private static let fields = ["Server": "benchmark", "Vary": "Accept", "ETag": "\"1\""]
    private static let entry = "an entry"
    private static let reordered = "an entry, its query in another order"
    private static let registration = "a registration"

    /// Measures finding each request's entry in a cassette, and each request's registration in a mock.
    private static func lookUps(
        of requests: [MockRequest], _ reorderedRequests: [MockRequest], _ cassette: Cassette, _ mock: HTTPMock,
        rounds: Int
    ) async throws -> Comparison.Results {
        var comparison = Comparison(rounds: rounds)
        for (name, requests) in [(entry, requests), (reordered, reorderedRequests)] {
            comparison.add(
                name,
                measuring: {
                    try nanoseconds(of: requests) { request in
                        guard case .play = cassette.decide(request) else { throw URLError(.resourceUnavailable) }
                    }
                })
        }
        comparison.add(
            registration,
            measuring: { nanoseconds(of: requests) { _ = mock.registration(for: $0) } })
        return try await comparison.run()
    }

    /// Measures whole requests of a session, which are answered by a cassette and by registrations.
    private static func playing(
        _ requests: [MockRequest], _ cassette: Cassette, _ mock: HTTPMock, rounds: Int
    ) async throws -> Comparison.Results {
        let player = HTTPMock()
        player.insert(cassette)
        var comparison = Comparison(rounds: rounds)
        for (name, session) in [(entry, player.urlSession), (registration, mock.urlSession)] {
            comparison.add(name, repeating: requests.count) { number in
                _ = try await session.data(for: requests[number].urlRequest)
            }
        }
        return try await comparison.run()
    }

    private static func request(_ number: Int, isReordered: Bool = false) throws -> MockRequest {
        var items = ["page=\(number)", "sort=name"]
        if isReordered { items.reverse() }
        let query = items.joined(separator: "&")
        guard let url = URL(string: "https://\(Endpoint.host)/items/\(number)?\(query)") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.allHTTPHeaderFields = ["Accept": "application/json", "User-Agent": "benchmark"]
        return MockRequest(request, url: url, body: Data())
    }

    private static func write(_ requests: [MockRequest], to file: URL) throws {
        let cassette = try Cassette(at: file, record: .all, environment: [:])
        for request in requests {
            cassette.record(
                RecordedRequest(
                    request: request, start: Date(), status: 200,
                    headers: fields.merging(["Content-Type": "application/json"]) { $1 },
                    chunks: [Data(reply.utf8)], error: nil))
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
