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
        var isFirst = true
        // Whether the last line with text begins with white space, so that its line break is kept.
        var wasSpaced = false
        while let line = try blockLine(indent) {
            guard !line.isEmpty else {
                breaks += 1
                skipLineBreak()
                continue
            }
            let isSpaced = text.bytes[line.lowerBound] == .space || text.bytes[line.lowerBound] == .tab
            if header.isFolded, !isFirst, !isSpaced, !wasSpaced {
                result += Self.folded(breaks)
            } else {
                result += String(repeating: "\n", count: breaks)
            }
            result += string(line)
            (isFirst, wasSpaced, breaks) = (false, isSpaced, 1)
            skipLineBreak()
        }
        switch header.chomping {
        case .strip: break
        case .clip: if !isFirst { result += "\n" }
        case .keep: result += String(repeating: "\n", count: breaks)
        }
        return result
    }

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

    /// Returns the indentation of the scalar's first line of text, or else of its longest line of spaces.
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

    /// Reads a block scalar's line; empty for an empty line, nil after the scalar.
    ///
    /// Afterwards the scanner is at the end of the line; after the scalar, the scanner is unchanged.
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
