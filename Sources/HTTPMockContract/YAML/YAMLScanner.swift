/// A cursor in a text, with the rules for white space, comments and indicators.
///
/// - SeeAlso: [YAML 1.2.2, chapter 6](https://yaml.org/spec/1.2.2/#chapter-6-structural-productions)
struct YAMLScanner {
    /// The place of the next byte.
    struct State {
        let index: Int
        let lineStart: Int
    }

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

    /// The number of bytes between the beginning of the line and the next byte.
    var column: Int { index - lineStart }

    /// Returns a byte after the next byte; zero after the end.
    func byte(ahead distance: Int) -> UInt8 {
        text.bytes[index + distance]
    }

    /// Returns whether a byte is white space, a line break or the end.
    func isBlank(_ byte: UInt8) -> Bool {
        byte <= .space
    }

    /// Returns whether the next byte is an indicator, such as `-`, with a blank byte after it.
    func isIndicator(_ indicator: UInt8) -> Bool {
        byte == indicator && isBlank(byte(ahead: 1))
    }

    /// True at `---` or `...` at the beginning of a line, with a blank byte after it.
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

    /// True if a tab is in the line before the next byte.
    var hasTabInLine: Bool {
        text.bytes[lineStart..<index].contains(.tab)
    }

    /// Skips spaces and tabs.
    mutating func skipSpaces() {
        while byte == .space || byte == .tab { index += 1 }
    }

    /// Skips the line break that comes next, and begins a line.
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

    /// Skips the white space and the comment at the end of a line, without the line break.
    ///
    /// - Parameter subject: The part of the text before the end, for the error.
    /// - Throws: ``YAMLError`` if the line has anything else.
    mutating func skipEndOfLine(after subject: String) throws(YAMLError) {
        let start = index
        skipSpaces()
        if byte == UInt8(ascii: "#"), index > start || index == lineStart { skipLine() }
        guard byte == .lineFeed || isAtEnd else {
            throw error("expected the end of the line after \(subject), got \(character)")
        }
    }

    /// Skips the rest of a line, without its line break.
    mutating func skipLine() {
        while byte != .lineFeed, !isAtEnd { index += 1 }
    }

    /// Returns to an earlier state.
    mutating func rewind(to earlier: State) {
        index = earlier.index
        lineStart = earlier.lineStart
    }

    /// The state to which `rewind` may return.
    var state: State { State(index: index, lineStart: lineStart) }

    /// Returns the text of a range of bytes.
    func string(_ range: Range<Int>) -> String {
        // The text was checked, so that the decoding repairs nothing.
        String(decoding: text.bytes[range], as: UTF8.self)
    }

    /// The next character in quotes, for messages; the end of the text is a line feed.
    var character: String {
        // A character has at most four bytes.
        let bytes = text.bytes[index..<min(index + 4, text.count)]
        let first = String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\n"
        return String(Character(first)).debugDescription
    }

    /// The error about a character that no value begins with.
    var valueError: YAMLError {
        error("no value begins with \(character); put the text in quotes")
    }

    /// Returns an error at the next byte, or at an offset.
    func error(_ reason: String, at offset: Int? = nil) -> YAMLError {
        YAMLError(reason: reason, offset: offset ?? index)
    }
}

extension YAMLScanner {
    /// The number of bytes of `---` and `...`.
    private static let markerLength = 3

    /// Reads the directives before a document, and the marker `---` after them.
    ///
    /// - Returns: The prefixes of tags by their handles, and whether there was a marker.
    /// - SeeAlso: [YAML 1.2.2 §6.8](https://yaml.org/spec/1.2.2/#68-directives)
    mutating func prologue() throws(YAMLError) -> (handles: [String: String], hasMarker: Bool) {
        var handles = ["!!": YAMLTag.prefix]
        // The names of the directives, with the handle of each `%TAG`.
        var seen: Set<String> = []
        while true {
            skipToContent()
            guard byte == UInt8(ascii: "%"), column == 0 else { break }
            let start = index
            let words = directive()
            guard let name = words.first else { throw error("expected the name of a directive", at: start) }
            var key = name
            if name == "TAG" { key = words.prefix(2).joined(separator: " ") }
            let isRepeated = !seen.insert(key).inserted
            switch name {
            case "YAML":
                let isVersion1 = words.count == 2 && words[1].hasPrefix("1.")
                guard isVersion1, Int(digits: words[1].utf8.dropFirst(2)) != nil, !isRepeated else {
                    throw error("expected one directive %YAML 1.2", at: start)
                }
            case "TAG":
                let hasHandle = words.count == 3 && words[1].hasPrefix("!") && words[1].hasSuffix("!")
                guard hasHandle, !isRepeated else {
                    throw error("expected one directive %TAG with a handle and a prefix", at: start)
                }
                handles[words[1]] = words[2].decoded
            // The specification ignores other directives.
            default: break
            }
        }
        guard isAtMarker, byte == UInt8(ascii: "-") else {
            if !seen.isEmpty { throw error("expected --- after the directives") }
            return (handles, false)
        }
        index += Self.markerLength
        return (handles, true)
    }

    /// Skips the end of a document.
    ///
    /// - Throws: ``YAMLError`` if another document follows, or a text after the marker in its line.
    mutating func epilogue() throws(YAMLError) {
        skipToContent()
        while isAtMarker, byte == UInt8(ascii: ".") {
            index += Self.markerLength
            try skipEndOfLine(after: "...")
            skipToContent()
        }
        guard isAtEnd else { throw error("a second document begins here, and only one can be read") }
    }

    /// Reads a directive, and returns its words without the percent sign and the comment.
    private mutating func directive() -> [String] {
        index += 1
        var words: [String] = []
        while true {
            let start = index
            while !isBlank(byte) { index += 1 }
            if index > start { words.append(string(start..<index)) }
            skipSpaces()
            if byte == UInt8(ascii: "#") { skipLine() }
            if byte == .lineFeed || isAtEnd { return words }
        }
    }
}
