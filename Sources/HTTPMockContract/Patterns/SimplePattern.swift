/// A regular expression that repeats sets of characters, and has no groups, alternatives or look-around.
///
/// A search takes time in proportion to the length of the text and to the number of sets.
///
/// Most patterns of published documents are of this kind, as in `^[A-Z]{2}-[0-9]+$`. `NSRegularExpression` needs
/// microseconds for each search, and may backtrack without end.
struct SimplePattern: Sendable {
    /// A set of characters, repeated.
    private struct Step: Sendable {
        let set: CharacterSetPattern
        let minimum: Int
        let maximum: Int

        /// Finds the positions that the step can end at.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - starts: Whether the step can start at each position of the text.
        ///   - ends: Whether the step can end at each position.
        func apply(to text: [some BinaryInteger], from starts: [Bool], to ends: inout [Bool]) {
            // The number of characters directly before the position that are in the set.
            var run = 0
            // The nearest start at least `minimum` characters before the position; -1 before the first such start.
            // Only this start counts, because a longer repetition is allowed only if the shortest is allowed.
            var nearest = -1
            for position in 0...text.count {
                if position > 0, set.contains(UInt32(text[position - 1])) {
                    run += 1
                } else {
                    run = 0
                }
                if position >= minimum, starts[position - minimum] { nearest = position - minimum }
                ends[position] = nearest >= 0 && position - nearest <= min(run, maximum)
            }
        }
    }

    private var steps: [Step] = []
    /// Whether the pattern begins with `^`.
    private var matchesAtStartOnly = false
    /// Whether the pattern ends with `$`.
    private var matchesAtEndOnly = false

    /// Parses a pattern.
    ///
    /// - Parameter source: A pattern that ``ECMAScriptPattern`` accepts.
    /// - Returns: nil for a pattern of another kind.
    init?(_ source: String) {
        var rest = Substring(source).unicodeScalars
        if rest.first == "^" {
            rest.removeFirst()
            matchesAtStartOnly = true
        }
        while let next = rest.first {
            if next == "$", rest.count == 1 {
                matchesAtEndOnly = true
                return
            }
            guard let set = CharacterSetPattern(readingFrom: &rest), let quantifier = Quantifier(readingFrom: &rest)
            else { return nil }
            steps.append(Step(set: set, minimum: quantifier.minimum, maximum: quantifier.maximum))
        }
    }

    /// Returns whether the pattern matches somewhere in a text.
    func matches(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) { return matches(bytes) }
        return matches(text.unicodeScalars.map(\.value))
    }

    private func matches(_ text: [some BinaryInteger]) -> Bool {
        // Whether the steps so far can end at each position: before the first step, whether a match can begin there.
        var reached = [Bool](repeating: !matchesAtStartOnly, count: text.count + 1)
        reached[0] = true
        var next = reached
        for step in steps {
            step.apply(to: text, from: reached, to: &next)
            swap(&reached, &next)
        }
        if matchesAtEndOnly { return reached[text.count] }
        return reached.contains(true)
    }
}

/// One character of a pattern: a literal, a class, `.`, or a set such as `\d`.
struct CharacterSetPattern: Sendable {
    private var ranges: [ClosedRange<UInt32>] = []
    private var isNegated = false
    /// The verdict on each ASCII character, one bit each.
    private var ascii: (UInt64, UInt64) = (0, 0)

    /// Reads the pattern's next character; nil for other parts, and for unsupported characters.
    init?(readingFrom rest: inout Substring.UnicodeScalarView) {
        guard let first = rest.popFirst() else { return nil }
        switch first {
        case ".":
            isNegated = true
            let lineEnds: [Unicode.Scalar] = ["\n", "\r", "\u{2028}", "\u{2029}"]
            ranges = lineEnds.map { Self.range($0, $0) }
        case "\\":
            guard let member = Self.escape(&rest) else { return nil }
            ranges = member
        case "[":
            guard readClass(&rest) else { return nil }
        case _ where "()|{}]*+?^$".unicodeScalars.contains(first): return nil
        default: ranges = [first.value...first.value]
        }
        for value in UInt32(0)..<128 where ranges.contains(where: { $0.contains(value) }) != isNegated {
            if value < 64 {
                ascii.0 |= 1 << UInt64(value)
            } else {
                ascii.1 |= 1 << UInt64(value - 64)
            }
        }
    }

    /// Returns whether a character, given as its code point, is in the set.
    func contains(_ value: UInt32) -> Bool {
        if value < 64 { return ascii.0 >> UInt64(value) & 1 == 1 }
        if value < 128 { return ascii.1 >> UInt64(value - 64) & 1 == 1 }
        return ranges.contains { $0.contains(value) } != isNegated
    }

    /// Reads the rest of a class; false for an empty class, and for one with an unsupported member.
    private mutating func readClass(_ rest: inout Substring.UnicodeScalarView) -> Bool {
        if rest.first == "^" {
            rest.removeFirst()
            isNegated = true
        }
        while let next = rest.popFirst() {
            if next == "]" { return !ranges.isEmpty }
            var member = [next.value...next.value]
            if next == "\\" {
                guard let escaped = Self.escape(&rest) else { return false }
                member = escaped
            }
            if rest.first == "-", rest.dropFirst().first != "]" {
                rest.removeFirst()
                // A range between two plain characters; all others are left to `NSRegularExpression`.
                guard next != "\\", let last = rest.popFirst(), last != "\\", next <= last else { return false }
                member = [next.value...last.value]
            }
            ranges += member
        }
        return false
    }

    /// Reads the rest of an escape: a set, or a sign that matches itself; nil for other escapes.
    private static func escape(_ rest: inout Substring.UnicodeScalarView) -> [ClosedRange<UInt32>]? {
        guard let next = rest.popFirst() else { return nil }
        let digits = range("0", "9")
        switch next {
        case "d": return [digits]
        case "w": return [digits, range("A", "Z"), range("_", "_"), range("a", "z")]
        default:
            let isSign = next.isASCII && !next.properties.isAlphabetic && !digits.contains(next.value)
            guard isSign else { return nil }
            return [range(next, next)]
        }
    }

    private static func range(_ first: Unicode.Scalar, _ last: Unicode.Scalar) -> ClosedRange<UInt32> {
        first.value...last.value
    }
}
