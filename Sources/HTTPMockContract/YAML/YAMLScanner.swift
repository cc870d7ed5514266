/// A cursor in a text, with the rules for white space, comments and indicators.
///
/// - SeeAlso: [YAML 1.2.2, chapter 6](https://yaml.org/spec/1.2.2/#chapter-6-structural-productions)
struct YAMLScanner {
    let text: YAMLText
    /// The offset of the next byte.
    var index = 0
    /// The offset of the first byte of the current line.
    private(set) var lineStart = 0

    init(_ text: YAMLText) {
        self.text = text
    }

    /// The next byte; zero at the end.
    var byte: UInt8 { text.bytes[index] }

    var isAtEnd: Bool { index >= text.count }

    /// The number of bytes before the next one in its line.
    var column: Int { index - lineStart }

    /// Returns a byte after the next one; zero after the end.
    func byte(ahead distance: Int) -> UInt8 { text.bytes[index + distance] }

    /// Returns whether a byte is white space, a line break or the end.
    func isBlank(_ byte: UInt8) -> Bool { byte <= .space }

    /// True for one of `-`, `?` and `:` that is followed by white space.
    func isIndicator(_ indicator: UInt8) -> Bool { byte == indicator && isBlank(byte(ahead: 1)) }

    /// True at `---` or `...` at the beginning of a line.
    var isAtMarker: Bool {
        guard column == 0, byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { return false }
        return byte(ahead: 1) == byte && byte(ahead: 2) == byte && isBlank(byte(ahead: 3))
    }

    /// The number of spaces at the beginning of the current line.
    var indentation: Int {
        var end = lineStart
        while text.bytes[end] == .space { end += 1 }
        return end - lineStart
    }

    /// True if a tab is between the beginning of the line, or an offset in the line, and the next byte.
    func hasTab(since offset: Int) -> Bool {
        text.bytes[max(lineStart, offset)..<index].contains(.tab)
    }

    /// Skips spaces and tabs.
    mutating func skipSpaces() {
        while byte == .space || byte == .tab { index += 1 }
    }

    /// Skips a line break, and begins a line.
    mutating func skipLineBreak() {
        index += 1
        lineStart = index
    }

    /// Returns to the end of the text before the spaces and tabs that were skipped.
    mutating func rewindSpaces() {
        while index > lineStart, text.bytes[index - 1] == .space || text.bytes[index - 1] == .tab { index -= 1 }
    }

    /// Skips white space, comments and line breaks.
    ///
    /// - Returns: True if a line break was skipped.
    @discardableResult
    mutating func skipToContent() -> Bool {
        var isNewLine = false
        while true {
            skipSpaces()
            if byte == UInt8(ascii: "#"), index == lineStart || isBlank(text.bytes[index - 1]) { skipLine() }
            guard byte == .lineFeed else { return isNewLine }
            skipLineBreak()
            isNewLine = true
        }
    }

    /// Skips the white space and the comment at the end of a line.
    ///
    /// - Throws: ``YAMLError`` if the line has anything else.
    mutating func skipEndOfLine(after subject: String) throws(YAMLError) {
        let start = index
        skipSpaces()
        if byte == UInt8(ascii: "#"), index > start || index == lineStart { skipLine() }
        guard byte == .lineFeed || isAtEnd else { throw error("expected the end of the line after \(subject)") }
    }

    /// Skips the rest of a line, without its line break.
    mutating func skipLine() {
        while byte != .lineFeed, !isAtEnd { index += 1 }
    }

    /// Returns to an earlier state.
    mutating func rewind(to earlier: (index: Int, lineStart: Int)) {
        (index, lineStart) = earlier
    }

    var state: (index: Int, lineStart: Int) { (index, lineStart) }

    /// Returns the text of a range of bytes.
    func string(_ range: Range<Int>) -> String {
        // The text was checked, so that the decoding repairs nothing.
        String(decoding: text.bytes[range], as: UTF8.self)
    }

    /// An error at the next byte, or at an offset.
    func error(_ reason: String, at offset: Int? = nil) -> YAMLError {
        YAMLError(reason: reason, offset: offset ?? index)
    }
}

/// The reason why a text is not a document in YAML.
struct YAMLError: Error {
    let reason: String
    /// The number of bytes before the error.
    let offset: Int
}
