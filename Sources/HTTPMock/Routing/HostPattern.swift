import Foundation

/// A pattern for a request's host, such as `*.example.com:8080`.
///
/// `*` matches any run of characters inside one label, `**` any number of labels. Case does not count. An
/// internationalised label equals its `xn--` form. IPv6 addresses are written in brackets and compared as spelled.
struct HostPattern: CompiledPattern {
    let tokens: [PatternToken]
    /// The port that a request must have; nil matches any port.
    let port: Int?

    /// Parses a pattern.
    ///
    /// - Parameter text: The pattern, with or without a port.
    /// - Throws: The reason why the pattern can't match any request.
    init(_ text: String) throws(PatternProblem) {
        var parser = HostPatternParser(text)
        try parser.parse()
        tokens = parser.tokens
        port = parser.port
    }

    var literalCount: Int {
        // The first label has no dot before it; a port has a colon.
        literalTokenCount - 1 + (port.map { String($0).count + 1 } ?? 0)
    }

    /// The pattern in its normal form, the same for all spellings of it: `API.Example.com` is `api.example.com`.
    var text: String {
        let isAddress = tokens.dropFirst().first == .byte(UInt8(ascii: "["))
        let host = tokens.patternText(escaping: isAddress ? Self.reservedInAddress : Self.reserved).dropFirst()
        return port.map { "\(host):\($0)" } ?? String(host)
    }

    /// Returns whether the pattern matches a request's host and port.
    func matches(_ target: RequestTarget) -> Bool {
        matchesPort(of: target) && matchesName(of: target)
    }

    /// Returns whether the pattern matches a request's host, whatever its port.
    func matchesName(of target: RequestTarget) -> Bool {
        matchesTokens(of: target)
    }

    /// Returns whether the pattern matches a request's port.
    func matchesPort(of target: RequestTarget) -> Bool {
        target.hasPort(port)
    }

    static func range(in target: RequestTarget) -> Range<Int> {
        0..<target.hostEnd
    }

    private static let reserved = Set("*{}%/?#.:@[] ".utf8)
    private static let reservedInAddress = Set("*%".utf8)
}

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

/// A host pattern for other modules: the same rules as for the host of a registration.
package struct HostMatcher: Sendable {
    private let pattern: HostPattern

    /// Parses a pattern.
    ///
    /// - Throws: ``HTTPMockError`` if the pattern can't match any host.
    package init(_ text: String) throws(HTTPMockError) {
        do throws(PatternProblem) {
            pattern = try HostPattern(text)
        } catch {
            throw HTTPMockError("HTTPMock: \(error)", cause: .invalidPattern)
        }
    }

    /// Returns whether the pattern matches the host and port of a URL.
    package func matches(_ url: URL) -> Bool {
        pattern.matches(RequestTarget(url: url))
    }
}
