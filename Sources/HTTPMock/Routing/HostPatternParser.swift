/// Parses the text of a ``HostPattern``.
struct HostPatternParser {
    private(set) var tokens: [PatternToken] = []
    private(set) var port: Int?

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    mutating func parse() throws(PatternProblem) {
        if text.isEmpty { throw .hostIsEmpty }
        if text.contains("://") { throw .hostHasScheme(text) }
        if text.contains("/") { throw .hostHasPath(text) }
        if text.contains("@") { throw .hostHasUser(text) }
        if text.unicodeScalars.contains(where: Self.isForbidden) { throw .hostHasForbiddenCharacter(text) }
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "[") {
            try parse(address: bytes)
        } else {
            try parse(name: bytes)
        }
    }

    private mutating func parse(address bytes: [UInt8]) throws(PatternProblem) {
        guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { throw .hostHasForbiddenCharacter(text) }
        let rest = bytes[(close + 1)...]
        guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw .hostHasForbiddenCharacter(text) }
        if !rest.isEmpty {
            port = try parse(port: rest.dropFirst())
        }
        try parse(label: bytes[...close])
    }

    private mutating func parse(name bytes: [UInt8]) throws(PatternProblem) {
        if bytes.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) {
            throw .hostHasForbiddenCharacter(text)
        }
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        if parts.count > 2 { throw .addressNeedsBrackets(text) }
        if parts.count == 2 {
            port = try parse(port: parts[1])
        }
        if parts[0].isEmpty { throw .hostIsEmpty }
        for label in parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            try parse(label: label)
        }
    }

    private func parse(port digits: ArraySlice<UInt8>) throws(PatternProblem) -> Int {
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(String(decoding: digits, as: UTF8.self))
        else { throw .hostHasBadPort(text) }
        return Int(port)
    }

    private mutating func parse(label: ArraySlice<UInt8>) throws(PatternProblem) {
        let star = UInt8(ascii: "*")
        if label.count > 1, label.allSatisfy({ $0 == star }) {
            tokens.append(.hostLabels)
            return
        }
        tokens.append(.hostSeparator)
        guard label.contains(star) else {
            guard let literal = HostLabel.normalForm(of: label) else { throw .hostHasForbiddenCharacter(text) }
            tokens += literal.map(PatternToken.byte)
            return
        }
        var rest = label
        while let first = rest.first {
            let isStar = first == star
            let run = rest.prefix { ($0 == star) == isStar }
            rest = rest[run.endIndex...]
            if isStar {
                tokens.append(run.count == 1 ? .star : .hostSpan)
                continue
            }
            let literal = PercentEncoding.decode(run)
            guard literal.allSatisfy({ $0 < 0x80 }) else { throw .starNextToInternationalCharacter(text) }
            tokens += literal.map { .byte(HostLabel.lowercased($0)) }
        }
    }

    /// Returns whether a character ends the host in a URL or never occurs in one.
    private static func isForbidden(_ character: Unicode.Scalar) -> Bool {
        "?#\\{}<>^|`\"".unicodeScalars.contains(character) || character.value == 0x7F
            || character.properties.isWhitespace || character.value < 0x20
    }
}
