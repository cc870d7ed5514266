import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One row of the differential table: requests, answers and deviations from the native loader.
struct Scenario: Sendable {
    /// One request of a scenario; the requests are made one by one in one session.
    struct Step: Sendable {
        var path = "/"
        var method: String?
        var headers: [String: String] = [:]
        /// The body: the `httpBody` of a data or download task, or the uploaded body.
        var body: String?
        var timeout: TimeInterval?
        var host = "127.0.0.1"
        /// Whether a data task's body is a stream.
        var isStreamed = false
    }

    /// An additional delegate, and the answers of all delegates.
    struct Delegates: Sendable {
        var location: ClientDriver.DelegateOwner?
        var redirect = RecordingDelegate.RedirectAnswer.follow
        var challenge = RecordingDelegate.ChallengeAnswer()
    }

    let name: String
    /// The answers of each path, in order.
    let answers: [String: [ScenarioAnswer]]
    var steps = [Step()]
    var styles = ClientStyle.data
    var delegates = Delegates()
    var configure: @Sendable (URLSessionConfiguration) -> Void = { _ in }
    /// The intended deviations of the mock from the native loader.
    var deviations: [Deviation] = []
    /// The expected result for styles in which the native loader crashes or hangs.
    var nativeIsUnusable: Unusable?

    struct Unusable: Sendable {
        let reason: String
        let styles: Set<ClientStyle>
        let expected: @Sendable (ClientStyle) -> Observation

        init(
            _ reason: String, _ styles: [ClientStyle] = ClientStyle.allCases,
            expected: @escaping @Sendable (ClientStyle) -> Observation
        ) {
            self.reason = reason
            self.styles = Set(styles)
            self.expected = expected
        }
    }

    /// One test case: a row in one style.
    struct Case: Sendable, CustomTestStringConvertible {
        let scenario: Scenario
        let style: ClientStyle
        var testDescription: String { "\(scenario.name), \(style)" }
    }

    var cases: [Case] { styles.map { Case(scenario: self, style: $0) } }

    /// Returns a changed copy of the row.
    func with(_ change: (inout Scenario) -> Void) -> Scenario {
        var copy = self
        change(&copy)
        return copy
    }
}

/// An intended difference between the native loader and the mock.
struct Deviation: Sendable {
    /// The reason for the difference.
    let reason: String
    let styles: Set<ClientStyle>
    /// The ways that differ.
    let vias: Set<Via>
    /// Changes the native observation to the expected one.
    let change: @Sendable (inout Observation) -> Void

    init(
        _ reason: String, _ styles: [ClientStyle] = ClientStyle.allCases, on vias: Set<Via> = Set(Via.allCases),
        change: @escaping @Sendable (inout Observation) -> Void
    ) {
        self.reason = reason
        self.styles = Set(styles)
        self.vias = vias
        self.change = change
    }
}

/// A way in which a scenario is answered other than by the native loader.
enum Via: CaseIterable, Sendable {
    /// By the mock, on the work queue.
    case mocked
    /// By the mock, matched off the work queue because a condition observes the requests.
    case observed
    /// By the server, through a mock that passes everything through.
    case passedThrough
    /// By a cassette that was recorded at the server, without the server.
    case played
    /// By the mock, on the simulation of Apple's loading system.
    case simulated
    /// The same, with the switches of the simulation whose positions no client sees.
    case simulatedOtherwise

    var isSimulated: Bool { self == .simulated || self == .simulatedOtherwise }
}

/// All values that are compared: the outcomes of the client and the received requests.
struct Observation: Sendable, Equatable {
    var outcomes: [ClientOutcome]
    var sightings: [Sighting]
}

/// A request as the server or the mock saw it, without what the native loader adds on the wire.
struct Sighting: Sendable, Equatable {
    var method: String
    var target: String
    var headers: [String: String] = [:]
    var body = ""

    private static let wireHeaders: Set<String> = [
        "accept", "accept-encoding", "accept-language", "connection", "content-length", "expect", "host",
        "transfer-encoding", "user-agent",
    ]

    init(_ method: String, _ target: String, headers: [String: String] = [:], body: String = "") {
        self.method = method
        self.target = target
        self.body = body
        for (name, value) in headers where !Self.wireHeaders.contains(name.lowercased()) {
            // The order of cookies is random.
            let isCookie = name.lowercased() == "cookie"
            self.headers[name.lowercased()] =
                isCookie ? value.components(separatedBy: "; ").sorted().joined(separator: "; ") : value
        }
    }
}

extension Observation: CustomTestStringConvertible {
    var testDescription: String {
        let seen = outcomes.map(\.description) + sightings.map(\.description)
        return "\n    " + seen.joined(separator: "\n    ") + "\n"
    }
}

extension Sighting: CustomStringConvertible {
    var description: String {
        let fields = headers.sorted { $0.key < $1.key }.map { " \($0.key): \($0.value)" }
        return "\(method) \(target)\(fields.joined()) [\(body.count > 60 ? "\(body.utf8.count) bytes" : body)]"
    }
}
