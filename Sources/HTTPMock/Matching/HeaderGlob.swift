/// A pattern for a header's value: `*` matches any run of characters, case counts.
///
/// Values are compared byte by byte. A combining character therefore matches a `*` without its base character.
struct HeaderGlob: Sendable {
    private let tokens: [PatternToken]

    init(_ text: String) {
        tokens = text.utf8.map { $0 == UInt8(ascii: "*") ? .star : .byte($0) }
    }

    /// Returns whether the pattern matches a value.
    func matches(_ value: String) -> Bool {
        match(value).isMatch
    }

    /// Returns whether the pattern matches a value, and how many steps the match took.
    func match(_ value: String) -> (isMatch: Bool, steps: Int) {
        let input = value.utf8.map(PatternToken.byte)
        var matcher = PatternMatcher(input)
        let isMatch = matcher.advance(from: 0, over: tokens) && matcher.positions.last == input.count
        return (isMatch, matcher.steps)
    }
}
