import HTTPMock

/// A text in a document, before its type is known.
struct YAMLScalar {
    let text: String
    /// True for a quoted text and a block, which are strings unless a tag decides otherwise.
    let isString: Bool

    static let empty = YAMLScalar(text: "", isString: false)

    /// Returns the value by the rules of the core schema.
    ///
    /// - Parameter tag: The tag; nil if the text and its quotes decide.
    /// - Returns: nil if the text is no value of the tag.
    /// - SeeAlso: [YAML 1.2.2 §10.3.2](https://yaml.org/spec/1.2.2/#1032-tag-resolution)
    func value(_ tag: YAMLTag?) -> JSONValue? {
        switch tag {
        case nil where isString: return .string(text)
        case nil: return constant ?? number ?? .string(text)
        case .str, .nonSpecific: return .string(text)
        case .null:
            guard constant == .null else { return nil }
            return .null
        case .bool:
            guard case .bool = constant else { return nil }
            return constant
        case .int:
            // In hexadecimal numbers, `e` is a digit, and not the mark of an exponent.
            let isFloat = !text.hasPrefix("0x") && text.utf8.contains { ".eE".utf8.contains($0) }
            if isFloat { return nil }
            return number
        case .float: return isDecimal ? number : nil
        case .seq, .map: return nil
        }
    }

    /// The null or Boolean value; nil for other texts.
    private var constant: JSONValue? {
        // The length is checked first, because few texts are as short.
        guard text.utf8.count <= 5 else { return nil }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return nil
        }
    }

    /// The number; nil for other texts, and for infinity and NaN, which JSON lacks.
    private var number: JSONValue? {
        guard let first = text.utf8.first, first.isDigit || "+-.".utf8.contains(first) else { return nil }
        if text.hasPrefix("0x") { return integer(radix: 16) }
        if text.hasPrefix("0o") { return integer(radix: 8) }
        guard isDecimal else { return nil }
        guard first == UInt8(ascii: "+") else { return .number(JSONNumber(spelled: text)) }
        return .number(JSONNumber(spelled: String(text.dropFirst())))
    }

    /// True for `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
    private var isDecimal: Bool {
        var rest = text.utf8[...]
        func skipSign() {
            if let first = rest.first, "+-".utf8.contains(first) { rest.removeFirst() }
        }
        func skipDigits() -> Int {
            let count = rest.prefix(while: \.isDigit).count
            rest.removeFirst(count)
            return count
        }
        skipSign()
        var digitCount = skipDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digitCount += skipDigits()
        }
        guard digitCount > 0 else { return false }
        if let first = rest.first, first.asciiLowercased == UInt8(ascii: "e") {
            rest.removeFirst()
            skipSign()
            guard skipDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// Reads an integer after `0x` or `0o`, exactly.
    private func integer(radix: UInt64) -> JSONValue? {
        var digits: [UInt64] = []
        for byte in text.utf8.dropFirst(2) {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { return nil }
            digits.append(UInt64(digit))
        }
        // The number of digits is limited, because the time of the conversion grows with its square.
        guard !digits.isEmpty, digits.count <= 1_024 else { return nil }
        // The groups of nine decimal digits, the lowest first.
        var groups: [UInt64] = [0]
        for digit in digits {
            var carry = digit
            for index in groups.indices {
                carry += groups[index] * radix
                (carry, groups[index]) = carry.quotientAndRemainder(dividingBy: 1_000_000_000)
            }
            if carry > 0 { groups.append(carry) }
        }
        let texts = groups.reversed().map { "\($0)" }
        // Each group after the highest has nine digits.
        let padded = texts.dropFirst().map { String(repeating: "0", count: 9 - $0.count) + $0 }
        return .number(JSONNumber(spelled: texts[0] + padded.joined()))
    }
}
