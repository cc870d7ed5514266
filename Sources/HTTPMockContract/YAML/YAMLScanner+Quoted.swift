extension YAMLScanner {
    /// Reads a scalar in single or double quotes.
    ///
    /// - SeeAlso: [YAML 1.2.2 §7.3](https://yaml.org/spec/1.2.2/#73-flow-scalar-styles)
    mutating func quoted(_ limits: ScalarLimits) throws(YAMLError) -> String {
        let quote = byte
        let start = index
        let isDouble = quote == UInt8(ascii: "\"")
        // Only double quotes have escapes.
        let escapeMark: UInt8? = isDouble ? UInt8(ascii: "\\") : nil
        index += 1
        var result = ""
        while true {
            let first = index
            while byte != quote, byte != escapeMark, byte != .lineFeed, !isAtEnd { index += 1 }
            guard !isAtEnd else { throw error("the text in quotes has no end", at: start) }
            switch byte {
            case .lineFeed:
                result += string(first..<endOfText(first))
                result += try fold(limits)
            case quote:
                result += string(first..<index)
                index += 1
                guard !isDouble, byte == quote else { return result }
                // Two single quotes mean one quote.
                result += "'"
                index += 1
            default:
                result += string(first..<index)
                try escape(into: &result, limits)
            }
        }
    }

    /// Returns the end of the text from an offset to the line break that comes next, without white space at its end.
    private func endOfText(_ first: Int) -> Int {
        var end = index
        while end > first, text.bytes[end - 1] == .space || text.bytes[end - 1] == .tab { end -= 1 }
        return end
    }

    /// Skips line breaks, and returns the text that they mean.
    private mutating func fold(_ limits: ScalarLimits) throws(YAMLError) -> String {
        let breaks = skipBlankLines()
        try checkLine(limits)
        return Self.folded(breaks)
    }

    /// Checks the beginning of a further line of a text in quotes.
    private func checkLine(_ limits: ScalarLimits) throws(YAMLError) {
        // `quoted` reports that the text has no end.
        guard !isAtEnd else { return }
        if isAtMarker { throw error("the document ends inside quotes") }
        try checkIndentation(limits.indentation)
    }

    /// Checks the indentation of a line inside a value.
    func checkIndentation(_ expected: Int) throws(YAMLError) {
        guard indentation < expected else { return }
        let offset = lineStart + indentation
        guard !hasTabInLine else { throw error("a tab is no indentation; use spaces", at: offset) }
        throw error(
            "expected at least \(expected.counted("space")) before \(character); indent the line", at: offset)
    }

    /// Reads an escape, and adds the text that it means.
    private mutating func escape(into result: inout String, _ limits: ScalarLimits) throws(YAMLError) {
        let start = index
        // The backslash.
        index += 1
        switch byte {
        case .lineFeed:
            // The escaped line break means nothing, but those after it count.
            let breaks = skipBlankLines()
            try checkLine(limits)
            result += String(repeating: "\n", count: breaks - 1)
        case UInt8(ascii: "x"): result.unicodeScalars.append(try scalar(digits: 2, from: start))
        case UInt8(ascii: "u"): result.unicodeScalars.append(try scalar(digits: 4, from: start))
        case UInt8(ascii: "U"): result.unicodeScalars.append(try scalar(digits: 8, from: start))
        default:
            guard let scalar = Self.escapes[byte] else {
                let reason = "\\ is followed by \(character), which is no escape; write \\\\, or use single quotes"
                throw error(reason, at: start)
            }
            index += 1
            result.unicodeScalars.append(scalar)
        }
    }

    /// Reads the letter and the digits of an escape, and for a surrogate the escape after it.
    ///
    /// - Parameters:
    ///   - digits: The number of digits.
    ///   - start: The offset of the escape's backslash.
    private mutating func scalar(digits: Int, from start: Int) throws(YAMLError) -> Unicode.Scalar {
        // The letter.
        index += 1
        let value = try hexadecimal(digits, from: start)
        if let scalar = Unicode.Scalar(value) { return scalar }
        // JSON, which is YAML too, writes some characters as two escapes.
        let isLead = digits == 4 && UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: value))
        let isBeforeEscape = byte == UInt8(ascii: "\\") && byte(ahead: 1) == UInt8(ascii: "u")
        guard isLead, isBeforeEscape else { throw error("the escape is no character", at: start) }
        // The backslash and the letter of the second escape.
        index += 2
        let trail = UInt16(truncatingIfNeeded: try hexadecimal(4, from: start))
        guard UTF16.isTrailSurrogate(trail) else { throw error("the escape is no character", at: start) }
        return UTF16.decode(UTF16.EncodedScalar([UInt16(truncatingIfNeeded: value), trail]))
    }

    /// Reads some hexadecimal digits of an escape that begins at an offset.
    private mutating func hexadecimal(_ count: Int, from start: Int) throws(YAMLError) -> UInt32 {
        let digits = text.bytes[index..<min(index + count, text.count)]
        guard digits.count == count, let value = UInt32(digits: digits, radix: 16) else {
            throw error("expected \(count.counted("hexadecimal digit")) in the escape", at: start)
        }
        index += count
        return value
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t",
        .tab: "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}", UInt8(ascii: "f"): "\u{C}",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}", .space: " ", UInt8(ascii: "\""): "\"",
        UInt8(ascii: "/"): "/", UInt8(ascii: "\\"): "\\", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
        UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
    ]
}
