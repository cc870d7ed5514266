extension PatternToken {
    /// The number of `*` characters that the token was written with, at most two.
    ///
    /// A `{name}` counts as one.
    var starCount: Int {
        switch self {
        case .star: 1
        case .hostSpan, .pathSpan, .hostLabels, .pathSegments: 2
        default: 0
        }
    }

    /// The number of literal characters that the token stands for, a separator among them.
    ///
    /// 0 for a wildcard without a separator, and for the later bytes of a character.
    var literalCount: Int {
        switch self {
        case .star, .hostSpan, .pathSpan: 0
        // Both were written with the separator before them.
        case .hostLabels, .pathSegments: 1
        case .hostSeparator, .pathSeparator: 1
        // A character is counted by its first byte: UTF-8's continuation bytes are 0b10xx_xxxx.
        default: code & 0b1100_0000 == 0b1000_0000 ? 0 : 1
        }
    }

    /// Removes and returns the first token of the rest of a label or segment, which is not empty.
    ///
    /// - Parameter span: The token of several `*` next to other characters.
    static func next(in rest: inout ArraySlice<UInt8>, span: PatternToken) -> PatternToken {
        if let escaped = PercentEncoding.byte(at: rest.startIndex, in: rest) {
            rest = rest.dropFirst(3)
            return .byte(escaped)
        }
        let first = rest.removeFirst()
        guard first == UInt8(ascii: "*") else { return .byte(first) }
        let moreStars = rest.prefix { $0 == first }
        rest = rest[moreStars.endIndex...]
        if moreStars.isEmpty { return .star }
        return span
    }
}

extension [PatternToken] {
    /// Returns the pattern's text in its normal form, which parses to the same tokens.
    ///
    /// - Parameters:
    ///   - parameterNames: The name of each `*` in order; nil for one without a name.
    ///   - reserved: The bytes that are percent-encoded because they have a meaning in a pattern.
    func patternText(parameterNames: [String?] = [], escaping reserved: Set<UInt8>) -> String {
        var names = parameterNames.makeIterator()
        var text = ""
        // The bytes since the last separator or wildcard.
        var literal: [UInt8] = []
        for token in self {
            if let byte = token.byte {
                literal.append(byte)
                continue
            }
            text += literal.patternText(escaping: reserved)
            literal.removeAll()
            switch token {
            case .hostSeparator: text += "."
            case .pathSeparator: text += "/"
            case .hostSpan, .pathSpan: text += "**"
            case .hostLabels: text += ".**"
            case .pathSegments: text += "/**"
            default:
                let name = names.next() ?? nil
                text += name.map { "{\($0)}" } ?? "*"
            }
        }
        return text + literal.patternText(escaping: reserved)
    }
}

extension [UInt8] {
    /// Returns bytes as text, with reserved and unprintable bytes percent-encoded.
    ///
    /// Of bytes that are not UTF-8, all beyond ASCII are encoded.
    fileprivate func patternText(escaping reserved: Set<UInt8>) -> String {
        let isText = utf8Text != nil
        var text: [UInt8] = []
        for byte in self {
            let isPrintable = byte < 0x80 ? (0x20..<0x7F).contains(byte) : isText
            if isPrintable, !reserved.contains(byte) {
                text.append(byte)
            } else {
                text += String(format: "%%%02X", byte).utf8
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
