/// One character of a pattern: a literal, a class, or a set such as `\d`.
struct CharacterSetPattern: Sendable {
    private var ranges: [ClosedRange<UInt32>] = []
    private var isNegated = false
    /// The verdict on each ASCII character, one bit each.
    private var ascii: (UInt64, UInt64) = (0, 0)

    /// Reads the pattern's next character; nil if it is none, or written in a way that is not known here.
    init?(readingFrom rest: inout Substring.UnicodeScalarView) {
        guard let first = rest.popFirst() else { return nil }
        switch first {
        case ".":
            isNegated = true
            ranges = ["\n", "\r", "\u{2028}", "\u{2029}"].map { (scalar: Unicode.Scalar) in scalar.value...scalar.value
            }
        case "\\":
            guard let member = Self.escape(&rest) else { return nil }
            ranges = member
        case "[":
            guard readClass(&rest) else { return nil }
        case _ where "()|{}]*+?^$".unicodeScalars.contains(first): return nil
        default: ranges = [first.value...first.value]
        }
        for value in UInt32(0)..<128 where ranges.contains(where: { $0.contains(value) }) != isNegated {
            if value < 64 { ascii.0 |= 1 << UInt64(value) } else { ascii.1 |= 1 << UInt64(value - 64) }
        }
    }

    /// Returns whether a character, given as its code point, is in the set.
    func contains(_ value: UInt32) -> Bool {
        if value < 64 { return ascii.0 >> UInt64(value) & 1 == 1 }
        if value < 128 { return ascii.1 >> UInt64(value - 64) & 1 == 1 }
        return ranges.contains { $0.contains(value) } != isNegated
    }

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

    /// Reads the rest of an escape: a set, or a character that matches itself.
    private static func escape(_ rest: inout Substring.UnicodeScalarView) -> [ClosedRange<UInt32>]? {
        guard let next = rest.popFirst() else { return nil }
        switch next {
        case "d": return [48...57]
        case "w": return [48...57, 65...90, 95...95, 97...122]
        case _ where next.isASCII && !next.properties.isAlphabetic && !(48...57).contains(next.value):
            return [next.value...next.value]
        default: return nil
        }
    }
}
