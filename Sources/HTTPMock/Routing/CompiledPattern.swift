/// A pattern for one part of a request's address, compiled to tokens at registration.
protocol CompiledPattern: Hashable, Sendable {
    /// The tokens of the pattern, beginning with a separator or a `**`.
    var tokens: [PatternToken] { get }

    /// Returns the range of a request's tokens that the pattern describes.
    static func range(in target: RequestTarget) -> Range<Int>
}

extension CompiledPattern {
    /// Whether the pattern has no wildcard.
    var isExact: Bool { !tokens.contains { $0.isWildcard } }

    /// The number of `*` characters; a `{name}` counts as one, a `**` as two.
    var starCount: Int { tokens.reduce(0) { $0 + ($1.isWildcard ? ($1 == .star ? 1 : 2) : 0) } }

    /// The number of literal characters and separators; a `**` as a whole label or segment counts as one separator.
    var literalTokenCount: Int {
        tokens.count { token in
            // A character is counted by its first byte: UTF-8's continuation bytes are 0b10xx_xxxx.
            token.isByte ? token.code & 0b1100_0000 != 0b1000_0000 : !token.isWildcard || token.includesSeparator
        }
    }

    /// Returns whether the tokens match all of their part of a request's address.
    func matchesTokens(of target: RequestTarget) -> Bool {
        let range = Self.range(in: target)
        var matcher = PatternMatcher(target, from: range.lowerBound)
        return matcher.advance(from: 0, over: tokens) && matcher.positions.last == range.upperBound
    }

    /// Returns how many tokens of a request's address match before the pattern fails.
    func matchedPrefixLength(in target: RequestTarget) -> Int {
        let start = Self.range(in: target).lowerBound
        var matcher = PatternMatcher(target, from: start)
        return matcher.matchedPrefixEnd(of: tokens) - start
    }
}

extension PatternToken {
    /// Whether the token is a `**` that was written with the separator before it.
    fileprivate var includesSeparator: Bool { self == .hostLabels || self == .pathSegments }
}

extension Sequence where Element == PatternToken {
    /// Returns the pattern's text in its normal form, which parses to the same tokens.
    ///
    /// - Parameters:
    ///   - parameterNames: The name of each `*` in order; nil for one without a name.
    ///   - reserved: The bytes that are percent-encoded because they have a meaning in a pattern.
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
            escaped += "%\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
        }
    }
    return String(decoding: escaped, as: UTF8.self)
}

/// The reason why a host or path pattern can't match a request, or is ambiguous, with the fix.
struct PatternProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and the fix, as one line.
    let description: String

    init(_ fact: String, fix: String) { description = "\(fact). To fix this, \(fix)." }

    init(host: String, _ fact: String, fix: String) {
        self.init("the host \(host.debugDescription) \(fact)", fix: fix)
    }

    init(path: String, _ fact: String, fix: String) {
        self.init("the path \(path.debugDescription) \(fact)", fix: fix)
    }
}
