extension YAMLScanner {
    /// The first line of a block scalar: `|`, `>-`, `|2+`.
    private struct BlockHeader {
        enum Chomping {
            case strip
            case clip
            case keep
        }

        let isFolded: Bool
        var chomping = Chomping.clip
        /// The indentation indicator; nil if the first line of the text decides.
        var indicator: Int?
    }

    /// Reads a block scalar.
    ///
    /// - Parameter parent: The column of the collection around the scalar; -1 without one.
    /// - SeeAlso: [YAML 1.2.2 §8.1](https://yaml.org/spec/1.2.2/#81-block-scalar-styles)
    mutating func block(in parent: Int) throws(YAMLError) -> String {
        let header = try blockHeader()
        if !isAtEnd { skipLineBreak() }
        let indent: Int
        if let indicator = header.indicator {
            // The indicator counts from the collection's column, and at the top level from 0.
            indent = max(parent, 0) + indicator
        } else {
            indent = try detectIndentation(atLeast: parent + 1)
        }
        var result = ""
        // The line breaks since the last line with text, including the line break of that line.
        var breaks = 0
        // Whether there is a last line with text, and it begins without white space.
        var isLastFoldable = false
        while let line = try blockLine(indent) {
            guard !line.isEmpty else {
                breaks += 1
                skipLineBreak()
                continue
            }
            let first = text.bytes[line.lowerBound]
            let isFoldable = first != .space && first != .tab
            if header.isFolded, isLastFoldable, isFoldable {
                result += Self.folded(breaks)
            } else {
                result += String(repeating: "\n", count: breaks)
            }
            result += string(line)
            isLastFoldable = isFoldable
            breaks = 1
            skipLineBreak()
        }
        switch header.chomping {
        case .strip: break
        case .clip: if !result.isEmpty { result += "\n" }
        case .keep: result += String(repeating: "\n", count: breaks)
        }
        return result
    }

    /// Reads the header, up to the line break.
    private mutating func blockHeader() throws(YAMLError) -> BlockHeader {
        var header = BlockHeader(isFolded: byte == UInt8(ascii: ">"))
        index += 1
        // The two indicators may have either order.
        for _ in 0..<2 {
            switch byte {
            case UInt8(ascii: "-") where header.chomping == .clip: header.chomping = .strip
            case UInt8(ascii: "+") where header.chomping == .clip: header.chomping = .keep
            case UInt8(ascii: "1")...UInt8(ascii: "9") where header.indicator == nil:
                header.indicator = Int(byte - UInt8(ascii: "0"))
            default: continue
            }
            index += 1
        }
        try skipEndOfLine(after: "the indicators of a block scalar")
        return header
    }

    /// Returns the indentation of the scalar's first line of text.
    ///
    /// Without text, the indentation is that of the longest line of spaces, but at least the minimum.
    ///
    /// - Throws: ``YAMLError`` for a line of spaces before the text that is longer than the text's indentation.
    private mutating func detectIndentation(atLeast minimum: Int) throws(YAMLError) -> Int {
        let start = state
        defer { rewind(to: start) }
        // The longest line of spaces before the text.
        var longest = (column: 0, offset: index)
        while !isAtEnd {
            while byte == .space { index += 1 }
            guard byte == .lineFeed else { break }
            if column > longest.column { longest = (column, index) }
            skipLineBreak()
        }
        guard !isAtEnd, column >= minimum else { return max(minimum, longest.column) }
        guard longest.column <= column else {
            throw error("this line has more spaces than the first line of the block scalar", at: longest.offset)
        }
        return column
    }

    /// Reads the next line of a block scalar, without the indentation and the line break.
    ///
    /// - Returns: The range of the line, which is empty for a blank line; nil, with the scanner unchanged, if the next
    ///   line is not a part of the scalar.
    private mutating func blockLine(_ indent: Int) throws(YAMLError) -> Range<Int>? {
        guard !isAtEnd, !isAtMarker else { return nil }
        let start = state
        while byte == .space, column < indent { index += 1 }
        if byte == .lineFeed { return index..<index }
        guard column == indent else {
            if byte == .tab {
                let tab = index
                skipSpaces()
                if byte == .lineFeed { throw error("a tab is no indentation; use spaces", at: tab) }
            }
            rewind(to: start)
            return nil
        }
        let first = index
        skipLine()
        return first..<index
    }
}
