import HTTPMock

extension [UInt8] {
    /// Returns the bytes with a value replaced, however the bytes of the value are spelled.
    ///
    /// A byte may be spelled as it is, or percent-encoded once or more often. An ASCII byte may also be spelled with an
    /// escape of JSON, and a space may be spelled `+`.
    func replacingSpellings(of value: [UInt8], with replacement: [UInt8]) -> [UInt8] {
        guard let first = value.first else { return self }
        var firstBytes = [first, UInt8(ascii: "%"), UInt8(ascii: "\\")]
        if first == UInt8(ascii: " ") { firstBytes.append(UInt8(ascii: "+")) }
        let others = ByteSet { !firstBytes.contains($0) }
        var output: [UInt8] = []
        var copied = 0
        var index = end(of: others, from: 0)
        while index < count {
            if let end = endOfSpelling(of: value, at: index) {
                output += self[copied..<index] + replacement
                (index, copied) = (end, end)
            } else {
                index += 1
            }
            index = end(of: others, from: index)
        }
        return output + self[copied...]
    }

    /// Returns the index after a spelling of a value; nil if none begins at an index.
    private func endOfSpelling(of value: [UInt8], at start: Int) -> Int? {
        // The value as it is comes first, because a value may itself look escaped.
        if self[start...].starts(with: value) { return start + value.count }
        var index = start
        for position in value.indices {
            guard let length = lengthOfSpelling(of: value[position...], at: index) else { return nil }
            index += length
        }
        return index
    }

    /// Returns the length of a spelling of a value's first byte; nil if none begins at an index.
    ///
    /// An escape comes first, because `%` and a backslash may be the first byte of their own escapes.
    private func lengthOfSpelling(of value: ArraySlice<UInt8>, at index: Int) -> Int? {
        guard index < count, let byte = value.first else { return nil }
        switch self[index] {
        case UInt8(ascii: "%") where byte == UInt8(ascii: "%"):
            // An escaped `%` is `%25`, `%2525` and so on. As many `25` as follow in the value stand for themselves.
            let ownLength = Self.lengthOfEscapedSigns(value.dropFirst())
            return 1 + Swift.max(0, Self.lengthOfEscapedSigns(self[(index + 1)...]) - ownLength)
        case UInt8(ascii: "%"): if let length = lengthOfPercentEscape(of: byte, at: index) { return length }
        case UInt8(ascii: "\\"): if let length = lengthOfJSONEscape(of: byte, at: index) { return length }
        case UInt8(ascii: "+") where byte == UInt8(ascii: " "): return 1
        default: break
        }
        return self[index] == byte ? 1 : nil
    }

    /// Returns the length of a percent-encoded byte other than `%`; nil if none begins at an index.
    private func lengthOfPercentEscape(of byte: UInt8, at index: Int) -> Int? {
        // The percent sign may be escaped itself, once or more often: `%253D`.
        let digits = index + 1 + Self.lengthOfEscapedSigns(self[(index + 1)...])
        guard digits + 1 < count, let high = self[digits].hexadecimalValue,
            let low = self[digits + 1].hexadecimalValue, high << 4 | low == byte
        else { return nil }
        return digits + 2 - index
    }

    /// Returns the length of the text `25`, `2525` and so on at the beginning, which escapes a `%` before it.
    private static func lengthOfEscapedSigns(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        while rest.starts(with: "25".utf8) { rest = rest.dropFirst(2) }
        return bytes.count - rest.count
    }

    /// Returns the length of an escape of JSON for a byte; nil if none begins at an index.
    private func lengthOfJSONEscape(of byte: UInt8, at index: Int) -> Int? {
        guard index + 1 < count else { return nil }
        if LoneSurrogates.codeUnit(self[index...]) == UInt16(byte) { return LoneSurrogates.escapeLength }
        let isEscape = self[index + 1] == byte || Self.controlCharacter(self[index + 1]) == byte
        return isEscape ? 2 : nil
    }

    /// Returns the control character that a letter stands for after a backslash; nil for any other byte.
    private static func controlCharacter(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "b"): UInt8(ascii: "\u{8}")
        case UInt8(ascii: "f"): UInt8(ascii: "\u{C}")
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        default: nil
        }
    }
}
