/// A pattern for a text, such as a header's value, in which `*` is a wildcard.
///
/// `*` matches any run of characters. Texts are compared byte by byte, so case counts, and a `*` may match a combining
/// character without its base character.
package struct TextGlob: Sendable {
    private let tokens: [PatternToken]

    package init(_ text: String) {
        tokens = text.utf8.map { $0 == UInt8(ascii: "*") ? .star : .byte($0) }
    }

    package func matches(_ value: String) -> Bool {
        match(value).isMatch
    }

    /// Returns whether the pattern matches a value, and the steps, which a test bounds.
    func match(_ value: String) -> (isMatch: Bool, steps: Int) {
        let input = value.utf8.map(PatternToken.byte)
        var matcher = PatternMatcher(input, hostEnd: input.count, from: 0)
        let isMatch = matcher.advance(from: 0, over: tokens) && matcher.positions.last == input.count
        return (isMatch, matcher.steps)
    }
}
