/// A collection in brackets or braces whose end was not read yet.
private struct FlowFrame {
    enum Kind {
        case sequence
        case mapping
        /// The mapping `a: b` in a sequence, without braces.
        case pair
    }

    /// The part that is expected next.
    enum State {
        /// An element or key, or the end.
        case start
        /// A key after a question mark.
        case key
        /// The colon after a key, or the end of the entry.
        case afterKey
        /// The value after a colon.
        case value
        /// A comma or the end.
        case done
    }

    let kind: Kind
    /// The offset of the opening bracket; for a pair, of the bracket around the pair.
    let offset: Int
    /// The offset of the first byte in the line of the opening bracket; of no use for a pair.
    var openingLine = 0
    var state = State.start
    /// The offset of the first byte in the line in which the last key or element begins.
    var lastLine = 0
    /// Whether the last key or element is a quoted text or a collection, after which a colon needs no space.
    var allowsTightColon = false
    /// Whether the last element is a pair, which can't be a key.
    var isLastElementPair = false
}

/// The collections in brackets and braces.
///
/// - SeeAlso: [YAML 1.2.2 §7.4](https://yaml.org/spec/1.2.2/#74-flow-collection-styles)
extension YAMLParser {
    /// Parses a collection in brackets or braces, with all that it contains.
    ///
    /// - Parameters:
    ///   - properties: The anchor and the tag of the collection.
    ///   - indentation: The fewest spaces before each further line.
    ///   - closing: The fewest spaces before a further line that begins with a closing bracket or brace.
    mutating func flow(_ properties: YAMLProperties, indentation: Int, closing: Int) throws(YAMLError) {
        let limits = YAMLScanner.ScalarLimits(indentation: indentation, isFlow: true)
        var frames: [FlowFrame] = []
        try beginFlow(properties, &frames)
        while let frame = frames.last {
            try skipToFlowContent(limits, closing)
            guard !scanner.isAtEnd else { throw unclosed(frame) }
            switch scanner.byte {
            case UInt8(ascii: ","):
                try endEntry(&frames)
                guard let last = frames.indices.last, frames[last].state == .done else {
                    throw scanner.error("expected a value before the comma; remove the comma")
                }
                frames[last].state = .start
                scanner.index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): try endFlow(&frames)
            case UInt8(ascii: "?") where frame.state == .start && isAtIndicator(UInt8(ascii: "?")):
                try explicitKey(&frames)
            case UInt8(ascii: ":") where isSeparator(frame): try colon(&frames)
            default: try flowValue(&frames, limits, closing)
            }
        }
    }

    private func unclosed(_ frame: FlowFrame) -> YAMLError {
        if frame.kind == .mapping { return scanner.error("the { is not closed; add }", at: frame.offset) }
        return scanner.error("the [ is not closed; add ]", at: frame.offset)
    }

    /// Skips to the next content, and checks its indentation if it is in a further line.
    private mutating func skipToFlowContent(
        _ limits: YAMLScanner.ScalarLimits, _ closing: Int
    ) throws(YAMLError) {
        guard scanner.skipToContent(), !scanner.isAtEnd else { return }
        if scanner.isAtMarker { throw scanner.error("the document ends inside brackets; close them before") }
        switch scanner.byte {
        // The specification demands as many spaces as before other content, but most writers put the closing bracket
        // in the column of the key.
        case UInt8(ascii: "]"), UInt8(ascii: "}"): try scanner.checkIndentation(closing)
        default: try scanner.checkIndentation(limits.indentation)
        }
    }

    /// Returns whether a character comes next as an indicator, and not as the first character of a scalar.
    private func isAtIndicator(_ indicator: UInt8) -> Bool {
        guard scanner.byte == indicator else { return false }
        let following = scanner.byte(ahead: 1)
        return scanner.isBlank(following) || YAMLScanner.isFlowIndicator(following)
    }

    /// Returns whether the next byte, a colon, separates a key from its value, and does not begin a scalar.
    private func isSeparator(_ frame: FlowFrame) -> Bool {
        if isAtIndicator(UInt8(ascii: ":")) { return true }
        guard frame.allowsTightColon else { return false }
        switch frame.state {
        case .afterKey: return true
        case .done: return frame.kind == .sequence
        case .start, .key, .value: return false
        }
    }

    /// Begins the collection whose opening bracket comes next.
    private mutating func beginFlow(_ properties: YAMLProperties, _ frames: inout [FlowFrame]) throws(YAMLError) {
        let isMapping = scanner.byte == UInt8(ascii: "{")
        try receiver.begin(isMapping: isMapping, properties, at: properties.offset ?? scanner.index)
        let kind = isMapping ? FlowFrame.Kind.mapping : .sequence
        frames.append(FlowFrame(kind: kind, offset: scanner.index, openingLine: scanner.lineStart))
        scanner.index += 1
    }

    /// Ends the innermost collection at the closing bracket that comes next.
    private mutating func endFlow(_ frames: inout [FlowFrame]) throws(YAMLError) {
        try endEntry(&frames)
        let isBrace = scanner.byte == UInt8(ascii: "}")
        guard let frame = frames.popLast(), (frame.kind == .mapping) == isBrace else {
            if isBrace { throw scanner.error("expected ] instead of }") }
            throw scanner.error("expected } instead of ]")
        }
        scanner.index += 1
        try receiver.end()
        markValue(&frames, line: frame.openingLine, allowsTightColon: true)
    }

    /// Adds an entry's missing parts at a comma or bracket, and ends a pair.
    private mutating func endEntry(_ frames: inout [FlowFrame]) throws(YAMLError) {
        guard let last = frames.indices.last else { return }
        switch frames[last].state {
        case .key:
            // The key and the value are missing.
            try sendEmpty()
            try sendEmpty()
        case .afterKey, .value: try sendEmpty()
        case .start, .done: break
        }
        if frames[last].state != .start { frames[last].state = .done }
        guard frames[last].kind == .pair else { return }
        frames.removeLast()
        try receiver.end()
        guard let outer = frames.indices.last else { return }
        frames[outer].state = .done
        frames[outer].isLastElementPair = true
    }

    /// Parses the question mark before a key.
    private mutating func explicitKey(_ frames: inout [FlowFrame]) throws(YAMLError) {
        guard let last = frames.indices.last else { return }
        if frames[last].kind == .sequence {
            try receiver.begin(isMapping: true, YAMLProperties(), at: scanner.index)
            frames.append(FlowFrame(kind: .pair, offset: frames[last].offset, state: .key))
        } else {
            frames[last].state = .key
        }
        scanner.index += 1
    }

    /// Parses the colon before a value; the key is missing, or complete, or the last element of a sequence.
    private mutating func colon(_ frames: inout [FlowFrame]) throws(YAMLError) {
        guard let last = frames.indices.last else { return }
        switch (frames[last].kind, frames[last].state) {
        case (.sequence, .start):
            try receiver.begin(isMapping: true, YAMLProperties(), at: scanner.index)
            try sendEmpty()
            frames.append(FlowFrame(kind: .pair, offset: frames[last].offset, state: .value))
        case (.sequence, .done) where !frames[last].isLastElementPair:
            guard frames[last].lastLine == scanner.lineStart else {
                throw scanner.error("a key in a list must be in one line with its colon")
            }
            try receiver.beginMappingWithLastElement()
            frames.append(FlowFrame(kind: .pair, offset: frames[last].offset, state: .value))
        case (.mapping, .start), (.mapping, .key), (.pair, .key):
            try sendEmpty()
            frames[last].state = .value
        case (.mapping, .afterKey), (.pair, .afterKey): frames[last].state = .value
        default: throw scanner.error("expected a comma or the end of the brackets before \(scanner.character)")
        }
        scanner.index += 1
    }

    /// Parses a scalar, an alias, or the beginning of a collection.
    private mutating func flowValue(
        _ frames: inout [FlowFrame], _ limits: YAMLScanner.ScalarLimits, _ closing: Int
    ) throws(YAMLError) {
        guard let frame = frames.last, [.start, .key, .value].contains(frame.state) else {
            throw scanner.error("expected a comma or the end of the brackets before \(scanner.character)")
        }
        let line = scanner.lineStart
        var properties = YAMLProperties()
        while scanner.byte == UInt8(ascii: "&") || scanner.byte == UInt8(ascii: "!") {
            try properties.read(&scanner, handles, isFlow: true)
            try skipToFlowContent(limits, closing)
        }
        let start = scanner.index
        var isQuoted = false
        switch scanner.byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            try beginFlow(properties, &frames)
            return
        case UInt8(ascii: "*"):
            guard properties.isEmpty else { throw scanner.error("an alias has no anchor and no tag") }
            try receiver.alias(scanner.anchorName(), at: start)
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            let text = try scanner.quoted(limits)
            try receiver.scalar(YAMLScalar(text: text, isString: true), properties, at: start)
            isQuoted = true
        default:
            if scanner.isAtPlain(isFlow: true) {
                let first = scanner.plainLine(isFlow: true)
                let text = scanner.plainLines(after: first, limits)
                try receiver.scalar(YAMLScalar(text: text, isString: false), properties, at: start)
            } else {
                let isValueOver = YAMLScanner.isFlowIndicator(scanner.byte) || isAtIndicator(UInt8(ascii: ":"))
                guard !properties.isEmpty, isValueOver else { throw scanner.valueError }
                try receiver.scalar(.empty, properties, at: properties.offset ?? start)
            }
        }
        markValue(&frames, line: line, allowsTightColon: isQuoted)
    }

    /// Notes that a key, a value or an element was read.
    private func markValue(_ frames: inout [FlowFrame], line: Int, allowsTightColon: Bool) {
        guard let last = frames.indices.last else { return }
        let isKey = frames[last].kind != .sequence && frames[last].state != .value
        frames[last].state = isKey ? .afterKey : .done
        frames[last].lastLine = line
        frames[last].allowsTightColon = allowsTightColon
        frames[last].isLastElementPair = false
    }

    /// Sends the empty scalar of a key or value that is missing.
    private mutating func sendEmpty() throws(YAMLError) {
        try receiver.scalar(.empty, YAMLProperties(), at: scanner.index)
    }
}
