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
