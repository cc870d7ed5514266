extension YAMLScanner {
    /// Reads the directives before a document, and the marker `---` after them.
    ///
    /// - Returns: The prefixes of tags by their handles, and whether there was a marker.
    /// - SeeAlso: [YAML 1.2.2 §6.8](https://yaml.org/spec/1.2.2/#68-directives)
    mutating func prologue() throws(YAMLError) -> (handles: [String: String], hasMarker: Bool) {
        var handles = ["!!": YAMLTag.prefix]
        var known: Set<String> = []
        while true {
            skipToContent()
            guard byte == UInt8(ascii: "%"), column == 0 else { break }
            let start = index
            let words = directive()
            guard let name = words.first else { throw error("expected the name of a directive", at: start) }
            let isRepeated = !known.insert(name == "TAG" ? words.prefix(2).joined(separator: " ") : name).inserted
            switch name {
            case "YAML":
                guard words.count == 2, words[1].hasPrefix("1."), Int(words[1].dropFirst(2)) != nil, !isRepeated else {
                    throw error("expected one directive %YAML 1.2", at: start)
                }
            case "TAG":
                guard words.count == 3, words[1].hasPrefix("!"), words[1].hasSuffix("!"), !isRepeated else {
                    throw error("expected one directive %TAG with a handle and a prefix", at: start)
                }
                handles[words[1]] = words[2].decoded
            default: break
            }
        }
        guard isAtMarker, byte == UInt8(ascii: "-") else {
            if !known.isEmpty { throw error("expected --- after the directives") }
            return (handles, false)
        }
        index += 3
        return (handles, true)
    }

    /// Skips the end of a document.
    ///
    /// - Throws: ``YAMLError`` if another document follows.
    mutating func epilogue() throws(YAMLError) {
        skipToContent()
        while isAtMarker, byte == UInt8(ascii: ".") {
            index += 3
            try skipEndOfLine(after: "...")
            skipToContent()
        }
        guard isAtEnd else { throw error("a second document begins here, and only one can be read") }
    }

    /// Reads the words of a directive, without the comment.
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
