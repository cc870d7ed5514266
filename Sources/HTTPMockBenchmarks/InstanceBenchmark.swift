import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures instances that are created, used for one request and released, as in tests.
enum InstanceBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        let count = options.count(10_000, quick: 300)
        let request = try Endpoint.request()
        // Warms up pools and caches first.
        for _ in 0..<count / 5 { try await useOnce(request) }
        let before = (resident: Memory.resident, descriptors: Memory.descriptors, threads: Memory.threads)
        var times = Samples()
        for _ in 0..<count {
            let start = ContinuousClock.now
            try await useOnce(request)
            times.add((ContinuousClock.now - start) / .microseconds(1))
        }
        // Work on other threads ends a little later.
        try await Task.sleep(for: .milliseconds(200))
        return [
            Section(
                title: "instances, \(count) created, used once and released, µs each",
                rows: [Section.Row("instance", times, goal: 1000)]),
            Section(
                title: "instances, resources left after each",
                digits: 2,
                rows: [
                    Section.Row(
                        "bytes of memory", Double(Memory.resident - before.resident) / Double(count), goal: 100),
                    Section.Row(
                        "file descriptors", Double(Memory.descriptors - before.descriptors) / Double(count), goal: 0.01),
                    Section.Row("threads", Double(Memory.threads - before.threads) / Double(count), goal: 0.01),
                ]),
        ]
    }

    private static func useOnce(_ request: URLRequest) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: Endpoint.path, host: Endpoint.host, responses: [.json(Endpoint.body)])
        _ = try await mock.data(for: request)
    }
}
