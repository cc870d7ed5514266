/// Compares a strict test with one request to a test with a hand-written stub.
///
/// The cost is the processor time of the tests in a debug build, as users run them. An empty test is subtracted from
/// both.
enum StrictTestBenchmark {
    /// The number of tests in each suite, so that starting a test run counts for little.
    private static let count = 2_000

    static func run(_ options: Options) async throws -> [Section] {
        // A build takes longer than the rest of a quick run.
        guard !options.isQuick else { return [] }
        let package = try UserPackage(products: ["HTTPMock", "HTTPMockTesting"], isTest: true, source: source)
        try package.swift("build", "--build-tests")
        var comparison = Comparison(rounds: 5)
        for suite in ["Empty", "Stubbed", "Strict"] {
            comparison.add(suite) {
                try package.swift("test", "--skip-build", "--filter", "User.\(suite)Tests")
            }
        }
        let results = try await comparison.run()
        let (strict, stubbed) = (results["Strict"] - results["Empty"], results["Stubbed"] - results["Empty"])
        return [
            Section(
                title: "ratio of a strict test to a test with a stub, both minus an empty test", digits: 2,
                rows: [Section.Row("strict test / test with a stub", strict.ratio(to: stubbed), goal: 2)]),
            Section(title: "processor time of \(count) tests, s", digits: 2, rows: results.rows),
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

        private func load(_ session: URLSession) async throws {
            guard let url = URL(string: "https://api.example.com/users/7") else { return }
            let (data, response) = try await session.data(for: URLRequest(url: url))
            #expect(data.count == 23 && (response as? HTTPURLResponse)?.statusCode == 200)
        }

        @Suite(.serialized) struct EmptyTests {
            @Test(arguments: 0..<\#(count)) func test(_: Int) async throws {}
        }

        @Suite(.serialized) struct StrictTests {
            @Test(
                .httpMock {
                    Host("api.example.com") { Path("/users/7") { MockResponse.json(#"{"id":7,"name":"Alice"}"#) } }
                }, arguments: 0..<\#(count))
            func test(_: Int) async throws {
                try await load(HTTPMock.current.urlSession)
            }
        }

        final class Stub: URLProtocol {
            override class func canInit(with request: URLRequest) -> Bool { true }

            override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

            override func startLoading() {
                let headers = ["Content-Type": "application/json"]
                guard let url = request.url,
                    let response = HTTPURLResponse(
                        url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers)
                else { return }
                client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
                client?.urlProtocol(self, didLoad: Data(#"{"id":7,"name":"Alice"}"#.utf8))
                client?.urlProtocolDidFinishLoading(self)
            }

            override func stopLoading() {}
        }

        @Suite(.serialized) struct StubbedTests {
            @Test(arguments: 0..<\#(count)) func test(_: Int) async throws {
                let configuration = URLSessionConfiguration.ephemeral
                configuration.protocolClasses = [Stub.self]
                try await load(URLSession(configuration: configuration))
            }
        }
        """#
}
