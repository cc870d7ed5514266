/// A slow and obvious matcher to compare patterns with, which tries each way a wildcard can match.
///
/// The matcher shares no code with the library, and supports neither percent-encoding nor braces.
enum ReferenceGlob {
    /// Returns whether a pattern for a path matches a path, both beginning with a separator.
    static func path(_ pattern: String, matches path: String) -> Bool {
        matches(tokens(of: pattern, separator: "/")[...], Array(path)[...], separator: "/")
    }

    /// Returns whether a pattern for a host matches a host.
    static func host(_ pattern: String, matches host: String) -> Bool {
        matches(tokens(of: "." + pattern, separator: ".")[...], Array("." + host)[...], separator: ".")
    }

    private enum Token {
        case literal(Character)
        /// Any text without a separator.
        case star
        /// Any text.
        case span
        /// Nothing, or a separator and any text.
        case segments
    }

    private static func tokens(of pattern: String, separator: Character) -> [Token] {
        var tokens: [Token] = []
        for segment in pattern.dropFirst().split(separator: separator, omittingEmptySubsequences: false) {
            if segment.count >= 2, segment.allSatisfy({ $0 == "*" }) {
                tokens.append(.segments)
                continue
            }
            tokens.append(.literal(separator))
            for piece in segment.replacing("**", with: "#").replacing("#*", with: "#") {
                switch piece {
                case "#": tokens.append(.span)
                case "*": tokens.append(.star)
                default: tokens.append(.literal(piece))
                }
            }
        }
        return tokens
    }

    private static func matches(_ pattern: ArraySlice<Token>, _ text: ArraySlice<Character>, separator: Character)
        -> Bool
    {
        guard let token = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        switch token {
        case .literal(let character):
            return text.first == character && matches(rest, text.dropFirst(), separator: separator)
        case .star:
            if matches(rest, text, separator: separator) { return true }
            guard let first = text.first, first != separator else { return false }
            return matches(pattern, text.dropFirst(), separator: separator)
        case .span:
            if matches(rest, text, separator: separator) { return true }
            return !text.isEmpty && matches(pattern, text.dropFirst(), separator: separator)
        case .segments:
            if matches(rest, text, separator: separator) { return true }
            guard text.first == separator else { return false }
            return matches([.span] + rest, text.dropFirst(), separator: separator)
        }
    }
}
