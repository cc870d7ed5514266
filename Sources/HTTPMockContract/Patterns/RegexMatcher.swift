import Foundation
import HTTPMock

/// A regular expression of ECMA-262, compiled once and shared by threads.
///
/// - SeeAlso: [JSON Schema core §6.4](https://json-schema.org/draft/2020-12/json-schema-core#section-6.4)
final class RegexMatcher: Sendable {
    /// The pattern as it is written.
    let source: String
    private let search: Search

    /// The ways of searching.
    private enum Search {
        case simple(SimplePattern)
        case backtracking(NSRegularExpression)
    }

    /// The result of a search for a pattern in a text.
    enum Outcome: Hashable, Sendable {
        case matches
        case differs
        /// The search was too slow, filled its stack, or could not begin.
        case givenUp
    }

    /// The maximum number of slow reports of one search, each at least ``slowReport`` after the report before.
    ///
    /// After 3,900 such reports or more, `NSRegularExpression.enumerateMatches` ends a search by itself, and reports
    /// wrongly that nothing matches (FoundationOnLinux.md, "Searches for a pattern").
    private static let slowReportLimit = 2_000
    /// A report that comes at least this many seconds after the last report is a report of backtracking.
    ///
    /// Backtracking reports after 10,000 steps. Other reports, one for each position at which the search begins, come
    /// sooner.
    private static let slowReport = 25e-6

    /// Compiles a pattern.
    ///
    /// - Throws: ``PatternError`` if the text is no pattern, or a pattern that `NSRegularExpression` can't express.
    init(_ source: String) throws {
        self.source = source
        // Translated first, because `SimplePattern` expects a valid pattern, and the translation refuses all others.
        let translated = try ECMAScriptPattern.translated(source, InlineFlags(source))
        if let pattern = SimplePattern(source) {
            search = .simple(pattern)
            return
        }
        guard let expression = try? NSRegularExpression(pattern: translated) else {
            throw PatternError(reason: "NSRegularExpression can't express it")
        }
        search = .backtracking(expression)
    }

    /// True if a search may be slow.
    var isBacktracking: Bool {
        if case .backtracking = search { true } else { false }
    }

    /// Searches a text for the pattern.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - seconds: The processor's time after which the search is given up.
    func match(_ text: String, within seconds: @autoclosure () -> Double = CheckBudget.timeLimit) -> Outcome {
        switch search {
        case .simple(let pattern) where pattern.matches(text): .matches
        case .simple: .differs
        case .backtracking(let expression): Self.match(expression, text, within: seconds())
        }
    }

    private static func match(_ expression: NSRegularExpression, _ text: String, within seconds: Double) -> Outcome {
        // No outcome until the search reports one: `_CFRegularExpressionEnumerateMatchesInString` returns without a
        // callback where it can't prepare the search.
        let search = Locked(Progress(seconds))
        let range = NSRange(location: 0, length: text.utf16.count)
        expression.enumerateMatches(in: text, options: [.reportProgress, .reportCompletion], range: range) {
            match, flags, stop in
            search.withLock { search in
                if match != nil {
                    search.outcome = .matches
                } else if flags.contains(.internalError) {
                    // An error means that the search has filled its stack, and might have gone on without end.
                    search.outcome = .givenUp
                } else if flags.contains(.progress), search.isOver() {
                    search.outcome = .givenUp
                } else if flags.contains(.completed) {
                    search.outcome = search.outcome ?? .differs
                }
                if search.outcome != nil { stop.pointee = true }
            }
        }
        return search.withLock { $0.outcome ?? .givenUp }
    }

    /// The state of one search.
    private struct Progress {
        var outcome: Outcome?
        private var slowReports = 0
        private let end: Double
        private var lastReport = CheckBudget.processorTime

        init(_ seconds: Double) {
            end = CheckBudget.processorTime + seconds
        }

        /// Counts a report of progress, and returns whether the search has to be given up.
        mutating func isOver() -> Bool {
            let now = CheckBudget.processorTime
            if now - lastReport >= slowReport { slowReports += 1 }
            lastReport = now
            return slowReports > slowReportLimit || now >= end
        }
    }

    /// The pattern for messages, cut off where it is long.
    var shownSource: String { source.short }

    /// The violation's text for a search that was given up.
    var givenUpText: String {
        "the pattern \(shownSource) takes too long for this string, so the search was given up"
    }
}
