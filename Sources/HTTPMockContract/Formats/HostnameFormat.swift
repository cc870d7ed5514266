import Foundation
import HTTPMock

/// `hostname`: a host's name such as `api.example.com`.
///
/// - SeeAlso: [RFC 1123 §2.1](https://www.rfc-editor.org/rfc/rfc1123.html#section-2.1),
///   [RFC 5891 §4.4](https://www.rfc-editor.org/rfc/rfc5891.html#section-4.4)
enum HostnameFormat {
    static func matches(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.allSatisfy { isLabel(Array($0)) }
    }

    private static func isLabel(_ bytes: [UInt8]) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(bytes.count) else { return false }
        guard bytes.first != hyphen, bytes.last != hyphen else { return false }
        guard bytes.allSatisfy({ $0.isLetter || $0.isDigit || $0 == hyphen }) else { return false }
        // Hyphens as the third and the fourth character are reserved for the encoding of other scripts.
        guard bytes.count >= 4, bytes[2] == hyphen, bytes[3] == hyphen else { return true }
        guard bytes.prefix(2).map(\.asciiLowercased).elementsEqual("xn".utf8) else { return false }
        guard let label = Punycode.decoded(bytes.dropFirst(4)) else { return false }
        return InternationalLabel.isValid(label)
    }
}

/// The rules for labels of host names in other scripts.
///
/// - SeeAlso: [RFC 5892](https://www.rfc-editor.org/rfc/rfc5892.html),
///   [RFC 5891 §4.2.3](https://www.rfc-editor.org/rfc/rfc5891.html#section-4.2.3)
enum InternationalLabel {
    /// Returns whether a decoded label may be used.
    static func isValid(_ label: [Unicode.Scalar]) -> Bool {
        guard let first = label.first, !isMark(first) else { return false }
        guard label.contains(where: { !$0.isASCII }) else { return false }
        guard first != "-", label.last != "-" else { return false }
        guard !label.dropFirst(2).starts(with: ["-", "-"]) else { return false }
        return label.indices.allSatisfy { isAllowed(label, at: $0) }
    }

    private static func isAllowed(_ label: [Unicode.Scalar], at index: Int) -> Bool {
        let scalar = label[index]
        if let verdict = isAllowedInContext(label, at: index) { return verdict }
        if allowedExceptions.contains(scalar) { return true }
        if disallowedExceptions.contains(scalar) { return false }
        // A stable character is its own compatibility composition in lower case (RFC 5892 §2.2).
        let isStable = String(scalar).precomposedStringWithCompatibilityMapping.lowercased() == String(scalar)
        let isIgnorable = scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isWhitespace
        guard isStable, !isIgnorable else { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: break
        default: return scalar == "-"
        }
        // Conjoining letters of Hangul are not allowed (RFC 5892 §2.9).
        return !conjoiningHangul.contains { $0.contains(scalar.value) }
    }

    /// Returns whether a label keeps the rule about the context of a character; nil if the character has no such rule.
    ///
    /// - SeeAlso: [RFC 5892, appendix A](https://www.rfc-editor.org/rfc/rfc5892.html#appendix-A)
    private static func isAllowedInContext(_ label: [Unicode.Scalar], at index: Int) -> Bool? {
        let before = label[..<index].last
        let after = label[(index + 1)...].first
        switch label[index].value {
        // The joiners.
        case 0x200C: return isVirama(before) || joins(label, around: index)
        case 0x200D: return isVirama(before)
        // The middle dot of Catalan.
        case 0xB7: return before == "l" && after == "l"
        // The Greek keraia.
        case 0x375: return after.map { has($0, "Greek") } ?? false
        // The Hebrew geresh and gershayim.
        case 0x5F3, 0x5F4: return before.map { has($0, "Hebrew") } ?? false
        // The middle dot of Katakana.
        case 0x30FB: return label.contains { has($0, "Hiragana") || has($0, "Katakana") || has($0, "Han") }
        // Two sets of Arabic digits, which are not mixed in one label.
        case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0.value) }
        case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0.value) }
        default: return nil
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
        scalar?.properties.canonicalCombiningClass == .virama
    }

    /// Returns whether an index is between two letters that would join.
    private static func joins(_ label: [Unicode.Scalar], around index: Int) -> Bool {
        let before = String(String.UnicodeScalarView(label[..<index]))
        let after = String(String.UnicodeScalarView(label[(index + 1)...]))
        return matches(before, #"[\p{jt=L}\p{jt=D}]\p{jt=T}*$"#) && matches(after, #"^\p{jt=T}*[\p{jt=R}\p{jt=D}]"#)
    }

    /// Returns whether a character is of a script; the middle dot of Katakana does not count.
    private static func has(_ scalar: Unicode.Scalar, _ script: String) -> Bool {
        scalar.value != 0x30FB && matches(String(scalar), "\\p{sc=\(script)}")
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        text.range(of: pattern, options: .regularExpression) != nil
    }

    // The block of Hangul Jamo and its extensions A and B.
    private static let conjoiningHangul: [ClosedRange<UInt32>] = [0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF]

    // RFC 5892 §2.6.
    private static let allowedExceptions: Set<Unicode.Scalar> = [
        "\u{DF}", "\u{3C2}", "\u{6FD}", "\u{6FE}", "\u{F0B}", "\u{3007}",
    ]
    private static let disallowedExceptions: Set<Unicode.Scalar> = [
        "\u{640}", "\u{7FA}", "\u{302E}", "\u{302F}", "\u{3031}", "\u{3032}", "\u{3033}", "\u{3034}", "\u{3035}",
        "\u{303B}",
    ]
}

/// The encoding of other scripts in host names.
///
/// - SeeAlso: [RFC 3492 §6.2](https://www.rfc-editor.org/rfc/rfc3492.html#section-6.2)
enum Punycode {
    /// Returns the label that ASCII characters encode; nil if they encode none.
    static func decoded(_ bytes: some BidirectionalCollection<UInt8>) -> [Unicode.Scalar]? {
        let bytes = Array(bytes)
        // The ASCII characters of the label come first; without any, the delimiter is missing too.
        let asciiCount = bytes.lastIndex(of: UInt8(ascii: "-")) ?? 0
        var label = bytes[..<asciiCount].map { Unicode.Scalar($0) }
        var code = initialCode
        var bias = initialBias
        var index = 0
        var position = asciiCount > 0 ? asciiCount + 1 : 0
        while position < bytes.count {
            let start = index
            var weight = 1
            var k = base
            while true {
                guard position < bytes.count, let digit = digit(bytes[position]) else { return nil }
                position += 1
                // A number that overflows encodes no character of a label, which has at most 63 characters. The index
                // stays below half of the range, so that `code` can't overflow below.
                let (product, overflows) = digit.multipliedReportingOverflow(by: weight)
                guard !overflows, product < Int.max / 2 - index else { return nil }
                index += product
                let threshold = max(minimumThreshold, min(maximumThreshold, k - bias))
                if digit < threshold { break }
                let (next, overflowsNext) = weight.multipliedReportingOverflow(by: base - threshold)
                guard !overflowsNext else { return nil }
                weight = next
                k += base
            }
            let count = label.count + 1
            bias = adapted(index - start, count, isFirst: start == 0)
            code += index / count
            index %= count
            guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value), !scalar.isASCII else {
                return nil
            }
            label.insert(scalar, at: index)
            index += 1
        }
        return label
    }

    // RFC 3492 §5.
    private static let base = 36
    private static let minimumThreshold = 1
    private static let maximumThreshold = 26
    private static let skew = 38
    private static let damp = 700
    private static let initialBias = 72
    private static let initialCode = 128

    /// Returns the value of a digit: 0 to 25 for letters, 26 to 35 for decimal digits.
    private static func digit(_ byte: UInt8) -> Int? {
        if byte.isLetter { return Int(byte.asciiLowercased - UInt8(ascii: "a")) }
        guard byte.isDigit else { return nil }
        return Int(byte - UInt8(ascii: "0")) + 26
    }

    /// Returns the bias after a character.
    ///
    /// - SeeAlso: [RFC 3492 §6.1](https://www.rfc-editor.org/rfc/rfc3492.html#section-6.1)
    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        let range = base - minimumThreshold
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > range * maximumThreshold / 2 {
            delta /= range
            k += base
        }
        return k + (range + 1) * delta / (delta + skew)
    }
}
