import Foundation
import HTTPMock
import HTTPMockRecording
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A service on a port of this machine, recorded into a file and played from it when it is gone.
struct RecordedService {
    let file: URL
    private let server: LoopbackServer

    init(into file: URL, _ handler: @escaping LoopbackServer.Handler) {
        self.file = file
        server = LoopbackServer(handler)
    }

    var requestCount: Int { server.requests.count }

    var requests: [LoopbackRequest] { server.requests }

    func url(_ path: String) -> URL { server.url(path) }

    func stop() { server.stop() }

    /// Runs a client against a mock with the cassette in a mode, and saves what was recorded.
    func run<Result>(
        _ mode: RecordMode = .none, matching: [Cassette.Rule] = [], ignoring: [Cassette.Part] = [],
        repeatsLast: Bool = false, recordsFailures: Bool = false, redacting: Cassette.Redacting = .secrets,
        _ client: (HTTPMock, Cassette) async throws -> Result
    ) async throws -> Result {
        let mock = HTTPMock()
        let cassette = try Cassette(
            at: file, record: mode, matching: matching, ignoring: ignoring, repeatsLast: repeatsLast,
            redacting: redacting, recordsFailures: recordsFailures, environment: [:])
        mock.insert(cassette)
        let result = try await client(mock, cassette)
        try cassette.save()
        return result
    }

    /// Makes requests one after the other.
    func outcomes(
        of requests: [URLRequest], _ mode: RecordMode = .none, recordsFailures: Bool = false,
        redacting: Cassette.Redacting = .secrets
    ) async throws -> [ClientOutcome] {
        try await run(mode, recordsFailures: recordsFailures, redacting: redacting) { mock, _ in
            let driver = ClientDriver(session: mock.urlSession)
            var outcomes: [ClientOutcome] = []
            for request in requests {
                outcomes.append(await driver.run(request, as: .asyncData))
            }
            return outcomes.map { outcome in
                // The length of the decoded body is stated when it is played.
                var outcome = outcome
                outcome.expectedLength = nil
                return outcome.comparable(
                    ignoringHeaders: [
                        "connection", "transfer-encoding", "date", "server", "content-encoding", "content-length",
                    ], ignoringFailingURL: true)
            }
        }
    }
}

extension URLRequest {
    /// A request in one expression.
    init(_ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil) {
        self.init(url: url)
        httpMethod = method
        httpBody = body
        for (name, value) in headers { setValue(value, forHTTPHeaderField: name) }
    }
}
