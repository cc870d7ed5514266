import Foundation
import HTTPMockRecording
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs one scenario in one style, natively and through the mock, against one server.
struct ScenarioRun: Sendable {
    let scenario: Scenario
    let style: ClientStyle
    let server: LoopbackServer

    init(_ scenario: Scenario, _ style: ClientStyle) {
        self.scenario = scenario
        self.style = style
        server = ScenarioServer.make(scenario.answers)
    }

    func native() async -> Observation {
        let configuration = makeConfiguration()
        let outcomes = await outcomes(of: URLSession(configuration: configuration))
        return Observation(outcomes: outcomes, sightings: server.requests.map(Sighting.init))
    }

    func observation(on via: Via) async -> Observation {
        switch via {
        case .mocked: await mocked(isObserved: false)
        case .observed: await mocked(isObserved: true)
        case .passedThrough: await passedThrough()
        case .played: await played()
        case .simulated: await simulated()
        case .simulatedOtherwise: await simulated(Uncertainty.unseen)
        }
    }

    /// Returns the observation of the mock; requests are recorded only if a condition observes them.
    private func mocked(isObserved: Bool) async -> Observation {
        let mock = HTTPMock()
        let sightings = Observed<[Sighting]>([])
        register(in: mock, noting: isObserved ? sightings : nil)
        let configuration = makeConfiguration()
        mock.install(in: configuration)
        let outcomes = await outcomes(of: URLSession(configuration: configuration))
        return withExtendedLifetime(mock) { Observation(outcomes: outcomes, sightings: sightings.value) }
    }

    private func passedThrough() async -> Observation {
        let mock = HTTPMock()
        mock.unmockedPolicy = .passthrough
        let configuration = makeConfiguration()
        mock.install(in: configuration)
        let outcomes = await outcomes(of: URLSession(configuration: configuration))
        return withExtendedLifetime(mock) {
            Observation(outcomes: outcomes, sightings: server.requests.map(Sighting.init))
        }
    }

    /// Records the scenario at the server, stops the server, and plays the cassette.
    private func played() async -> Observation {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).har")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            _ = try await observation(with: file, .all)
            server.stop()
            return try await observation(with: file, .none)
        } catch {
            Issue.record(error)
            return Observation(outcomes: [], sightings: [])
        }
    }

    private func observation(with file: URL, _ mode: RecordMode) async throws -> Observation {
        let mock = HTTPMock()
        // A request that fails before it is sent is not recorded. Then there is no file.
        let isPlayable = mode == .all || FileManager.default.fileExists(atPath: file.path)
        // Cookies and credentials are compared, so they are not redacted.
        let cassette =
            try isPlayable
            ? Cassette(at: file, record: mode, redacting: .nothing, recordsFailures: true, environment: [:]) : nil
        if let cassette { mock.insert(cassette) }
        let configuration = makeConfiguration()
        mock.install(in: configuration)
        let outcomes = await outcomes(of: URLSession(configuration: configuration))
        try cassette?.save()
        return withExtendedLifetime(mock) {
            Observation(outcomes: outcomes, sightings: isPlayable ? mock.requests.map { Sighting($0.request) } : [])
        }
    }

    /// Connections to the server so far.
    var connectionCount: Int { server.connectionCount }

    /// Registers the answers of the scenario, for every host, perhaps under a condition that notes the requests.
    func register(in mock: HTTPMock, noting sightings: Observed<[Sighting]>? = nil) {
        let observer = sightings.map { sightings in
            RequestCondition.where("observed") { request in
                sightings.change { $0.append(Sighting(request)) }
                return true
            }
        }
        for (path, answers) in scenario.answers {
            let responses = answers.map { $0.mockResponse(for: server) }
            if let observer {
                mock.addResponses(forPath: path, host: "**", when: observer, responses: responses)
            } else {
                mock.addResponses(forPath: path, host: "**", responses: responses)
            }
        }
    }

    func makeConfiguration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        scenario.configure(configuration)
        return configuration
    }

    /// Returns the request of a step; those of uploads have no body.
    func makeRequest(_ step: Scenario.Step, url: URL? = nil) -> URLRequest {
        let isUpload = ClientStyle.upload.contains(style)
        var request = URLRequest(url: url ?? server.url(step.path, host: step.host))
        request.httpMethod = step.method ?? (isUpload ? "POST" : "GET")
        for (name, value) in step.headers { request.setValue(value, forHTTPHeaderField: name) }
        if let timeout = step.timeout { request.timeoutInterval = timeout }
        if step.isStreamed {
            request.httpBodyStream = step.body.map { InputStream(data: Data($0.utf8)) }
        } else if !isUpload {
            request.httpBody = step.body.map { Data($0.utf8) }
        }
        return request
    }

    /// Makes the requests of the scenario.
    ///
    /// - Parameters:
    ///   - session: The session that makes them.
    ///   - url: Returns the URL of a request; nil for that of the server of this run.
    func outcomes(
        of session: URLSession, url: (Scenario.Step) -> URL? = { _ in nil }
    ) async -> [ClientOutcome] {
        let driver = ClientDriver(session: session)
        var outcomes: [ClientOutcome] = []
        for step in scenario.steps {
            let delegate = RecordingDelegate()
            delegate.redirectAnswer = scenario.delegates.redirect
            delegate.challengeAnswer = scenario.delegates.challenge
            let request = makeRequest(step, url: url(step))
            let isWatched = style.isDelegateDriven || scenario.delegates.location != nil
            let outcome = await driver.run(
                request, as: style, body: step.body.map { Data($0.utf8) }, delegate: isWatched ? delegate : nil,
                at: scenario.delegates.location ?? .session)
            outcomes.append(outcome.comparable())
        }
        return outcomes
    }
}

/// The server of one run, which sends each path's answers in order and starts again for each run.
private enum ScenarioServer {
    static func make(_ answers: [String: [ScenarioAnswer]]) -> LoopbackServer {
        let counts = Observed<[String: Int]>([:])
        // The server's address is known only after its start.
        let itself = Observed<Weak?>(nil)
        let server = LoopbackServer { request in
            guard let server = itself.value?.server, let answers = answers[request.path] else {
                return .text("no answer for \(request.path)", status: 404)
            }
            let count = counts.change { counts in
                defer { counts[request.path, default: 0] += 1 }
                return counts[request.path, default: 0]
            }
            if let last = answers.last, last.isEternal, count >= answers.count {
                return last.loopbackResponse(from: server)
            }
            return answers[count % answers.count].loopbackResponse(from: server)
        }
        itself.change { $0 = Weak(server: server) }
        return server
    }

    private final class Weak: @unchecked Sendable {
        // Sendable, because the value is set once, before any other thread reads it.
        weak var server: LoopbackServer?

        init(server: LoopbackServer) {
            self.server = server
        }
    }
}

extension Sighting {
    init(_ request: LoopbackRequest) {
        var headers: [String: String] = [:]
        for field in request.headers.fields { headers[field.name] = field.value }
        self.init(request.method, request.target, headers: headers, body: request.bodyText)
    }

    init(_ request: MockRequest) {
        let query = request.url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        self.init(
            request.method.rawValue, request.path + query, headers: Dictionary(request.headers),
            body: String(decoding: request.body, as: UTF8.self))
    }
}
