/// A pattern for one part of a request's address, compiled to tokens at registration.
protocol CompiledPattern: Hashable, Sendable {
    /// The tokens of the pattern, beginning with a separator or a `**`.
    var tokens: [PatternToken] { get }

    /// The number of literal characters, separators and a port included.
    var literalCount: Int { get }

    /// Parses the text of a pattern.
    ///
    /// - Throws: The reason why the pattern can't match any request.
    init(_ text: String) throws(PatternProblem)

    /// Returns the range of a request's tokens that the pattern describes.
    static func range(in target: RequestTarget) -> Range<Int>
}

extension CompiledPattern {
    /// Whether the pattern has no wildcard.
    var isExact: Bool { !tokens.contains { $0.isWildcard } }

    /// The number of `*` characters; a `{name}` counts as one, a `**` as two.
    var starCount: Int {
        tokens.reduce(0) { $0 + ($1.isWildcard ? ($1 == .star ? 1 : 2) : 0) }
    }

    /// The number of literal characters and separators; a `**` between two separators counts as one separator.
    var literalTokenCount: Int {
        tokens.count { token in
            // A character is counted by its first byte: UTF-8's continuation bytes are 0b10xx_xxxx.
            token.isByte ? token.code & 0b1100_0000 != 0b1000_0000 : !token.isWildcard || token.includesSeparator
        }
    }

    /// Returns whether the tokens match all of their part of a request's address.
    func matchesTokens(of target: RequestTarget) -> Bool {
        let range = Self.range(in: target)
        var matcher = PatternMatcher(target, from: range.lowerBound)
        return matcher.advance(from: 0, over: tokens) && matcher.positions.last == range.upperBound
    }

    /// Returns how many tokens of a request's address the pattern matches before it fails.
    ///
    /// A diagnosis ranks patterns by this number: the pattern that fails later is nearer.
    func matchedPrefixLength(in target: RequestTarget) -> Int {
        let start = Self.range(in: target).lowerBound
        var matcher = PatternMatcher(target, from: start)
        return matcher.matchedPrefixEnd(of: tokens) - start
    }
}

extension PatternToken {
    /// Whether the token is a `**` that was written with the separator before it.
    fileprivate var includesSeparator: Bool { self == .hostLabels || self == .pathSegments }
}
