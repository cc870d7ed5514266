/// The anchor and the tag of a value.
struct YAMLProperties {
    var anchor: String?
    var tag: YAMLTag?
    /// The offset of the first property; nil without properties.
    private(set) var offset: Int?

    var isEmpty: Bool { offset == nil }

    /// Reads the properties that follow each other in one line, and the spaces after them.
    ///
    /// - Parameters:
    ///   - scanner: The text.
    ///   - handles: The prefixes of tags by their handles.
    ///   - isFlow: True inside brackets and braces.
    mutating func read(
        _ scanner: inout YAMLScanner, _ handles: [String: String], isFlow: Bool
    ) throws(YAMLError) {
        while scanner.byte == UInt8(ascii: "&") || scanner.byte == UInt8(ascii: "!") {
            let start = scanner.index
            let isAnchor = scanner.byte == UInt8(ascii: "&")
            if isAnchor {
                guard anchor == nil else { throw scanner.error("a value has two anchors") }
                anchor = try scanner.anchorName()
            } else {
                guard tag == nil else { throw scanner.error("a value has two tags") }
                tag = try scanner.tag(handles)
            }
            offset = offset ?? start
            let isEnd = isFlow && YAMLScanner.isFlowIndicator(scanner.byte)
            guard isEnd || scanner.isBlank(scanner.byte) else {
                if isAnchor { throw scanner.error("expected a space after the anchor") }
                throw scanner.error("expected a space after the tag")
            }
            scanner.skipSpaces()
        }
    }

    /// Adds the properties of the same value in a further line.
    mutating func add(_ other: YAMLProperties, _ scanner: YAMLScanner) throws(YAMLError) {
        guard anchor == nil || other.anchor == nil else {
            throw scanner.error("a value has two anchors", at: other.offset)
        }
        guard tag == nil || other.tag == nil else { throw scanner.error("a value has two tags", at: other.offset) }
        anchor = anchor ?? other.anchor
        tag = tag ?? other.tag
        offset = offset ?? other.offset
    }
}

extension YAMLScanner {
    /// Reads the indicator of an anchor or alias, and returns the name after the indicator.
    mutating func anchorName() throws(YAMLError) -> String {
        index += 1
        let start = index
        while !isBlank(byte), !Self.isFlowIndicator(byte) { index += 1 }
        guard index > start else { throw error("expected a name") }
        return string(start..<index)
    }

    /// Reads a tag: `!!str`, `!e!name`, `!name`, `!` or `!<uri>`.
    fileprivate mutating func tag(_ handles: [String: String]) throws(YAMLError) -> YAMLTag {
        let start = index
        index += 1
        if byte == UInt8(ascii: "<") {
            index += 1
            let uriStart = index
            while byte != UInt8(ascii: ">"), !isBlank(byte) { index += 1 }
            guard byte == UInt8(ascii: ">") else { throw error("the tag has no end", at: start) }
            let uri = string(uriStart..<index)
            index += 1
            return try tag(uri: uri, from: start)
        }
        while !isBlank(byte), !Self.isFlowIndicator(byte) { index += 1 }
        let text = string(start..<index)
        if text == "!" { return .nonSpecific }
        guard let mark = text.lastIndex(of: "!"), mark > text.startIndex else {
            // The handle is `!`, as in `!name`; other handles end with the last `!`, as in `!!str` and `!e!name`.
            return try tag(uri: (handles["!"] ?? "!") + String(text.dropFirst()).decoded, from: start)
        }
        let suffix = text[text.index(after: mark)...]
        guard let prefix = handles[String(text[...mark])], !suffix.isEmpty else {
            throw error("the tag \(text.short) has an unknown prefix", at: start)
        }
        return try tag(uri: prefix + String(suffix).decoded, from: start)
    }

    /// Returns the tag with a URI.
    ///
    /// - Parameters:
    ///   - uri: The URI, with the prefix of its handle.
    ///   - start: The offset at which the tag begins; the tag was read to its end.
    private func tag(uri: String, from start: Int) throws(YAMLError) -> YAMLTag {
        guard let tag = YAMLTag(uri: uri) else {
            throw error(
                "the tag \(string(start..<index).short) is unknown; only the core schema's tags are known", at: start)
        }
        return tag
    }
}
