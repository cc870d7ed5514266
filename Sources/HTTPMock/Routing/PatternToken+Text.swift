extension Sequence where Element == PatternToken {
    /// Returns the pattern's text in its normal form, which parses to the same tokens.
    ///
    /// - Parameters:
    ///   - parameterNames: The name of each `*` in order; nil for one without a name.
    ///   - reserved: The bytes that have a meaning in a pattern, and are percent-encoded for that reason.
    func patternText(parameterNames: [String?] = [], escaping reserved: Set<UInt8>) -> String {
        var text = ""
        var literal: [UInt8] = []
        var names = parameterNames.makeIterator()
        for token in self {
            if let byte = token.byte {
                literal.append(byte)
                continue
            }
            text += literalText(literal, escaping: reserved)
            literal.removeAll(keepingCapacity: true)
            switch token {
            case .hostSeparator: text += "."
            case .pathSeparator: text += "/"
            case .star: text += (names.next() ?? nil).map { "{\($0)}" } ?? "*"
            case .hostSpan, .pathSpan: text += "**"
            case .hostLabels: text += ".**"
            default: text += "/**"
            }
        }
        return text + literalText(literal, escaping: reserved)
    }
}

/// Returns bytes as text; reserved and unprintable bytes are percent-encoded.
private func literalText(_ bytes: [UInt8], escaping reserved: Set<UInt8>) -> String {
    let isText = String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    var escaped: [UInt8] = []
    for byte in bytes {
        let isPrintable = byte < 0x80 ? (0x20..<0x7F).contains(byte) : isText
        if isPrintable, !reserved.contains(byte) {
            escaped.append(byte)
        } else {
            escaped += PercentEncoding.escape(byte).utf8
        }
    }
    return String(decoding: escaped, as: UTF8.self)
}
