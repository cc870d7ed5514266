import HTTPMock

/// Parses one document, and sends each value to a receiver as soon as the value is read.
///
/// The open collections are a list instead of a recursion, because a thread's stack may have only 512 kB.
///
/// - SeeAlso: [YAML 1.2.2, chapter 8](https://yaml.org/spec/1.2.2/#chapter-8-block-style-productions)
struct YAMLParser<Receiver: YAMLReceiver> {
    /// A block collection whose end was not read yet.
    private struct Block {
        let isMapping: Bool
        /// The column of its keys or dashes.
        let column: Int
        /// True from the question mark of `? key` until the value, which may be missing.
        var hasKeyOnly = false
    }

    /// The part of the text that follows.
    private enum Expected {
        /// A value; block collections may begin in the same line if the value is compact.
        case value(isCompact: Bool)
        /// The next key or dash of an open collection, or the end of the document.
        case entry
        /// Nothing but the end of the document.
        case end
    }

    var scanner: YAMLScanner
    var receiver: Receiver
    private var open: [Block] = []
    /// The prefixes of tags by their handles.
    private(set) var handles: [String: String] = [:]

    init(_ text: YAMLText, _ receiver: Receiver) {
        scanner = YAMLScanner(text)
        self.receiver = receiver
    }

    /// Parses the only document of the text.
    ///
    /// - Returns: The receiver after the last value.
    static func parse(_ text: YAMLText, _ receiver: Receiver) throws(YAMLError) -> Receiver {
        var parser = YAMLParser(text, receiver)
        try parser.parse()
        return parser.receiver
    }

    private mutating func parse() throws(YAMLError) {
        let hasMarker: Bool
        (handles, hasMarker) = try scanner.prologue()
        var expected = try value(isCompact: false, isNewLine: !hasMarker)
        while true {
            switch expected {
            case .value(let isCompact): expected = try value(isCompact: isCompact, isNewLine: false)
            case .entry: expected = try entry()
            case .end: return try scanner.epilogue()
            }
        }
    }

    /// The column of the innermost collection; -1 without one.
    private var parentColumn: Int { open.last?.column ?? -1 }

    // MARK: - Values

    /// Parses a scalar, an alias, or the beginning of a collection, after an indicator or at the document's beginning.
    ///
    /// - Parameters:
    ///   - isCompact: Whether a collection may begin in the line of the indicator.
    ///   - isNewLine: Whether the value is the first one in its line.
    private mutating func value(isCompact: Bool, isNewLine: Bool) throws(YAMLError) -> Expected {
        let afterIndicator = scanner.index
        var isNewLine = isNewLine
        // The properties in lines of their own.
        var outer = YAMLProperties()
        // The properties in the line of the value, which belong to the first key if the value is a mapping.
        var inner = YAMLProperties()
        while true {
            if scanner.skipToContent() { isNewLine = true }
            if try isValueMissing(isNewLine) {
                try receiver.scalar(.empty, outer, at: outer.offset ?? afterIndicator)
                return .entry
            }
            try inner.read(&scanner, handles, isFlow: false)
            let isLineOver = scanner.byte == .lineFeed || scanner.byte == UInt8(ascii: "#") || scanner.isAtEnd
            guard !inner.isEmpty, isLineOver else { break }
            try outer.add(inner, scanner)
            inner = YAMLProperties()
        }
        let start = inner.offset ?? scanner.index
        let mayBegin = isNewLine || isCompact
        if scanner.isIndicator(UInt8(ascii: "-")) || scanner.isIndicator(UInt8(ascii: "?")) {
            guard inner.isEmpty else { throw scanner.error("expected a line break after the anchor or tag") }
            let isMapping = scanner.byte == UInt8(ascii: "?")
            try begin(isMapping: isMapping, at: start, outer, mayBegin, afterIndicator)
            return try entryInLine()
        }
        if let key = try implicitKey() {
            try begin(isMapping: true, at: start, outer, mayBegin, afterIndicator)
            try send(key, inner)
            return .value(isCompact: false)
        }
        try outer.add(inner, scanner)
        try content(outer)
        return .entry
    }

    /// Returns whether no value follows, because the document ends or the line belongs to an outer collection.
    ///
    /// - Throws: ``YAMLError`` for a line of an outer collection that is indented with a tab.
    private func isValueMissing(_ isNewLine: Bool) throws(YAMLError) -> Bool {
        if scanner.isAtEnd || scanner.isAtMarker { return true }
        guard isNewLine, scanner.indentation <= parentColumn else { return false }
        if scanner.hasTabInLine {
            throw scanner.error(
                "a tab is no indentation; use spaces", at: scanner.lineStart + scanner.indentation)
        }
        // The dashes of a key's sequence may be in the column of the key.
        let isDashAfterKey = scanner.isIndicator(UInt8(ascii: "-")) && open.last?.isMapping == true
        if isDashAfterKey, scanner.indentation == parentColumn { return false }
        return true
    }

    /// Begins a block collection.
    ///
    /// - Parameters:
    ///   - isMapping: Whether the collection is a mapping.
    ///   - start: The offset of its first dash, question mark or key; a key begins with its properties.
    ///   - properties: The anchor and the tag of the collection.
    ///   - mayBegin: Whether a collection may begin in the line.
    ///   - afterIndicator: The offset after the indicator before the collection, or after the document's marker.
    private mutating func begin(
        isMapping: Bool, at start: Int, _ properties: YAMLProperties, _ mayBegin: Bool, _ afterIndicator: Int
    ) throws(YAMLError) {
        let name = isMapping ? "map" : "list"
        guard mayBegin else { throw scanner.error("a \(name) can't begin in this line; begin a new one", at: start) }
        guard !scanner.text.bytes[max(afterIndicator, scanner.lineStart)..<start].contains(.tab) else {
            throw scanner.error("a tab is no indentation; use spaces", at: start)
        }
        try receiver.begin(isMapping: isMapping, properties, at: properties.offset ?? start)
        open.append(Block(isMapping: isMapping, column: start - scanner.lineStart))
    }

    /// Parses a value that is a scalar, an alias, or a collection in brackets.
    private mutating func content(_ properties: YAMLProperties) throws(YAMLError) {
        let start = scanner.index
        let limits = YAMLScanner.ScalarLimits(indentation: parentColumn + 1, isFlow: false)
        switch scanner.byte {
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            let text = try scanner.block(in: parentColumn)
            // The block scalar's lines are read to their ends, so that no end of a line follows.
            return try receiver.scalar(YAMLScalar(text: text, isString: true), properties, at: start)
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            let text = try scanner.quoted(limits)
            try receiver.scalar(YAMLScalar(text: text, isString: true), properties, at: start)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            // In a map of a list, the closing bracket may be in the column of the list's dash.
            var closing = parentColumn
            if let outer = open.dropLast().last, !outer.isMapping, open.last?.isMapping == true {
                closing = outer.column
            }
            try flow(properties, indentation: parentColumn + 1, closing: closing)
            scanner.skipSpaces()
            if scanner.isIndicator(UInt8(ascii: ":")) { throw scanner.error(Self.noScalarKey, at: start) }
            // Goes back to the spaces, because a comment needs a space before it.
            scanner.rewindSpaces()
        case UInt8(ascii: "*"):
            guard properties.isEmpty else { throw scanner.error("an alias has no anchor and no tag") }
            try receiver.alias(scanner.anchorName(), at: start)
        default:
            guard scanner.isAtPlain(isFlow: false) else { throw scanner.valueError }
            let first = scanner.plainLine(isFlow: false)
            let text = scanner.plainLines(after: first, limits)
            try receiver.scalar(YAMLScalar(text: text, isString: false), properties, at: start)
        }
        try scanner.skipEndOfLine(after: "the value")
    }

    // MARK: - Entries

    /// Parses the beginning of the next entry, and ends the collections that have no more.
    private mutating func entry() throws(YAMLError) -> Expected {
        scanner.skipToContent()
        guard !scanner.isAtEnd, !scanner.isAtMarker else {
            while !open.isEmpty { try close() }
            return .end
        }
        let column = scanner.indentation
        guard scanner.column == column else {
            throw scanner.error("a tab is no indentation; use spaces", at: scanner.lineStart + column)
        }
        while let last = open.last, last.column > column || isAfterSequence(last, column) { try close() }
        guard let last = open.last, last.column == column else {
            guard !open.isEmpty else { throw scanner.error("there is more after the document's value") }
            throw scanner.error("the indentation fits no open map or list")
        }
        return try entryInLine()
    }

    /// Returns whether a line in the column of a sequence's dashes belongs to the mapping around the sequence.
    private func isAfterSequence(_ last: Block, _ column: Int) -> Bool {
        guard !last.isMapping, last.column == column else { return false }
        guard let outer = open.dropLast().last, outer.column == column else { return false }
        return !scanner.isIndicator(UInt8(ascii: "-"))
    }

    /// Parses the beginning of an entry of the innermost collection.
    private mutating func entryInLine() throws(YAMLError) -> Expected {
        let innermost = open.count - 1
        guard open[innermost].isMapping else {
            guard scanner.isIndicator(UInt8(ascii: "-")) else { throw scanner.error("expected a dash and a space") }
            scanner.index += 1
            return .value(isCompact: true)
        }
        if open[innermost].hasKeyOnly {
            open[innermost].hasKeyOnly = false
            if scanner.isIndicator(UInt8(ascii: ":")) {
                scanner.index += 1
                return .value(isCompact: true)
            }
            // The key before this entry has no value.
            try receiver.scalar(.empty, YAMLProperties(), at: scanner.index)
        }
        if scanner.isIndicator(UInt8(ascii: "?")) {
            open[innermost].hasKeyOnly = true
            scanner.index += 1
            return .value(isCompact: true)
        }
        var properties = YAMLProperties()
        try properties.read(&scanner, handles, isFlow: false)
        guard let key = try implicitKey() else { throw keyError }
        try send(key, properties)
        return .value(isCompact: false)
    }

    private var keyError: YAMLError {
        switch scanner.byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"): scanner.error(Self.noScalarKey)
        case UInt8(ascii: "-") where scanner.isIndicator(UInt8(ascii: "-")):
            scanner.error("expected a key and a colon, got the dash of a list")
        default: scanner.error("expected a key and a colon at \(scanner.character)")
        }
    }

    private static var noScalarKey: String { "a key must be a scalar" }

    /// Ends the innermost collection, and sends the value that its last key may lack.
    private mutating func close() throws(YAMLError) {
        if let last = open.popLast(), last.hasKeyOnly {
            try receiver.scalar(.empty, YAMLProperties(), at: scanner.index)
        }
        try receiver.end()
    }

    // MARK: - Keys

    /// A key before a colon in the same line.
    private enum Key {
        case scalar(YAMLScalar, offset: Int)
        case alias(String, offset: Int)
    }

    /// Parses a key with its colon.
    ///
    /// - Returns: nil, with the scanner unchanged, if no scalar or alias with a colon in the same line follows.
    private mutating func implicitKey() throws(YAMLError) -> Key? {
        let start = scanner.state
        let key: Key
        switch scanner.byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            let line = scanner.lineStart
            let text = try scanner.quoted(YAMLScanner.ScalarLimits(indentation: parentColumn + 1, isFlow: false))
            guard scanner.lineStart == line else {
                scanner.rewind(to: start)
                return nil
            }
            key = .scalar(YAMLScalar(text: text, isString: true), offset: start.index)
        case UInt8(ascii: "*"): key = try .alias(scanner.anchorName(), offset: start.index)
        case UInt8(ascii: ":") where scanner.isIndicator(UInt8(ascii: ":")):
            key = .scalar(.empty, offset: start.index)
        default:
            guard scanner.isAtPlain(isFlow: false) else { return nil }
            let range = scanner.plainLine(isFlow: false)
            // The colon is checked first, because the text is needed only for a key.
            guard isBeforeColon else {
                scanner.rewind(to: start)
                return nil
            }
            key = .scalar(YAMLScalar(text: scanner.string(range), isString: false), offset: start.index)
        }
        guard isBeforeColon else {
            scanner.rewind(to: start)
            return nil
        }
        scanner.skipSpaces()
        scanner.index += 1
        return key
    }

    /// True if spaces and a colon follow.
    private var isBeforeColon: Bool {
        var ahead = scanner
        ahead.skipSpaces()
        return ahead.isIndicator(UInt8(ascii: ":"))
    }

    /// Sends a key to the receiver.
    private mutating func send(_ key: Key, _ properties: YAMLProperties) throws(YAMLError) {
        switch key {
        case .scalar(let scalar, let offset):
            try receiver.scalar(scalar, properties, at: properties.offset ?? offset)
        case .alias(let name, let offset):
            guard properties.isEmpty else { throw scanner.error("an alias has no anchor and no tag", at: offset) }
            try receiver.alias(name, at: offset)
        }
    }
}

/// The reading of documents in YAML 1.2, with the core schema.
///
/// - SeeAlso: [YAML 1.2.2](https://yaml.org/spec/1.2.2/)
extension YAMLText {
    /// The value of the text's only document; null for a text without a document.
    ///
    /// - Throws: ``DocumentSyntaxError`` for a text with a defect, and for a text with two documents.
    var value: JSONValue { get throws(DocumentSyntaxError) { try parsed(by: YAMLComposer()).root ?? .null } }

    /// Parses the text, and returns the receiver of its values.
    ///
    /// - Throws: ``DocumentSyntaxError`` for a text with a defect or two documents, or with a value that the receiver
    ///   can't accept.
    func parsed<Receiver: YAMLReceiver>(by receiver: Receiver) throws(DocumentSyntaxError) -> Receiver {
        do throws(YAMLError) {
            return try YAMLParser.parse(self, receiver)
        } catch {
            throw DocumentSyntaxError(reason: error.reason, position: position(of: error.offset))
        }
    }
}
