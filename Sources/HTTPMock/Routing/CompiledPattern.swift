import Foundation

/// A pattern for one part of a request's address, compiled to tokens at registration.
protocol CompiledPattern: Hashable, Sendable {
    /// The tokens of the pattern, beginning with a separator or a `**`.
    var tokens: [PatternToken] { get }

    /// Returns the range of the target's tokens that the pattern has to match.
    static func range(in target: RequestTarget) -> Range<Int>
}

extension CompiledPattern {
    var isExact: Bool {
        !tokens.contains { $0.isWildcard }
    }

    /// The number of `*` characters; a `{name}` counts as one, a `**` as two.
    var starCount: Int { tokens.reduce(0) { $0 + $1.starCount } }

    /// The number of literal characters and separators; a `**` as a whole label or segment counts as one separator.
    var literalTokenCount: Int { tokens.reduce(0) { $0 + $1.literalCount } }

    func matchesTokens(of target: RequestTarget) -> Bool {
        let range = Self.range(in: target)
        var matcher = PatternMatcher(target, from: range.lowerBound)
        return matcher.advance(from: 0, over: tokens) && matcher.positions.last == range.upperBound
    }

    /// Returns how many tokens of a request's address match before the pattern fails.
    func matchedPrefixLength(in target: RequestTarget) -> Int {
        let start = Self.range(in: target).lowerBound
        var matcher = PatternMatcher(target, from: start)
        return matcher.matchedPrefixEnd(of: tokens, from: start) - start
    }
}
