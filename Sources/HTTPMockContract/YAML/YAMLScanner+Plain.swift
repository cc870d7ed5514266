extension YAMLScanner {
    /// Returns whether a scalar without quotes begins here.
    ///
    /// - SeeAlso: [YAML 1.2.2 §7.3.3](https://yaml.org/spec/1.2.2/#733-plain-style)
    func isAtPlain(isFlow: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): return isBeforePlain(isFlow: isFlow)
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
            UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"),
            UInt8(ascii: "`"):
            return false
        default: return !isBlank(byte)
        }
    }

    /// Returns whether the byte after the next byte continues a scalar without quotes.
    private func isBeforePlain(isFlow: Bool) -> Bool {
        let following = byte(ahead: 1)
        if isFlow, Self.isFlowIndicator(following) { return false }
        return !isBlank(following)
    }

    /// Reads the part of a scalar without quotes that is in the current line.
    ///
    /// - Returns: The range of the part, without the white space at its end.
    mutating func plainLine(isFlow: Bool) -> Range<Int> {
        let start = index
        // The end of the last byte that is no white space.
        var end = index
        // A local copy of the index, because no other loop runs as often.
        var next = index
        text.bytes.withUnsafeBufferPointer { bytes in
            loop: while true {
                let byte = bytes[next]
                switch byte {
                case .space, .tab:
                    next += 1
                    continue loop
                case 0, .lineFeed: break loop
                case UInt8(ascii: ":"):
                    let following = bytes[next + 1]
                    if following <= .space { break loop }
                    if isFlow, Self.isFlowIndicator(following) { break loop }
                case UInt8(ascii: "#"):
                    if next > start, bytes[next - 1] <= .space { break loop }
                case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                    if isFlow { break loop }
                default: break
                }
                next += 1
                end = next
            }
        }
        index = end
        return start..<end
    }

    /// Reads the further lines of a scalar without quotes.
    ///
    /// - Parameters:
    ///   - first: The range of the text in the first line.
    ///   - limits: The limits of the further lines.
    /// - Returns: The text of all lines, folded.
    mutating func plainLines(after first: Range<Int>, _ limits: ScalarLimits) -> String {
        var result = string(first)
        while true {
            let end = state
            skipSpaces()
            guard byte == .lineFeed else {
                rewind(to: end)
                return result
            }
            let breaks = skipBlankLines()
            guard isAtFurtherPlainLine(limits) else {
                rewind(to: end)
                return result
            }
            result += Self.folded(breaks)
            result += string(plainLine(isFlow: limits.isFlow))
        }
    }

    /// Returns the text that one or more line breaks between two lines mean.
    static func folded(_ breaks: Int) -> String {
        if breaks == 1 { return " " }
        return String(repeating: "\n", count: breaks - 1)
    }

    /// Skips line breaks and the white space after them.
    ///
    /// - Returns: The number of line breaks.
    mutating func skipBlankLines() -> Int {
        var breaks = 0
        while byte == .lineFeed {
            skipLineBreak()
            breaks += 1
            skipSpaces()
        }
        return breaks
    }

    /// Returns whether the next byte continues a scalar without quotes on a further line.
    private func isAtFurtherPlainLine(_ limits: ScalarLimits) -> Bool {
        guard !isAtEnd, !isAtMarker else { return false }
        guard indentation >= limits.indentation else { return false }
        switch byte {
        case UInt8(ascii: "#"): return false
        case UInt8(ascii: ":"): return isBeforePlain(isFlow: limits.isFlow)
        default: return !(limits.isFlow && Self.isFlowIndicator(byte))
        }
    }

    /// Returns whether a byte is a comma, a bracket or a brace.
    static func isFlowIndicator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
        default: false
        }
    }
}
