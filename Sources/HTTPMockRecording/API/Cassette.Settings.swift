import Foundation
import HTTPMock

extension Cassette {
    /// The options with their defaults, as a cassette uses them.
    struct Settings: Sendable {
        let rules: MatchingRules
        let ignoring: [Part]
        let repeatsLast: Bool
        let redacting: Redacting
        let recordsFailures: Bool
        let recordsChunks: Bool
        let expiry: Expiry
        let recording: Edit?
        let playing: Edit?
        let environment: [String: String]

        init(_ options: Options = Options(), environment: [String: String] = [:]) {
            ignoring = options.ignoring ?? []
            redacting = options.redacting ?? .secrets
            rules = MatchingRules(matching: options.matching ?? [], ignoring: ignoring, redacting: redacting)
            repeatsLast = options.repeatsLast ?? false
            recordsFailures = options.recordsFailures ?? false
            recordsChunks = options.recordsChunks ?? false
            expiry = Expiry(warnAfter: options.warnAfter, failAfter: options.failAfter)
            recording = options.recording
            playing = options.playing
            self.environment = environment
        }

        /// Whether a closure of the user runs where requests are matched.
        var runsUserCode: Bool { redacting.hasPredicate || !rules.custom.isEmpty || playing != nil }
    }
}
