import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One row of the differential table: what is asked, what is answered, and where the native loader is not followed.
struct Scenario: Sendable {
    /// One request of a scenario; they are made one after the other in one session.
    struct Step: Sendable {
        var path = "/"
        var method: String?
        var headers: [String: String] = [:]
        /// The body: of a data or download task its `httpBody`, of an upload task what it uploads.
        var body: String?
        var timeout: TimeInterval?
        var host = "127.0.0.1"
        /// Whether a data task's body is a stream.
        var isStreamed = false
    }

    /// A delegate beside the style's own, and what delegates answer.
    struct Delegates: Sendable {
        var location: ClientDriver.DelegatePlace?
        var redirect = RecordingDelegate.RedirectAnswer.follow
        var challenge = RecordingDelegate.ChallengeAnswer()
    }

    let name: String
    /// By path, in order.
    let answers: [String: [ScenarioAnswer]]
    var steps = [Step()]
    var styles = ClientStyle.data
    var delegates = Delegates()
    var configure: @Sendable (URLSessionConfiguration) -> Void = { _ in }
    /// How the mock differs from the native loader, with the reason for each difference.
    var deviations: [Deviation] = []
    /// What is expected where the native loader crashes or hangs, so that it can't be asked.
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

    /// A row in one style: one test case.
    struct Case: Sendable, CustomTestStringConvertible {
        let scenario: Scenario
        let style: ClientStyle
        var testDescription: String { "\(scenario.name), \(style)" }
    }

    var cases: [Case] { styles.map { Case(scenario: self, style: $0) } }

    /// The same row with something else in it.
    func with(_ change: (inout Scenario) -> Void) -> Scenario {
        var copy = self
        change(&copy)
        return copy
    }
}

/// A difference between the native loader and the mock that is meant.
struct Deviation: Sendable {
    /// Why the mock does otherwise.
    let reason: String
    let styles: Set<ClientStyle>
    /// The mock alone, or what is passed through as well.
    let legs: Set<Leg>
    /// Makes what is expected of what the native loader gave.
    let change: @Sendable (inout Observation) -> Void

    init(
        _ reason: String, _ styles: [ClientStyle] = ClientStyle.allCases, on legs: Set<Leg> = Set(Leg.allCases),
        change: @escaping @Sendable (inout Observation) -> Void
    ) {
        self.reason = reason
        self.styles = Set(styles)
        self.legs = legs
        self.change = change
    }
}

/// A way to have a scenario answered other than the native loader's.
enum Leg: CaseIterable, Sendable {
    /// By the mock, on the work queue.
    case mocked
    /// By the mock, matched off the work queue because there is a condition, by which the requests are observed.
    case observed
    /// By the server, through a mock that lets all through.
    case passedThrough
}

/// All that can be compared: what the client saw, and what was asked.
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
            // The order of cookies is a random one.
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
