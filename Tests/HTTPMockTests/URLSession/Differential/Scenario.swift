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
