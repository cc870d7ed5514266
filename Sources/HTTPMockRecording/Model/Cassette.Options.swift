import HTTPMock

extension Cassette {
    /// The options that a cassette is opened with.
    package struct Options: Sendable {
        let rules: MatchingRules
        let repeatsLast: Bool
        let redacting: Redacting
        let recordsFailures: Bool
        let recordsChunks: Bool
        let expiry: Expiry
        let ignoring: [Part]
        var environment: [String: String] = [:]

        package init(
            matching: [Rule] = [], ignoring: [Part] = [], repeatsLast: Bool = false, redacting: Redacting = .secrets,
            recordsFailures: Bool = false, recordsChunks: Bool = false, warnAfter: Duration? = nil,
            failAfter: Duration? = nil
        ) {
            rules = MatchingRules(matching: matching, ignoring: ignoring, redacting: redacting)
            self.repeatsLast = repeatsLast
            self.redacting = redacting
            self.recordsFailures = recordsFailures
            self.recordsChunks = recordsChunks
            self.ignoring = ignoring
            expiry = Expiry(warnAfter: warnAfter, failAfter: failAfter)
        }
    }
}
