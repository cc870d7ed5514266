/// Compares a sweep of 100 runs to 100 runs with an instance each.
///
/// The cost is processor time of tests in a debug build, as users run them. An empty test is subtracted from both.
enum SweepBenchmark {
    /// The number of measured sweeps, so that starting a test run counts for little.
    private static let count = 20

    static func run(_ options: Options) async throws -> [Section] {
        // A build takes longer than the rest of a quick run.
        guard !options.isQuick else { return [] }
        let package = try UserPackage(products: ["HTTPMock", "HTTPMockTesting"], isTest: true, source: source)
        try package.swift("build", "--build-tests")
        var comparison = Comparison(rounds: 5)
        for suite in ["Empty", "Plain", "Sweep"] {
            comparison.add(suite) {
                try package.swift("test", "--skip-build", "--filter", "User.\(suite)Tests")
            }
        }
        let results = try await comparison.run()
        let (sweep, plain) = (results["Sweep"] - results["Empty"], results["Plain"] - results["Empty"])
        return [
            Section(
                title: "ratio of a sweep of 100 runs to the code itself, both minus an empty test", digits: 2,
                rows: [Section.Row("sweep / code with its own instances", sweep.ratio(to: plain), goal: 1.5)]),
            Section(title: "processor time of \(count) sweeps of 100 runs, s", digits: 2, rows: results.rows),
        ]
    }

    private static let source = #"""
        import Foundation
        import HTTPMock
        import HTTPMockTesting
        import Testing

        #if canImport(FoundationNetworking)
            import FoundationNetworking
        #endif

        private func load(_ session: URLSession) async {
            for path in ["user", "cart", "orders"] {
                guard let url = URL(string: "https://api.example.com/\(path)") else { return }
                _ = try? await session.data(for: URLRequest(url: url))
            }
        }

        @MockBuilder private func shop() -> [MockElement] {
            Host("api.example.com") {
                for path in ["/user", "/cart", "/orders"] {
                    Path(path, responses: [.json(#"{"id":7,"name":"Alice"}"#)])
                }
            }
        }

        @Suite(.serialized) struct EmptyTests {
            @Test(arguments: 0..<\#(count)) func test(_: Int) async throws {}
        }

        @Suite(.serialized) struct PlainTests {
            @Test(arguments: 0..<\#(count)) func test(_: Int) async throws {
                for _ in 0..<100 {
                    let mock = HTTPMock()
                    mock.registerResponses { shop() }
                    await load(mock.urlSession)
                }
            }
        }

        // Three requests with 33 faults each, and the run without a fault.
        @Suite(.serialized) struct SweepTests {
            @Test(arguments: 0..<\#(count)) func test(_: Int) async throws {
                let faults = (400..<433).map { Fault.status(MockResponse.Status($0)) }
                let sweep = try await sweepFaults(faults: faults) {
                    shop()
                } of: { mock in
                    await load(mock.urlSession)
                }
                #expect(sweep.runs.count == 99 && sweep.failures.isEmpty)
            }
        }
        """#
}
